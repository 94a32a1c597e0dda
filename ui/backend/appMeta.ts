import { AppMeta } from '../model/appMeta';
import { request, startRead } from './client';
import { isNewer } from './dialect';
import { loadDoor } from './newer/door';

/** Reads the settings that the shell needs. The keys of a newer server's settings also say more of its version. */
export function get(): Promise<AppMeta> {
  const key = 'settings_meta';
  if (isNewer()) {
    startRead('settings');
    return loadDoor().then((door) => door.readMeta(key));
  }
  return request('GET', 'settings', { query: { fields: 'meta' }, key, answer: AppMeta });
}
