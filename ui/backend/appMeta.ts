import { AppMeta } from '../model/appMeta';
import { request } from './client';

/**
 * Reads the settings that the shell needs: the application's name and whether collection controls are hidden.
 */
export function get(): Promise<AppMeta> {
  return request('GET', 'settings', { query: { fields: 'meta' }, key: 'settings_meta', answer: AppMeta });
}
