// Adds any logs to a real backend, which logs only its own actions and has no endpoint to add logs.
//
//   const server = sharedBackend(binary, { prepare: takeLogs });
//   await addLogs(await server.backend(), [logRow(1, { message: 'Hello', data: { a: 1 } })]);

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as assert from 'uvu/assert';
import type { TestBackend } from './server';
import { askServer } from './walk';

export interface NewLog {
  readonly id: string;
  readonly created: string;
  readonly level: number;
  readonly message: string;
  /** The data as stored in the database. */
  readonly data: string;
}

const hook = `
routerAdd('POST', '/api/test-logs', (c) => {
  const rows = JSON.parse($apis.requestInfo(c).data.rows);
  $app.logsDao().runInTransaction((dao) => {
    for (const row of rows) {
      const columns = 'id, created, updated, level, message, data';
      const values = '{:id}, {:created}, {:created}, {:level}, {:message}, {:data}';
      dao.db().newQuery('INSERT INTO _logs (' + columns + ') VALUES (' + values + ')').bind(row).execute();
    }
  });
  return c.noContent(204);
}, $apis.requireAdminAuth());
routerAdd('POST', '/api/test-logger', (c) => {
  const { message, data } = $apis.requestInfo(c).data;
  $app.logger().error(message, 'value', JSON.parse(data));
  return c.noContent(204);
}, $apis.requireAdminAuth());
`;

/** Use this as `prepare` of a backend. */
export function takeLogs(dir: string): void {
  writeFileSync(path.join(dir, 'pb_hooks/test_logs.pb.js'), hook);
}

/** Returns the log with this number; ids and times increase with it. */
export function logRow(
  at: number,
  values: { message?: string; level?: number; data?: object | string },
): NewLog {
  const { message = 'GET /api/test', level = 0, data = {} } = values;
  return {
    id: `log${String(at).padStart(12, '0')}`,
    created: new Date(Date.now() - 3_600_000 + at).toISOString().replace('T', ' '),
    level,
    message,
    data: typeof data === 'string' ? data : asStored(data),
  };
}

/** Escapes HTML characters like the server's own JSON. */
function asStored(data: object): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export async function addLogs(backend: TestBackend, logs: readonly NewLog[]): Promise<void> {
  const answer = await askServer(backend, 'test-logs', {
    method: 'POST',
    body: { rows: JSON.stringify(logs) },
  });
  assert.is(answer.status, 204, JSON.stringify(answer.json));
}

/** Makes the server write a log entry, which it delays. The data are under the key `value`. */
export async function writeLog(backend: TestBackend, message: string, data: unknown): Promise<void> {
  const body = { message, data: JSON.stringify(data) };
  assert.is((await askServer(backend, 'test-logger', { method: 'POST', body })).status, 204);
}
