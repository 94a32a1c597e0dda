import { keysStartingWith, readJson, remove, writeJson } from '../../base/storage';
import { cutName, type Environment } from '../../model/environment';
import * as app from '../pageTitle';
import { keyPrefix, set, state, storageKey } from './environment';

export const host = (): string => new URL(storageKey().slice(keyPrefix.length)).host;

/** Names the server, in this browser. False if it stores nothing: then the name lasts as long as the tab. */
export function save(environment: Environment): boolean {
  set({ ...environment, name: cutName(environment.name) });
  app.writeTitle();
  return writeJson(storageKey(), state.current);
}

/** Drops the name, with the lock. */
export function drop(): void {
  set(null);
  app.writeTitle();
  remove(storageKey());
}

/** Call this when the application's name is known. Adds it to an environment that was named before. */
export function learnAppName(appName: string): void {
  const { current } = state;
  if (current && !current.appName && appName !== '') save({ ...current, appName });
}

/** Returns the other servers that this browser has named, with the addresses of their dashboards. */
export const others = (): { name: string; href: string }[] =>
  keysStartingWith(keyPrefix).flatMap((one) => {
    const stored = one === storageKey() ? null : (readJson(one) as Environment | null);
    const api = one.slice(keyPrefix.length);
    return typeof stored?.name === 'string' && URL.canParse(api)
      ? [{ name: stored.name, href: new URL('../_/', api).href }]
      : [];
  });
