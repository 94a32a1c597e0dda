import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { apiAddress } from '../../../ui/api/client';
import type { Collection } from '../../../ui/model/collection';
import * as collections from '../../../ui/state/collections';
import * as confirm from '../../../ui/state/confirm';
import { createImportJobs } from '../../../ui/state/jobs/importJobs';
import type { ImportJob, WriteEntry } from '../../../ui/state/jobs/writeJournal';
import * as session from '../../../ui/state/session';
import * as toasts from '../../../ui/state/toasts';
import { connect } from '../../api/connect';
import { type Call, failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { admin, adminToken, listOf, postsCollection } from '../../support/samples';

const posts = postsCollection as Collection;
const pages: Collection = { ...posts, id: 'pages', name: 'pages' };
const lines = {
  ...posts,
  id: 'lines',
  name: 'lines',
  schema: [
    { id: 'f_to', name: 'to', type: 'relation', options: { collectionId: posts.id, cascadeDelete: true } },
  ],
} as unknown as Collection;

const stamp = '2026-01-01 00:00:00.001Z';

/** The titles of the server's records, by collection and id. */
let table: Map<string, string>;
const keyOf = ({ params }: Call) => `${params['collection']}/${params['id']}`;

test.before.each(() => {
  resetDom();
  table = new Map();
  const all = [posts, pages, lines];
  const backend = fakeBackend({
    'GET /api/collections': listOf(all),
    'GET /api/collections/:collection': ({ params }: Call) =>
      all.find(({ id }) => id === params['collection']),
    'GET /api/collections/:collection/records': ({ params, query }: Call) => {
      const ids = [...(query['filter'] ?? '').matchAll(/\bid="(\w+)"/g)].map(([, id]) => id ?? '');
      const found = ids.filter((id) => table.has(`${params['collection']}/${id}`));
      const items = found.map((id) => ({ id, updated: stamp }));
      return { page: 1, perPage: 500, totalItems: -1, totalPages: -1, items };
    },
    'GET /api/collections/:collection/records/:id': (call: Call) =>
      table.has(keyOf(call))
        ? { id: call.params['id'], title: table.get(keyOf(call)), updated: stamp }
        : failure(404, "The requested resource wasn't found."),
    'PATCH /api/collections/:collection/records/:id': (call: Call) => {
      const { title } = call.body as { title: string };
      table.set(keyOf(call), title);
      return { id: call.params['id'], title, updated: '2026-01-01 00:00:00.002Z' };
    },
    'DELETE /api/collections/:collection/records/:id': (call: Call) => {
      table.delete(keyOf(call));
      return null;
    },
    'POST /api/admins/auth-refresh': { admin, token: adminToken(4102444801) },
  });
  const page = connect(backend);
  Object.defineProperty(page, 'token', { get: session.token });
  session.adopt({ admin, token: adminToken() });
  for (const one of all) collections.adopt(one);
  mock.method(console, 'warn', () => {});
});
test.after.each(() => {
  session.end();
  toasts.closeAll();
  mock.restoreAll();
});

type Imports = ReturnType<typeof createImportJobs>;

/** Adds an import that a former page made: the odd rows created a record, the even ones changed one. */
async function addImport(
  imports: Imports,
  { id, name }: Collection,
  count: number,
  state: WriteEntry['state'] = 'done',
): Promise<ImportJob> {
  const job: ImportJob = {
    id: `job of ${name}`,
    server: apiAddress(''),
    admin: admin.id,
    startedAt: new Date().toISOString(),
    total: count,
    isTakenBack: false,
    collectionId: id,
    collectionName: name,
    fileName: `${name}.csv`,
    columns: ['id', 'title'],
    format: 'csv',
  };
  const entries = Array.from({ length: count }, (_, place): WriteEntry => {
    const recordId = `record${String(place).padStart(9, '0')}`;
    const isNew = place % 2 === 1;
    table.set(`${id}/${recordId}`, 'new');
    return {
      place,
      number: place + 2,
      wave: 0,
      isSecond: false,
      password: null,
      kind: isNew ? 'create' : 'update',
      id: recordId,
      body: '{"title":"new"}',
      former: isNew ? null : '{"title":"old"}',
      stamp: isNew ? '' : '2026-01-01 00:00:00.000Z',
      state,
      updated: state === 'done' ? stamp : '',
      fault: null,
      cells: [],
    };
  });
  await (await imports.journal()).add(job, entries);
  return job;
}

/** Returns the question; '' for none. */
async function takeBack(imports: Imports, { id }: ImportJob): Promise<string> {
  let isEnded = false;
  const ended = imports.askTakeBack(id).finally(() => {
    isEnded = true;
  });
  while (!confirm.state.question && !isEnded) await new Promise((done) => setTimeout(done));
  const { text = '' } = confirm.state.question ?? {};
  await confirm.yes();
  await ended;
  return text;
}

const told = () => toasts.state.items.map(({ message }) => message).join();

test('an import of a former page is taken back as the question says', async () => {
  const imports = createImportJobs();
  const job = await addImport(imports, posts, 6);
  await imports.open();
  assert.is(
    await takeBack(imports, job),
    'Do you really want to take this import back? 3 new records are deleted and 3 records get their former values.' +
      ' Records of lines that belong to the deleted ones are deleted, too.',
  );
  assert.equal([...table.values()], ['old', 'old', 'old']);
  assert.is(told(), 'The import is taken back.');
});

test('rows that a crash left without a result are looked for before the question', async () => {
  const imports = createImportJobs();
  const job = await addImport(imports, posts, 4, 'reserved');
  table.delete(`${posts.id}/record000000003`);
  await imports.open();
  assert.match(
    await takeBack(imports, job),
    / 1 new record is deleted and 2 records get their former values\./,
  );
  assert.equal([...table.values()], ['old', 'old']);
});

test('the second import that is taken back is the one of its own collection', async () => {
  const imports = createImportJobs();
  const jobs = [await addImport(imports, posts, 2), await addImport(imports, pages, 4)] as const;
  await imports.open();
  await takeBack(imports, jobs[0]);
  assert.match(await takeBack(imports, jobs[1]), / 2 new records are deleted and 2 records get .* values\.$/);
  assert.equal([...table.keys()].sort(), [
    `${posts.id}/record000000000`,
    'pages/record000000000',
    'pages/record000000002',
  ]);
});

test.run();
