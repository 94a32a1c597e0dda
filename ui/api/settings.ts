import { Settings } from '../model/settings';
import { request } from './client';

/** What the shell needs of the settings: the application's name and whether collection controls are hidden. */
export function getMeta(): Promise<Settings> {
  return request('GET', 'settings', { query: { fields: 'meta' }, key: 'settings_meta', answer: Settings });
}
