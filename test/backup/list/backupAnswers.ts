// The server's responses about backups for tests with and without a page.
import { settle } from '../../backend/connect';
import { failure } from '../../support/backend';

export const backupRoutes = {
  list: 'GET /api/backups',
  create: 'POST /api/backups',
  upload: 'POST /api/backups/upload',
  remove: 'DELETE /api/backups/:key',
  restore: 'POST /api/backups/:key/restore',
  fileToken: 'POST /api/files/token',
  health: 'GET /api/health',
} as const;

export const health = (canBackup: boolean) => ({ code: 200, message: '', data: { canBackup } });
export const busy = failure(
  400,
  'Try again later - another backup/restore process has already been started.',
);

/** Waits for several calls that follow each other. */
export async function settleAll(): Promise<void> {
  for (let round = 0; round < 4; round += 1) await settle();
}
