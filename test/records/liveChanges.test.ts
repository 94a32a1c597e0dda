import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as session from '../../ui/page/session/session';
import { createLiveChanges } from '../../ui/records/liveChanges';
import { createRecordList, type RecordList } from '../../ui/records/recordList';
import { connect, settle } from '../backend/connect';
import { type FakeBackend, fakeBackend } from '../support/backend';
import { resetDom } from '../support/dom';
import { asNewer } from '../support/fields';
import { admin, adminToken, postsCollection } from '../support/samples';

const listRoute = 'GET /api/collections/:collection/records';
const page = 40;
const posts = { ...postsCollection, id: 'posts' };

/** The opened streams; tests send events through the last one. */
class Stream extends EventTarget {
  static readonly OPEN = 1;
  static all: Stream[] = [];
  readyState = 1;
  onerror: (() => void) | null = null;
  constructor() {
    super();
    Stream.all.push(this);
  }
  close(): void {
    this.readyState = 2;
  }
}

let backend: FakeBackend;
let records: RecordList;
let live: ReturnType<typeof createLiveChanges>;
let stop = () => {};
let rows: { id: string; updated: string }[] = [];

const row = (id: string, updated = '2026-01-01') => ({ id, updated });
const tell = (action: string, record: object) => {
  const data = JSON.stringify({ action, record });
  Stream.all.at(-1)?.dispatchEvent(new MessageEvent('posts/*', { data }));
};
const visibility = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
};

async function connectStream(): Promise<void> {
  const data = JSON.stringify({ clientId: 'mine' });
  Stream.all.at(-1)?.dispatchEvent(new MessageEvent('PB_CONNECT', { data }));
  await settle();
}

/** Replaces the rows while no stream is open. */
async function away(next: typeof rows): Promise<void> {
  visibility('hidden');
  rows = next;
  visibility('visible');
  await connectStream();
}

test.before.each(async () => {
  resetDom();
  visibility('visible');
  Object.defineProperty(globalThis, 'EventSource', { configurable: true, value: Stream });
  Stream.all = [];
  backend = fakeBackend({
    [listRoute]: ({ query }: { query: Record<string, string> }) => {
      const [at, size] = [Number(query['page']), Number(query['perPage'])];
      return { page: at, perPage: size, totalItems: -1, items: rows.slice((at - 1) * size, at * size) };
    },
    'POST /api/realtime': null,
    'POST /api/admins/auth-refresh': { admin, token: adminToken(4102444801) },
  });
  const connected = connect(backend);
  Object.defineProperty(connected, 'token', { get: session.token });
  session.begin({ admin, token: adminToken() });
  rows = Array.from({ length: 60 }, (_, n) => row(`row${String(n).padStart(3, '0')}`));
  records = createRecordList();
  await records.open({ collection: posts, sort: '+created', search: undefined, hidden: [] });
  live = createLiveChanges(records);
  stop = live.follow('posts');
  await connectStream();
  assert.is(records.list.state.items.length, page);
  assert.is(live.state.changed, 0);
});
test.after.each(() => {
  stop();
  session.end();
});

test('a row counts once for many events, and not while it is shown as it is', () => {
  tell('update', row('row001', '2026-01-02'));
  tell('update', row('row001', '2026-01-03'));
  assert.is(live.state.changed, 1);
  tell('update', row('row001', '2026-01-01'));
  assert.is(live.state.changed, 0);
  tell('delete', row('row059'));
  assert.is(live.state.changed, 0, 'it is not shown');
  tell('delete', row('row000'));
  assert.is(live.state.changed, 1);
});

test("this tab's own save stops counting; a reload clears the changes, except events during it", async () => {
  tell('update', row('row001', '2026-01-02'));
  records.list.replace({ ...row('row001', '2026-01-02') } as never);
  await settle();
  assert.is(live.state.changed, 0);
  tell('create', row('new1'));
  const online = backend.goOffline();
  await records.reload();
  await settle();
  online();
  assert.is(live.state.changed, 1, 'a failed reload keeps them');
  const release = backend.hold(listRoute);
  const reading = records.refresh();
  await settle();
  tell('create', row('new2'));
  release();
  await reading;
  await settle();
  assert.is(live.state.changed, 1);
});

test('after a gap the rows are compared, with the fewest columns and without moving one', async () => {
  const before = records.list.state.items;
  await away(rows.map((one) => (one.id === 'row007' ? row('row007', '2026-02-02') : one)));
  assert.is(live.state.changed, 1);
  assert.is(records.list.state.items, before);
  const { query } = backend.callsTo(listRoute).at(-1) ?? {};
  assert.equal(
    [query?.['fields'], query?.['expand'], query?.['perPage'], query?.['sort']],
    ['id,updated', undefined, String(page), '+created'],
  );
});

test('rows without a date are compared by their values', async () => {
  stop();
  const undated = (n: number, title = 'One') =>
    ({ id: `row${n}`, title }) as unknown as (typeof rows)[number];
  rows = [undated(1), undated(2)];
  const { builtIn = [], ...collection } = asNewer(posts);
  const idOnly = { ...collection, builtIn: builtIn.slice(0, 1) };
  await records.open({ collection: idOnly, sort: '+title', search: undefined, hidden: [] });
  stop = live.follow('posts');
  await connectStream();
  assert.is(live.state.changed, 0);
  tell('update', undated(1, 'Two'));
  assert.is(live.state.changed, 1);
  records.list.replace(undated(1, 'Two') as never);
  await settle();
  assert.is(live.state.changed, 0);
  await away([undated(1, 'Two'), undated(2, 'Three')]);
  assert.is(live.state.changed, 1);
});

test('a deleted row and the one that moves up count as one change, and so does an inserted row', async () => {
  await away(rows.filter(({ id }) => id !== 'row007'));
  assert.is(live.state.changed, 1);
  await records.reload();
  await settle();
  assert.is(live.state.changed, 0);
  await away([row('aaa'), ...rows]);
  assert.is(live.state.changed, 1);
});

test('an event during the comparison is newer than its result', async () => {
  visibility('hidden');
  rows = rows.map((one) => (one.id === 'row001' ? row('row001', '2026-02-02') : one));
  visibility('visible');
  const release = backend.hold(listRoute);
  await connectStream();
  tell('delete', row('row001'));
  tell('update', row('row002', '2026-02-03'));
  release();
  await settle();
  assert.is(live.state.changed, 2);
});

test('the end of the session closes the stream, and the next session opens it again', async () => {
  session.end();
  await settle();
  assert.is(Stream.all.at(-1)?.readyState, 2);
  session.begin({ admin, token: adminToken() });
  await settle();
  assert.is(Stream.all.length, 2);
  await connectStream();
  assert.is(live.state.stream, 'open');
});

test.run();
