import { AppMeta } from '../model/appMeta';
import { request } from './client';

/** What the shell needs of the settings: the application's name and whether collection controls are hidden. */
export function get(): Promise<AppMeta> {
  return request('GET', 'settings', { query: { fields: 'meta' }, key: 'settings_meta', answer: AppMeta });
}
