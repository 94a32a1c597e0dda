// A fake server that stores, creates and deletes backups, and answers health requests.
//
//   const { backend, server } = startBackups([backup('a.zip')]);
//   server.isFree = false;
//   const list = createBackupList();
//   await list.load();

import type { Backup } from '../../../ui/model/backup';
import { startScene } from '../../settings/settingsScene';
import type { Call } from '../../support/backend';
import { adminToken } from '../../support/samples';
import { backupRoutes, health } from './backupAnswers';

export const dayMs = 86_400_000;

export function backup(key: string, daysOld = 0, size = 1000): Backup {
  return { key, size, modified: new Date(Date.now() - daysOld * dayMs).toISOString().replace('T', ' ') };
}

/** `settings` are the differences from a fresh server's settings. */
export function startBackups(held: Backup[] = [], settings: object = {}) {
  const { backend, server: app } = startScene(settings);
  const server = { held, isFree: true };
  let made = 0;
  const answers: Record<(typeof backupRoutes)[keyof typeof backupRoutes], (call: Call) => unknown> = {
    [backupRoutes.list]: () => [...server.held].sort((one, other) => (one.key < other.key ? -1 : 1)),
    [backupRoutes.create]: ({ body }) => {
      made += 1;
      const { name = `made_${made}.zip` } = body as { name?: string };
      server.held = [...server.held, backup(name)];
      return null;
    },
    [backupRoutes.upload]: ({ body }) => {
      server.held = [...server.held, backup(((body as FormData).get('file') as File).name)];
      return null;
    },
    [backupRoutes.remove]: ({ params }) => {
      server.held = server.held.filter(({ key }) => key !== params['key']);
      return null;
    },
    [backupRoutes.restore]: () => null,
    [backupRoutes.fileToken]: () => ({ token: adminToken() }),
    [backupRoutes.health]: () => health(server.isFree),
  };
  for (const [route, given] of Object.entries(answers)) backend.answer(route, given);
  return { backend, server, app };
}

/** Changes the visibility of the document, and sends the event. */
export function showTab(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}
