import 'fake-indexeddb/auto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import * as confirm from '../../../ui/page/confirm';
import * as environment from '../../../ui/page/session/environment';
import * as environmentName from '../../../ui/page/session/environmentName';
import * as writeLock from '../../../ui/page/session/writeLock';
import * as history from '../../../ui/records/history/history';
import type { CheckResult } from '../../../ui/records/import/importCheck';
import { createImportRun, type ImportRun } from '../../../ui/records/import/importRun';
import type { SentRow } from '../../../ui/records/import/plan/rowPlan';
import { type Call, type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { eventually } from '../../support/eventually';
import { listOf, postsCollection } from '../../support/samples';
import { signIn, signOut, told } from '../history/historyScene';

const collectionRoute = 'GET /api/collections/:collection';
const createRoute = 'POST /api/collections/:collection/records';
const missing = failure(404, "The requested resource wasn't found.");

const count = 250;
const idOf = (at: number) => `record${String(at).padStart(9, '0')}`;

/** The records of the server: title, and the number of their changes. */
let table: Map<string, { title: string; note: string; changes: number }>;
/** Every write that arrived. */
let writes: string[];
/** Called with each request. */
let onRequest: () => void;
let backend: FakeBackend;

const updatedOf = (id: string) => `2026-01-01 00:00:00.${String(table.get(id)?.changes).padStart(3, '0')}Z`;
const answerOf = (id: string) => {
  const found = table.get(id);
  return found ? { id, title: found.title, updated: updatedOf(id) } : missing;
};

function write(kind: string, id: string, title: string) {
  onRequest();
  writes.push(`${kind} ${id}`);
  table.set(id, { title, note: '', changes: (table.get(id)?.changes ?? 0) + 1 });
  return answerOf(id);
}

test.before.each(() => {
  writes = [];
  onRequest = () => {};
  table = new Map();
  backend = fakeBackend({
    'GET /api/health': { code: 200 },
    'GET /api/collections': listOf([postsCollection]),
    [collectionRoute]: postsCollection,
    'GET /api/collections/:collection/records': ({ query }: Call) => {
      onRequest();
      const ids = [...(query['filter'] ?? '').matchAll(/\bid="(\w+)"/g)].map(([, id]) => id ?? '');
      const items = ids.filter((id) => table.has(id)).map(answerOf);
      return { page: 1, perPage: 500, totalItems: -1, totalPages: -1, items };
    },
    'GET /api/collections/:collection/records/:id': ({ params }: Call) => answerOf(params['id'] ?? ''),
    [createRoute]: ({ body }: Call) => {
      const { id, title } = body as { id: string; title: string };
      return table.has(id)
        ? failure(400, 'Failed to create record.', {
            id: { code: 'validation_invalid_id', message: 'Taken.' },
          })
        : write('create', id, title);
    },
    'PATCH /api/collections/:collection/records/:id': ({ params, body }: Call) =>
      write('update', params['id'] ?? '', (body as { title: string }).title),
  });
  signIn(backend);
});
test.after.each(async () => {
  await history.empty();
  signOut();
});

const posts = postsCollection as Collection;
const ids = Array.from({ length: count }, (_, at) => idOf(at));

/** Even rows change a record, odd ones create one. */
function rows(): SentRow[] {
  return ids.map((id, at): SentRow => {
    const row = { number: at + 2, cells: [id] };
    const values = { id, title: `new ${at}` };
    if (at % 2 === 1) return { kind: 'new', row, id, body: values, later: {}, password: null, values };
    table.set(id, { title: 'old', note: '', changes: 0 });
    const change = { former: { title: 'old' }, updated: updatedOf(id), changes: [] };
    return { kind: 'changed', row, id, body: { title: `new ${at}` }, later: {}, values, ...change };
  });
}

function start(run: ImportRun, sent: readonly SentRow[]): Promise<void> {
  const check = {
    groups: [],
    faults: new Map(),
    news: sent.filter(({ kind }) => kind === 'new'),
    changed: sent.filter(({ kind }) => kind === 'changed'),
    same: 0,
  } as unknown as CheckResult;
  const mark = { salt: 'salt', fileHash: 'hash', options: '{}', total: sent.length, isEnded: false };
  const file = { table: { format: 'csv' as const, columns: ['id'], rows: [] }, fileName: 'rows.csv' };
  return run.start({ collection: posts, ...file, check, mark, earlier: null });
}

/** The parts of the only import, by whether their results are known. */
async function kept() {
  await history.load();
  const [act] = history.state.acts;
  const { parts } = (await history.read(act?.id ?? '')) ?? { parts: [] };
  return { act, known: parts.filter(({ after }) => after !== null).length, all: parts.length };
}

for (const stopAt of [0, 1, 3, 14, 205]) {
  test(`stopped at request ${stopAt}, the import continues and writes each row once`, async () => {
    const run = createImportRun(posts);
    let requests = 0;
    onRequest = () => {
      requests += 1;
      if (requests === stopAt) run.stop();
    };
    const ended = start(run, rows());
    if (stopAt === 0) run.stop();
    await ended;
    assert.equal([run.state.isBusy, run.state.refused], [false, 0]);
    assert.ok(run.state.left > 0);
    // Rows that were not sent are no part of it.
    if (stopAt > 0) assert.is((await kept()).act?.recordCount, count - run.state.left);
    onRequest = () => {};
    await run.goOn();
    const { created, changed, refused, left } = run.state;
    assert.equal([created, changed, refused, left], [count / 2, count / 2, 0, 0]);
    assert.is(writes.length, count);
    assert.is(new Set(writes).size, count);
    const { act, known, all } = await kept();
    assert.equal([act?.import?.isEnded, act?.recordCount, known, all], [true, count, count, count]);
  });
}

test('a row whose response was lost before a stop is looked for, not refused', async () => {
  const run = createImportRun(posts);
  const [, row] = rows();
  assert.ok(row);
  backend.answer(createRoute, ({ body }: Call) => {
    const { id, title } = body as { id: string; title: string };
    write('create', id, title);
    return failure(502, 'Bad gateway.');
  });
  const running = start(run, [row]);
  await eventually(() => run.write.wait, 'offline');
  run.stop();
  await running;
  assert.is(run.state.left, 1);
  backend.answer(createRoute, () => failure(400, 'Taken.'));
  await run.goOn();
  assert.equal([run.state.created, run.state.refused, writes.length], [1, 0, 1]);
  assert.equal([(await kept()).known, (await kept()).all], [1, 1]);
});

test('a record that somebody changed since the check is refused', async () => {
  const run = createImportRun(posts);
  const sent = rows();
  table.set(idOf(4), { title: 'theirs', note: '', changes: 7 });
  table.delete(idOf(6));
  await start(run, sent);
  assert.equal(run.state.groups, [
    { field: '', message: 'The record was changed since the check.', rows: [6] },
    { field: '', message: 'The record was deleted.', rows: [8] },
  ]);
  assert.is(table.get(idOf(4))?.title, 'theirs');
});

test('an import that goes on under a write lock tells the rows that are left', async () => {
  const run = createImportRun(posts);
  onRequest = () => run.stop();
  await start(run, rows());
  onRequest = () => {};
  const { left } = run.state;
  assert.ok(left > 0 && left < count, `${left} rows are left`);
  environment.open();
  environmentName.save({ name: 'Production', colour: 'red', locks: true, appName: '' });
  const resumed = run.goOn();
  await eventually(() => writeLock.state.question?.what, `import ${left} rows`);
  writeLock.stayLocked();
  await resumed;
  assert.is(run.state.left, left);
  environmentName.drop();
});

test('without room the import asks before its first row', async () => {
  for (const isWanted of [false, true]) {
    const run = createImportRun(posts);
    const transaction = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('Full.', 'QuotaExceededError');
    };
    const ended = start(run, rows().slice(0, 4));
    await eventually(
      () => confirm.state.question?.text,
      'This can be undone only right away: this browser has no room to keep it. Import anyway?',
    );
    assert.is(writes.length, 0);
    if (isWanted) await confirm.yes();
    else confirm.no();
    await ended;
    IDBDatabase.prototype.transaction = transaction;
    assert.equal([writes.length, run.state.left, run.state.isKept], isWanted ? [4, 0, false] : [0, 4, true]);
  }
});

const [title, ...others] = posts.schema;
const renamed = { ...posts, schema: [{ ...title, name: 'headline' }, ...others] };

for (const [what, today] of [
  ['was renamed', renamed],
  ['was replaced', { ...posts, schema: [{ ...title, id: 'another1' }, ...others] }],
] as const) {
  test(`if a field ${what} since the check, nothing is sent, and the rows are checked again`, async () => {
    const run = createImportRun(posts);
    backend.answer(collectionRoute, today);
    await start(run, rows().slice(0, 4));
    assert.match(told(), 'The collection has changed since the check: title. Check the rows again.');
    assert.equal([writes, run.state.isShown, run.state.isBusy], [[], false, false]);
  });
}

test('after a stop, a rename keeps the rest from being sent', async () => {
  const run = createImportRun(posts);
  onRequest = () => run.stop();
  await start(run, rows());
  const { left } = run.state;
  onRequest = () => {};
  backend.answer(collectionRoute, renamed);
  await run.goOn();
  assert.equal([run.state.left, run.state.isShown, writes.length], [left, true, count - left]);
  assert.match(told(), 'The collection has changed since the check: title.');
});

test.run();
