import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {
  adminToken,
  type BackendProgram,
  type Credentials,
  root,
  startBackend,
  type TestBackend,
} from '../../support/server';
import { benchCollections, form, guarded, long, wide } from './collections';
import { fillPeople, insertLogs, insertRows } from './rows';

export const benchAdmin: Credentials = { email: 'bench@example.com', password: '1234567890' };

/** A black image of 300 by 200 pixels. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAASwAAADIAQAAAAB6pOH4AAAAHklEQVR42u3BMQEAAADCoPVPbQdvoAAAAAAAAADgNx54AAG94zQeAAAAAElFTkSuQmCC',
  'base64',
);

const sources = path.join(root, 'test/bench/data');
const cache = path.join(root, '.lowline');

/** This hook accepts SQL, because creating a hundred thousand records through the API would take an hour. */
const sqlHook = `routerAdd('POST', '/bench/sql', (c) => {
  const { sql, isForLogs } = $apis.requestInfo(c).data;
  const dao = isForLogs ? $app.logsDao() : $app.dao();
  dao.nonconcurrentDB().newQuery(sql).execute();
  return c.noContent(204);
});`;

/**
 * Returns a pb_data folder with the data of the bench. It is made once for each server and version of these
 * files.
 */
export async function benchData(program: BackendProgram): Promise<string> {
  const hash = createHash('sha256').update(program.name);
  for (const name of readdirSync(sources).sort()) hash.update(readFileSync(path.join(sources, name)));
  const folder = path.join(cache, `bench-data-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(folder)) return folder;

  console.log('Generating the data, once.');
  const { dir } = await generate(program);
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache)) {
    if (name.startsWith('bench-data-')) rmSync(path.join(cache, name), { recursive: true, force: true });
  }
  const draft = `${folder}.draft`;
  cpSync(path.join(dir, 'pb_data'), draft, { recursive: true });
  renameSync(draft, folder);
  return folder;
}

async function generate({ binary }: BackendProgram): Promise<TestBackend> {
  const backend = await startBackend(binary, {
    admin: benchAdmin,
    prepare(dir) {
      mkdirSync(path.join(dir, 'pb_hooks'), { recursive: true });
      writeFileSync(path.join(dir, 'pb_hooks/sql.pb.js'), sqlHook);
    },
  });
  // One call with a thousand collections would take twice as long as several calls.
  const waiting = benchCollections();
  while (waiting.length > 0) {
    await send(backend, 'PUT', 'api/collections/import', { collections: waiting.splice(0, 100) });
  }
  for (const sql of [
    fillPeople(),
    insertRows(wide, 5_000),
    insertRows(form, 50),
    insertRows(long, 100_000),
    'ANALYZE',
  ]) {
    await send(backend, 'POST', 'bench/sql', { sql });
  }
  // Otherwise the server would delete the older logs.
  await send(backend, 'PATCH', 'api/settings', { logs: { maxDays: 100_000, minLevel: 0, logIp: true } });
  await send(backend, 'POST', 'bench/sql', { sql: insertLogs(200_000), isForLogs: true });
  // Only the API stores the real files of these images. There is one record more than a page holds, so the
  // server must count them.
  for (let at = 0; at <= 40; at += 1) {
    const form = new FormData();
    form.set('title', `Picture ${at}`);
    form.set('photo', new File([png], `photo${at}.png`, { type: 'image/png' }));
    await send(backend, 'POST', `api/collections/${guarded.name}/records`, form);
  }
  await backend.stop();
  return backend;
}

async function send(backend: TestBackend, method: string, address: string, body: object): Promise<void> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${backend.url}/${address}`, {
    method,
    headers: {
      Authorization: await adminToken(backend),
      ...(!isForm && { 'Content-Type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${answer.status} of ${method} ${address}: ${await answer.text()}`);
}
