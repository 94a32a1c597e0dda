import { proxy, ref } from 'valtio/vanilla';
import { apiAddress } from '../../api/client';
import type { Environment } from '../../model/environment';
import { readJson } from '../../platform/storage';

/**
 * The name that this browser gives to the server of the page; each address of an API has its own. The first view pays
 * for this module: `environmentName.ts` changes the name.
 */
export const state = proxy<{
  current: Environment | null;
  /** Are writes open, although it locks them? As the page shows it; `writeLock.isLocked` asks the clock. */
  isOpen: boolean;
}>({ current: null, isOpen: false });

export const keyPrefix = 'lowlineEnvironment@';
let key = '';

/** Reads the name of the server of the client. */
export function open(): void {
  key = keyPrefix + apiAddress('');
  adopt(read());
}

/** Returns null without a name. The other values are as they are stored; who uses them must not trust them. */
function read(): Environment | null {
  const stored = readJson(key) as Environment | null;
  if (typeof stored?.name !== 'string' || stored.name === '') return null;
  // Neither a damaged value nor another tab opens what was locked here.
  return { ...stored, locks: stored.locks !== false || Boolean(state.current?.locks) };
}

export function adopt(environment: Environment | null): void {
  state.current = environment && ref(environment);
  showOpen(state.isOpen);
}

/** Also tells the stylesheet: the strip needs room, and buttons that write get a lock. */
export function showOpen(isOpen: boolean): void {
  state.isOpen = isOpen;
  const { current } = state;
  const root = document.documentElement;
  root.toggleAttribute('data-strip', current !== null);
  root.toggleAttribute('data-locked', Boolean(current?.locks) && !isOpen);
}

/** The key in the storage of the browser. */
export const storageKey = (): string => key;

/** Applies a change of another tab. */
export function rereadFromOtherTab(changed: string | null): void {
  if (changed === null || changed === key) adopt(read());
}
