import { AppMeta } from '../../model/appMeta';
import { ApiError } from '../ApiError';
import { countWhere } from '../adminSession';
import { request } from '../client';
import { learn } from '../dialect';

/** Reads all settings, because their keys say how new the server is. `key` is that of the read. */
export async function readMeta(key: string): Promise<AppMeta> {
  const settings = await request('GET', 'settings', { key, answer: AppMeta });
  learn(versionOfSettings(settings));
  return settings;
}

let isRefused = false;

/**
 * Tries a function of filters that came with the geographic points, because the settings of 0.23 to 0.36 are alike.
 * Returns true if the server knows it. It is asked until it says no.
 */
export async function learnMore(): Promise<boolean> {
  if (isRefused) return false;
  try {
    await countWhere('geoDistance(0,0,0,0)=0');
  } catch (error) {
    isRefused = error instanceof ApiError && error.status === 400;
    return false;
  }
  learn(27);
  return true;
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
