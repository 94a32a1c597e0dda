import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import type { SentRow } from '../../../../ui/model/record-import/rowPlan';
import type { CheckResult } from '../../../../ui/screens/records/import/importCheck';
import { prepareImport } from '../../../../ui/screens/records/import/importEntries';
import { createImportRun, type ImportRun } from '../../../../ui/screens/records/import/importRun';
import type { RecordImportForm } from '../../../../ui/screens/records/import/recordImportForm';
import * as confirm from '../../../../ui/state/confirm';
import * as environment from '../../../../ui/state/environment/environment';
import * as environmentName from '../../../../ui/state/environment/environmentName';
import * as writeLock from '../../../../ui/state/environment/writeLock';
import { signIn, signOut, told } from '../../../state/bin/binScene';
import { type Call, type FakeBackend, failure, fakeBackend } from '../../../support/backend';
import { eventually } from '../../../support/eventually';
import { postsCollection } from '../../../support/samples';

const collectionRoute = 'GET /api/collections/:collection';
const listRoute = 'GET /api/collections/:collection/records';
const recordRoute = 'GET /api/collections/:collection/records/:id';
const createRoute = 'POST /api/collections/:collection/records';
const updateRoute = 'PATCH /api/collections/:collection/records/:id';
const removeRoute = 'DELETE /api/collections/:collection/records/:id';
const missing = failure(404, "The requested resource wasn't found.");

const count = 450;
const idOf = (at: number) => `record${String(at).padStart(9, '0')}`;

/** The records of the server: title, and the number of their changes. */
let table: Map<string, { title: string; changes: number }>;
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
  table.set(id, { title, changes: (table.get(id)?.changes ?? 0) + 1 });
  return answerOf(id);
}

test.before.each(() => {
  writes = [];
  onRequest = () => {};
  table = new Map();
  backend = fakeBackend({
    [collectionRoute]: postsCollection,
    [listRoute]: ({ query }: Call) => {
      onRequest();
      const ids = [...(query['filter'] ?? '').matchAll(/\bid="(\w+)"/g)].map(([, id]) => id ?? '');
      const items = ids.filter((id) => table.has(id)).map(answerOf);
      return { page: 1, perPage: 500, totalItems: -1, totalPages: -1, items };
    },
    [recordRoute]: ({ params }: Call) => answerOf(params['id'] ?? ''),
    [createRoute]: ({ body }: Call) => {
      const { id, title } = body as { id: string; title: string };
      return write('create', id, title);
    },
    [updateRoute]: ({ params, body }: Call) =>
      write('update', params['id'] ?? '', (body as { title: string }).title),
    [removeRoute]: ({ params }: Call) => {
      onRequest();
      table.delete(params['id'] ?? '');
      return null;
    },
  });
  signIn(backend);
});
test.after.each(() => {
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
    table.set(id, { title: 'old', changes: 0 });
    const change = { former: { title: 'old' }, updated: updatedOf(id), changes: [] };
    return { kind: 'changed', row, id, body: { title: `new ${at}` }, later: {}, values, ...change };
  });
}

function start(run: ImportRun, sent: readonly SentRow[]): Promise<void> {
  const result = {
    groups: [],
    faults: new Map(),
    news: sent.filter(({ kind }) => kind === 'new'),
    changed: sent.filter(({ kind }) => kind === 'changed'),
    same: 0,
  } as unknown as CheckResult;
  const form = {
    file: { name: 'rows.csv' },
    table: { format: 'csv', columns: ['id'], rows: [] },
    plan: { columns: [{ field: 'id' }] },
  } as unknown as RecordImportForm['state'];
  return run.start(prepareImport(posts, form, result));
}

async function opened(): Promise<ImportRun> {
  const run = createImportRun(posts);
  await run.open();
  return run;
}

/** Asks for the take-back, says Yes, and returns the question. */
async function takeBack(run: ImportRun): Promise<string> {
  const ended = run.askTakeBack(run.state.job?.id ?? '');
  await eventually(() => confirm.state.question !== null, true);
  const question = confirm.state.question?.text ?? '';
  await confirm.yes();
  await ended;
  return question;
}

for (const stopAt of [0, 1, 2, 3, 5, 14, 60, 205, 210, 300]) {
  test(`stopped at request ${stopAt}, the import continues and writes each row once`, async () => {
    const run = await opened();
    let requests = 0;
    onRequest = () => {
      requests += 1;
      if (requests === stopAt) run.stop();
    };
    const ended = start(run, rows());
    if (stopAt === 0) run.stop();
    await ended;
    assert.not(run.state.isBusy);
    assert.is(run.state.counts.refused, 0);
    assert.ok(run.state.counts.open > 0);
    onRequest = () => {};
    await run.resume(run.state.job?.id ?? '');
    const { created, changed, refused, left, open } = run.state.counts;
    assert.equal([created, changed, refused, left, open], [count / 2, count / 2, 0, 0, 0]);
    assert.is(writes.length, count);
    assert.is(new Set(writes).size, count);
  });
}

test('a record that somebody changed since the check is refused', async () => {
  const run = await opened();
  const sent = rows();
  table.set(idOf(4), { title: 'theirs', changes: 7 });
  table.delete(idOf(6));
  await start(run, sent);
  assert.equal(run.state.groups, [
    { field: '', message: 'The record was changed since the check.', rows: [6] },
    { field: '', message: 'The record is gone.', rows: [8] },
  ]);
  assert.is(table.get(idOf(4))?.title, 'theirs');
});

test('taken back in parts, everything is as before, but what somebody changed', async () => {
  const run = await opened();
  const sent = rows();
  await start(run, sent);
  table.set(idOf(3), { title: 'theirs', changes: 9 });
  let requests = 0;
  onRequest = () => {
    requests += 1;
    if (requests === 60) run.stop();
  };
  assert.match(
    await takeBack(run),
    /224 new records are deleted and 225 records get .*\. 1 was changed since/,
  );
  assert.not(run.state.isTakenBack);
  assert.ok(run.state.counts.created > 1, `${run.state.counts.created}`);
  onRequest = () => {};
  await takeBack(run);
  assert.ok(run.state.isTakenBack);
  const titles = new Set([...table].map(([, { title }]) => title));
  assert.equal([...titles].sort(), ['old', 'theirs']);
  assert.is(table.size, count / 2 + 1);
});

test('an import that goes on under a write lock tells the rows that are left', async () => {
  const run = await opened();
  onRequest = () => run.stop();
  await start(run, rows());
  onRequest = () => {};
  const { left } = run.state.counts;
  assert.ok(left > 0 && left < count, `${left} rows are left`);
  environment.open();
  environmentName.save({ name: 'Production', colour: 'red', locks: true, appName: '' });
  const resumed = run.resume(run.state.job?.id ?? '');
  await eventually(() => writeLock.state.question?.what, `import ${left} rows`);
  writeLock.stayLocked();
  await resumed;
  assert.is(run.state.counts.left, left);
  environmentName.drop();
});

test('an import that was discarded elsewhere does not go on', async () => {
  const run = await opened();
  const ended = start(run, rows());
  run.stop();
  await ended;
  const { id } = run.state.job ?? { id: '' };
  const discarded = run.discard(id);
  await eventually(() => confirm.state.question !== null, true);
  await confirm.yes();
  await discarded;
  await run.resume(id);
  assert.is(run.state.job, null);
  assert.is(writes.length, 0);
});

const gone = 'The field title no longer exists.';

const [title, ...others] = posts.schema;
const renamed = { ...posts, schema: [{ ...title, name: 'headline' }, ...others] };

for (const [what, today, reason] of [
  ['whose field was renamed since the check', renamed, gone],
  [
    'whose name another field took over',
    { ...posts, schema: [{ ...title, id: 'another1' }, ...others] },
    gone,
  ],
  ['without its collection', missing, 'The collection is gone.'],
] as const) {
  test(`an import ${what} sends nothing, and tells why`, async () => {
    const run = await opened();
    backend.answer(collectionRoute, today);
    await start(run, rows().slice(0, 4));
    const faults = run.state.groups.map(({ message, rows: numbers }) => [message, [...numbers].sort()]);
    assert.equal(faults, [[reason, [2, 3, 4, 5]]]);
    const { created, changed, refused } = run.state.counts;
    assert.equal([writes, created, changed, refused], [[], 0, 0, 4]);
  });
}

test('an import that goes on after a rename refuses the rest', async () => {
  const run = await opened();
  onRequest = () => run.stop();
  await start(run, rows());
  const { id = '' } = run.state.job ?? {};
  const sent = writes.length;
  assert.ok(sent > 0 && sent < count, `${sent}`);
  onRequest = () => {};
  backend.answer(collectionRoute, renamed);
  await run.resume(id);
  const { created, changed, refused, left } = run.state.counts;
  assert.equal([created + changed, refused, left], [sent, count - sent, 0]);
  assert.equal([run.state.groups.map(({ message }) => message), writes.length], [[gone], sent]);
});

test('after a rename the former values wait until the field has its name again', async () => {
  const run = await opened();
  await start(run, rows().slice(0, 4));
  backend.answer(collectionRoute, renamed);
  writes = [];
  await takeBack(run);
  assert.equal([writes, run.state.isTakenBack], [[], false]);
  assert.equal([run.state.counts.created, run.state.counts.changed], [0, 2]);
  assert.match(
    told(),
    `${gone} 2 records were not taken back. If the field has a new name, give it the old one and try again.`,
  );
  backend.answer(collectionRoute, posts);
  await takeBack(run);
  assert.ok(run.state.isTakenBack);
  assert.equal([table.get(idOf(0))?.title, table.get(idOf(2))?.title], ['old', 'old']);
});

test('a record that does not take its former values is not claimed to be taken back', async () => {
  const run = await opened();
  await start(run, rows().slice(0, 1));
  backend.answer(updateRoute, ({ params }: Call) => ({
    ...answerOf(params['id'] ?? ''),
    title: 'of a hook',
  }));
  await takeBack(run);
  assert.is(run.state.counts.changed, 1);
  assert.match(told(), '1 record stays as it is');
});

test.run();
