import { proxy, ref } from 'valtio/vanilla';
import { apiAddress } from '../../backend/client';
import { readJson } from '../../base/storage';
import type { Environment } from '../../model/environment';

/**
 * The environment of the server: its name and its lock. This browser stores one for each address of an API. The first
 * view loads this module, so the code that changes them is in `environmentName.ts`.
 */
export const state = proxy<{
  current: Environment | null;
  /** True while a person has unlocked writes. For display only: `writeLock.isLocked` also compares the clocks. */
  isOpen: boolean;
}>({ current: null, isOpen: false });

export const keyPrefix = 'lowlineEnvironment@';
let key = '';

export function open(): void {
  key = keyPrefix + apiAddress('');
  set(read());
}

/** Returns null without a name. The other values are not validated. */
function read(): Environment | null {
  const stored = readJson(key) as Environment | null;
  if (typeof stored?.name !== 'string' || stored.name === '') return null;
  // Only an explicit false means no lock, and a change in another tab cannot take the lock from this one.
  return { ...stored, locks: stored.locks !== false || Boolean(state.current?.locks) };
}

export function set(environment: Environment | null): void {
  state.current = environment && ref(environment);
  showOpen(state.isOpen);
}

/** Also sets the attributes for the stylesheet: room for the strip, and locks on buttons that write. */
export function showOpen(isOpen: boolean): void {
  state.isOpen = isOpen;
  const { current } = state;
  const root = document.documentElement;
  root.toggleAttribute('data-strip', current !== null);
  root.toggleAttribute('data-locked', Boolean(current?.locks) && !isOpen);
}

export const storageKey = (): string => key;

export function rereadFromOtherTab(changed: string | null): void {
  if (changed === null || changed === key) set(read());
}
