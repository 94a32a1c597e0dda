import { Backup } from '../model/backup';
import { requestRows } from './client';

export function list(): Promise<Backup[]> {
  return requestRows('backups', Backup);
}
