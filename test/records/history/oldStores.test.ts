// The databases of the version before: deleted and changed records, and imports. All of it becomes acts.
import '../../support/dom';
import 'fake-indexeddb/auto';
import { mock } from 'node:test';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { apiAddress } from '../../../ui/backend/client';
import type { FullRecord } from '../../../ui/model/record';
import { moveOldStores } from '../../../ui/records/history/oldStores';
import type { ActContent } from '../../../ui/records/history/plan/act';
import { type Call, failure, fakeBackend } from '../../support/backend';
import { eventually } from '../../support/eventually';
import { admin, listOf, postsCollection as posts } from '../../support/samples';
import { signIn, signOut } from './historyScene';

const at = '2026-11-01T00:00:00.000Z';
const owner = () => ({
  server: apiAddress(''),
  admin: admin.id,
  collectionId: posts.id,
  collectionName: posts.name,
});
const former = (id: string, values: object = {}) => ({
  collectionId: posts.id,
  answer: { record: { id, title: 'Old', ...values } as unknown as FullRecord, sources: {} },
});

/** Writes an entry of the bin, with a file. */
function entryOf(id: string, entry: object, content: object = {}) {
  const usual = {
    id,
    title: id,
    savedAt: at,
    ids: [id],
    recordCount: 1,
    fileCount: 1,
    bytes: 4,
    changed: [],
    gaps: [],
  };
  const empty = { collections: [posts], records: [former(id)], references: [], candidates: [], after: null };
  return {
    entries: { ...owner(), ...usual, kind: 'deleted', state: 'kept', ...entry },
    contents: { id, content: { ...empty, ...content } },
    files: { entryId: id, recordId: id, name: 'a.txt', content: new Blob(['text']) },
  };
}

async function writeBin(...entries: ReturnType<typeof entryOf>[]): Promise<void> {
  const database = await openDB('lowline-bin', 1, {
    upgrade(created) {
      created.createObjectStore('entries', { keyPath: 'id' });
      created.createObjectStore('contents', { keyPath: 'id' });
      created.createObjectStore('files', { keyPath: ['entryId', 'recordId', 'name'] });
    },
  });
  for (const entry of entries)
    for (const [store, value] of Object.entries(entry)) await database.put(store, value);
  database.close();
}

async function writeJobs(jobs: Readonly<Record<string, [job: object, writes: object[]]>>): Promise<void> {
  const database = await openDB('lowline', 1, {
    upgrade(created) {
      created.createObjectStore('jobs', { keyPath: 'job.id' });
      created.createObjectStore('entries', { keyPath: ['jobId', 'entry.place'] });
    },
  });
  for (const [id, [job, writes]] of Object.entries(jobs)) {
    const usual = {
      ...owner(),
      id,
      kind: 'import',
      startedAt: at,
      isTakenBack: false,
      fileName: `${id}.csv`,
    };
    await database.put('jobs', { job: { ...usual, ...job }, isWhole: true });
    for (const [place, write] of writes.entries()) {
      const entry = {
        place,
        kind: 'create',
        isSecond: false,
        body: '{}',
        former: null,
        state: 'done',
        updated: '2',
      };
      await database.put('entries', { jobId: id, entry: { ...entry, ...write } });
    }
  }
  database.close();
}

/** Moves all, and returns the acts by their ids. */
async function moved(store = async (_: ActContent) => true) {
  const acts = new Map<string, ActContent>();
  await moveOldStores(async (content) => {
    if (!(await store(content))) return false;
    acts.set(content.act.id, content);
    return true;
  });
  return acts;
}

const databases = async () => (await indexedDB.databases()).map(({ name }) => name).sort();
const partsOf = (content: ActContent | undefined) =>
  content?.parts.map(({ id, before, after }) => [
    id,
    before && (before.record as { title?: string }).title,
    after && after !== 'gone' ? { ...after.record } : after,
  ]);

test.before.each(() => {
  Object.defineProperty(globalThis, 'indexedDB', {
    value: new IDBFactory(),
    configurable: true,
    writable: true,
  });
  signIn(
    fakeBackend({
      'GET /api/collections/:collection': failure(404, 'Missing.'),
      'GET /api/collections/:collection/records': ({ query }: Call) =>
        listOf(String(JSON.stringify([...Object.values(query)])).includes('there') ? [{ id: 'there' }] : []),
    }),
  );
});
test.after.each(signOut);
test.after(() => mock.restoreAll());

test('deleted and changed records and collections become acts, with their files', async () => {
  await writeBin(
    entryOf(
      'kept',
      {},
      { references: [{ collectionId: posts.id, recordId: 'other', fieldId: 'f', ids: ['kept'] }] },
    ),
    entryOf('interrupted', { state: 'pending' }, { candidates: [former('cascade')] }),
    entryOf('there', { state: 'pending' }),
    entryOf('back', { state: 'back' }, { records: [] }),
    entryOf(
      'changed',
      { kind: 'changed', changed: ['title'] },
      { after: former('changed', { title: 'New', updated: '2' }) },
    ),
    entryOf('whole', { kind: 'collection', ids: [] }),
  );
  const acts = await moved();
  assert.equal(
    [...acts.values()].map(({ act, files }) => [act.id, act.kind, act.state, act.at, files.length]).sort(),
    [
      ['back', 'delete', 'undone', at, 1],
      ['changed', 'save', 'closed', at, 1],
      ['interrupted', 'delete', 'closed', at, 1],
      ['kept', 'delete', 'closed', at, 1],
      ['whole', 'collection', 'closed', at, 1],
    ],
  );
  assert.equal(partsOf(acts.get('kept')), [
    ['kept', 'Old', 'gone'],
    ['other', null, null],
  ]);
  assert.equal(partsOf(acts.get('interrupted')), [
    ['interrupted', 'Old', 'gone'],
    ['cascade', 'Old', 'gone'],
  ]);
  assert.equal(partsOf(acts.get('changed')), [
    ['changed', 'Old', { id: 'changed', title: 'New', updated: '2' }],
  ]);
  assert.is(acts.get('kept')?.files[0]?.name, 'a.txt');
  await eventually(databases, []);
});

test('a collection whose delete was interrupted is kept, if it is gone', async () => {
  await writeBin(entryOf('whole', { kind: 'collection', state: 'pending', ids: [] }));
  assert.equal([...(await moved()).keys()], ['whole']);
});

test('imports become acts with the former values; stopped ones and put-backs need nothing', async () => {
  await writeJobs({
    done: [
      {},
      [
        { id: 'made' },
        { id: 'made', kind: 'update', isSecond: true, former: '{"title":""}', updated: '3' },
        { id: 'changed', kind: 'update', former: '{"title":"Old"}', body: '{"title":"New"}' },
        { id: 'sent', state: 'reserved', updated: '' },
        { id: 'refused', state: 'refused' },
      ],
    ],
    taken: [{ isTakenBack: true }, [{ id: 'made', state: 'undone' }]],
    stopped: [{ kind: 'putBack' }, [{ id: 'x', state: 'waiting' }]],
  });
  const acts = await moved();
  assert.equal(
    [...acts.values()].map(({ act }) => [act.id, act.kind, act.state, act.title, act.recordCount]),
    [
      ['done', 'import', 'closed', 'done.csv', 3],
      ['taken', 'import', 'undone', 'taken.csv', 0],
    ],
  );
  assert.equal(partsOf(acts.get('done')), [
    ['made', null, { id: 'made', updated: '3' }],
    ['changed', 'Old', { id: 'changed', title: 'New', updated: '2' }],
    ['sent', null, null],
  ]);
  await eventually(databases, []);
});

test('an old database stays until all of it is stored', async () => {
  await writeBin(entryOf('a', {}), entryOf('b', {}));
  await moved(async ({ act }) => act.id === 'a');
  await eventually(databases, ['lowline-bin']);
  assert.is((await moved()).size, 2);
  await eventually(databases, []);
});

test.run();
