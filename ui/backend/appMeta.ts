import { AppMeta } from '../model/appMeta';
import { request } from './client';

export function get(): Promise<AppMeta> {
  return request('GET', 'settings', { query: { fields: 'meta' }, key: 'settings_meta', answer: AppMeta });
}
