import { AppMeta } from '../../model/appMeta';
import { versionOfSettings } from '../../model/capabilities';
import { request } from '../client';
import { learn } from '../dialect';

/** Reads all settings, because their keys say how new the server is. `key` is that of the read. */
export async function readMeta(key: string): Promise<AppMeta> {
  const settings = await request('GET', 'settings', { key, answer: AppMeta });
  learn(versionOfSettings(settings));
  return settings;
}
