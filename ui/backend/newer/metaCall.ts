import { AppMeta } from '../../model/appMeta';
import { request } from '../client';
import { learn } from '../dialect';

/** Reads all settings, because their keys say how new the server is. `key` is that of the read. */
export async function readMeta(key: string): Promise<AppMeta> {
  const settings = await request('GET', 'settings', { key, answer: AppMeta });
  learn(versionOfSettings(settings));
  return settings;
}

/** Keys of the settings, and the version that added them. */
const settingsKeys: readonly (readonly [group: string, key: string, version: number])[] = [
  ['logs', 'maxDataSize', 40],
  ['rateLimits', 'excludedIPs', 38],
  ['meta', 'accentColor', 37],
];

/** Returns the least version of a newer server that sends these settings. */
function versionOfSettings(settings: Readonly<Record<string, unknown>>): number {
  const has = (group: string, key: string) => key in Object(settings[group]);
  return settingsKeys.find(([group, key]) => has(group, key))?.[2] ?? 23;
}
