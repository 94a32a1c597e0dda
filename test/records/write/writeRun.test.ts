import { mock } from 'node:test';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../ui/backend/ApiError';
import * as connection from '../../../ui/page/session/connection';
import * as environment from '../../../ui/page/session/environment';
import * as environmentName from '../../../ui/page/session/environmentName';
import * as session from '../../../ui/page/session/session';
import * as writeLock from '../../../ui/page/session/writeLock';
import { createWriteRun, speedOf, type WriteRunOptions } from '../../../ui/records/write/writeRun';
import { connect, settle as settled } from '../../backend/connect';
import { type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { admin, adminToken } from '../../support/samples';

const refreshRoute = 'POST /api/admins/auth-refresh';
const now = Date.parse('2026-11-22T08:40:00Z');

let backend: FakeBackend;

const errorOf = (kind: ApiError['kind'], status = 0, retryAfterMs: number | null = null) =>
  new ApiError({
    kind,
    url: 'http://localhost:8090/api/x',
    status,
    message: `${kind} ${status}`,
    retryAfterMs,
  });
const noAnswer = () => errorOf('unreachable');
const refusal = (status: number) => errorOf('refused', status);
const namedRefusal = () =>
  new ApiError({
    kind: 'refused',
    url: 'http://localhost:8090/api/x',
    status: 400,
    message: 'Failed to create record.',
    fields: { id: { code: 'validation_invalid_id', message: 'The model id is invalid.' } },
  });

async function pass(ms: number): Promise<void> {
  mock.timers.tick(ms);
  await settled();
}

/** Any result of a look-up counts as done; null means that nothing was found. */
type Look = 'done' | null;
type Options = Partial<Omit<WriteRunOptions<number, unknown>, 'atATime'>> & { atATime?: number };

/** A run of jobs that are numbers; it records what happens to them. */
function createRun({ atATime = 4, ...options }: Options = {}) {
  const sent: number[] = [];
  const done: number[] = [];
  const refused: Array<[job: number, reason: string]> = [];
  const { send = async () => {} } = options;
  const run = createWriteRun<number, unknown>({
    atATime: () => atATime,
    onDone: (job) => void done.push(job),
    onRefused: (job, error) => void refused.push([job, error instanceof Error ? error.message : `${error}`]),
    waitsForSession: true,
    ...options,
    send(job) {
      sent.push(job);
      return send(job);
    },
  });
  let stopping = new AbortController();
  return {
    state: run.state,
    run: (jobs: Iterable<number> | AsyncIterable<number>, total: number) =>
      run.run(jobs, total, { signal: stopping.signal }).finally(() => {
        stopping = new AbortController();
      }),
    stop: () => stopping.abort(),
    sent,
    done,
    refused,
  };
}

/** Answers with the values in turn, then with the last one; an error is thrown. */
function inTurn<T>(...answers: (T | Error)[]): () => Promise<T> {
  return async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer as T;
  };
}

/** A promise that the test resolves. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Locks writes, with ten minutes that are open. */
function openForTenMinutes(): void {
  environment.open();
  environmentName.save({ name: 'Production', colour: 'red', locks: true, appName: '' });
  writeLock.unlock();
}
test.before.each(() => {
  resetDom();
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now });
  backend = fakeBackend({
    'GET /api/health': { code: 200 },
    [refreshRoute]: { admin, token: adminToken() },
  });
  const page = connect(backend);
  Object.defineProperty(page, 'token', { get: session.token });
  session.begin({ admin, token: adminToken() });
});
test.after.each(async () => {
  await pass(3_000);
  assert.is(connection.state.isAway, false);
  session.end();
  mock.timers.reset();
});

test('four jobs are under way at a time, and their results are told before they are counted', async () => {
  const gates = Array.from({ length: 6 }, gate);
  const told = gate();
  const ended: number[] = [];
  const { run, sent, state } = createRun({
    send: async (job) => gates[job]?.opened,
    onDone: (job) => told.opened.then(() => void ended.push(job)),
  });
  async function* jobs() {
    for (const job of [0, 1, 2, 3, 4, 5]) yield job;
  }
  const running = run(jobs(), 6);
  await settled();
  assert.equal(sent, [0, 1, 2, 3]);
  gates[2]?.open();
  await settled();
  assert.equal([sent, state.done], [[0, 1, 2, 3], 0]);
  told.open();
  await settled();
  assert.equal([sent, ended], [[0, 1, 2, 3, 4], [2]]);
  const expected = { isStopping: false, wait: null, done: 1, refused: 0, total: 6, startedAt: now };
  assert.equal({ ...state }, { isRunning: true, ...expected });
  for (const { open } of gates) open();
  await running;
  assert.equal([ended.sort(), state.isRunning, state.done], [[0, 1, 2, 3, 4, 5], false, 6]);
});

test('after a stop the jobs under way end, and no other starts before the next run', async () => {
  const { open, opened } = gate();
  const { run, stop, sent, done, state } = createRun({ send: () => opened });
  const running = run([1, 2, 3, 4, 5, 6], 6);
  stop();
  assert.is(state.isStopping, true);
  open();
  await running;
  assert.equal([sent.length, done, state.isRunning, state.isStopping], [4, [1, 2, 3, 4], false, false]);
  stop();
  await run([7], 1);
  assert.equal([sent.length, state.isRunning, state.isStopping], [4, false, false]);
  await run([8], 1);
  assert.equal(done, [1, 2, 3, 4, 8]);
});

test('a stop ends a wait, and leaves the job open', async () => {
  const { run, stop, done, refused, state } = createRun({
    send: inTurn<void>(noAnswer()),
    settle: inTurn<Look>(null),
  });
  const running = run([1], 1);
  await settled();
  assert.is(state.wait, 'offline');
  stop();
  await running;
  assert.equal([done, refused, state.wait], [[], [], null]);
});

for (const [where, options] of [
  ['onDone', { onDone: () => Promise.reject(new Error('Full.')) }],
  ['onRefused', { send: inTurn<void>(refusal(404)), onRefused: () => Promise.reject(new Error('Full.')) }],
] as const) {
  test(`an error of ${where} stops the run, is thrown, and ends`, async () => {
    openForTenMinutes();
    const others = writeLock.state.runs;
    const { run, state } = createRun({ ...options, atATime: 1 });
    const error = await run([1, 2, 3], 3).catch((reason: unknown) => reason);
    assert.is((error as Error).message, 'Full.');
    assert.equal([state.isRunning, state.done, state.refused], [false, 0, 0]);
    assert.is(writeLock.state.runs, others);
    writeLock.lockHere();
    environmentName.drop();
  });
}

type End = 'done' | 'refused';
/** What the first job's requests and its look-ups answer; what is sent, how the job ends, and its look-ups. */
type Case = [
  what: string,
  send: (Error | undefined)[],
  looks: (Look | Error)[],
  sent: number[],
  end: End,
  lookCount: number,
];

const once = [1, 2];
const twice = [1, 1, 2];
const bug = new TypeError('A bug.');
const silences = [
  noAnswer(),
  errorOf('timeout'),
  errorOf('unreadable', 200),
  ...[502, 503, 504].map(refusal),
];
const doubts = [refusal(500), refusal(400)];
// A refusal is believed, an answer that is missing is not: then the record is looked for.
const cases: Case[] = [
  ...[refusal(403), refusal(404), namedRefusal(), refusal(401), bug].map(
    (error): Case => ['a refusal', [error], ['done'], once, 'refused', 0],
  ),
  ...[...doubts, noAnswer()].map((error): Case => ['nothing to look with', [error], [], once, 'refused', 0]),
  ...doubts.map((error): Case => ['refused after it stored', [error], ['done'], once, 'done', 1]),
  ...doubts.map((error): Case => ['refused without storing', [error], [null], once, 'refused', 1]),
  ...silences.map((error): Case => ['stored without an answer', [error], ['done'], once, 'done', 1]),
  ['not arrived, twice', [noAnswer(), noAnswer(), undefined], [null], [1, 1, 1, 2], 'done', 2],
  ['a look-up without an answer', [noAnswer()], [refusal(504), 'done'], once, 'done', 2],
  ['arrived late, before a second one', [noAnswer(), namedRefusal()], [null, 'done'], twice, 'done', 2],
  ['a second one that is refused for good', [noAnswer(), namedRefusal()], [null], twice, 'refused', 2],
];

test('an error of the jobs is thrown after the writes under way', async () => {
  const { open, opened } = gate();
  async function* jobs() {
    yield 1;
    throw new Error('No more.');
  }
  const { run, done } = createRun({ send: () => opened });
  const running = run(jobs(), 2).catch((reason: unknown) => reason);
  await settled();
  open();
  assert.is(((await running) as Error).message, 'No more.');
  assert.equal(done, [1]);
});

for (const [what, send, looks, sent, end, lookCount] of cases) {
  test(`a write ends as ${end}: ${what}, ${send[0]?.message}`, async () => {
    const answer = inTurn<undefined>(...send);
    const look = inTurn<Look>(...looks);
    let asked = 0;
    const settle = () => {
      asked += 1;
      return look();
    };
    const run = createRun({
      atATime: 1,
      send: async (job) => (job === 1 ? answer() : undefined),
      ...(looks.length > 0 && { settle }),
    });
    const running = run.run([1, 2], 2);
    await settled();
    // The run waits for a server without an answer only if it can look for its write.
    const isSilent =
      looks.length > 0 && /unreachable|timeout|unreadable|50[234]/.test(send[0]?.message ?? '');
    assert.is(run.state.wait, isSilent ? 'offline' : null);
    for (let round = 0; round < 3; round += 1) await pass(3_000);
    await running;
    assert.equal([run.sent, asked], [sent, lookCount]);
    const last = send.findLast((error) => error)?.message;
    assert.equal([run.done, run.refused], end === 'done' ? [[1, 2], []] : [[2], [[1, last]]]);
    assert.is(session.isSignedIn(), true);
  });
}

test('while the server is away, nothing is sent', async () => {
  const { open, opened } = gate();
  backend.answer('GET /api/health', failure(503, ''));
  const { run, sent, done } = createRun({
    atATime: 2,
    send: async (job) => {
      if (job === 1 && sent.length < 3) throw noAnswer();
      if (job === 2) await opened;
    },
    settle: inTurn<Look>(null),
  });
  const running = run([1, 2, 3, 4], 4);
  await settled();
  open();
  await pass(30_000);
  assert.equal([sent, done], [[1, 2], [2]]);
  backend.answer('GET /api/health', { code: 200 });
  await pass(3_000);
  await running;
  assert.equal(done.sort(), [1, 2, 3, 4]);
});

for (const [what, retryAfterMs, waited] of [
  ['as long as the server says', 12_000, 12_000],
  ['5 seconds if it does not say', null, 5_000],
] as const) {
  test(`after a 429 the run waits ${what}, and the wait does not count for the speed`, async () => {
    const { run, sent, done, state } = createRun({
      send: inTurn<void>(errorOf('refused', 429, retryAfterMs), undefined),
    });
    const running = run([1], 1);
    await settled();
    assert.is(state.wait, 'busy');
    await pass(waited - 1);
    assert.equal(sent, [1]);
    await pass(1);
    await running;
    assert.equal([sent, done, state.wait, state.startedAt], [[1, 1], [1], null, now + waited]);
  });
}

for (const error of [refusal(401), errorOf('aborted')]) {
  test(`if the session has ended (${error.message}), the run waits for the next sign-in`, async () => {
    const answer = inTurn<void>(error, undefined);
    const { run, sent, done, refused, state } = createRun({
      atATime: 1,
      send: () => {
        if (sent.length === 1) session.expire();
        return answer();
      },
    });
    const running = run([1, 2], 2);
    await settled();
    assert.equal([state.wait, sent], ['session', [1]]);
    session.begin({ admin, token: adminToken() });
    await running;
    assert.equal([sent, done, refused], [[1, 1, 2], [1, 2], []]);
  });
}

test('a write that the end of the session has cancelled is looked for before it is sent again', async () => {
  const { run, sent, done } = createRun({
    async send() {
      session.expire();
      throw errorOf('aborted');
    },
    settle: async () => 'done',
  });
  const running = run([1], 1);
  await settled();
  session.begin({ admin, token: adminToken() });
  await running;
  assert.equal([sent, done], [[1], [1]]);
});

test('nothing is sent as a guest', async () => {
  session.end();
  const { run, sent, done, state } = createRun();
  const running = run([1], 1);
  await settled();
  assert.equal([state.wait, sent], ['session', []]);
  session.begin({ admin, token: adminToken() });
  await running;
  assert.equal(done, [1]);
});

test('a run that does not wait for the session refuses its jobs', async () => {
  session.end();
  const { run, refused } = createRun({ send: inTurn<void>(refusal(401)), waitsForSession: false });
  await run([1], 1);
  assert.equal(refused, [[1, 'refused 401']]);
});

test('the speed is that of the jobs that have ended', () => {
  const state = { ...createRun().state, isRunning: true, total: 100, done: 15, refused: 5, startedAt: 1_000 };
  assert.equal(speedOf(state, 5_000), { perSecond: 5, msLeft: 16_000 });
  assert.equal(speedOf({ ...state, done: 95 }, 5_000), { perSecond: 25, msLeft: 0 });
  assert.is(speedOf({ ...state, done: 0, refused: 0 }, 5_000), null);
  assert.is(speedOf({ ...state, wait: 'busy' }, 5_000), null);
  assert.is(speedOf(state, 1_000), null);
});

const isCreate = (row: number) => row % 2 === 1;
const isAlwaysRefused = (row: number) => row % 7 === 0;

/**
 * A server that counts how often each row was written. It refuses a second create, because the id is taken.
 * Chance decides what its client hears.
 */
function createShakyServer(chance: () => number) {
  const writes = new Map<number, number>();
  const late: number[] = [];

  function write(row: number): void {
    if (isAlwaysRefused(row)) throw refusal(404);
    if (isCreate(row) && writes.has(row)) throw namedRefusal();
    writes.set(row, (writes.get(row) ?? 0) + 1);
  }

  async function arrive(row: number): Promise<void> {
    await settled();
    const at = chance();
    if (at < 10) throw noAnswer();
    if (at < 20 && isCreate(row)) {
      late.push(row);
      throw noAnswer();
    }
    if (at < 25) throw errorOf('refused', 429, 1_000);
    if (at < 30) {
      session.expire();
      throw refusal(401);
    }
    write(row);
    if (at < 40) throw [noAnswer(), refusal(504), errorOf('unreadable', 200)][at % 3];
  }

  async function find(row: number): Promise<'done' | null> {
    await settled();
    const at = chance();
    if (at < 10) throw noAnswer();
    if (at < 15) throw errorOf('refused', 429, 1_000);
    const found = writes.has(row) ? 'done' : null;
    // A create may arrive after its client has given it up and looked for it.
    for (const lost of late.splice(0)) if (!isAlwaysRefused(lost) && !writes.has(lost)) write(lost);
    return found;
  }

  return { writes, arrive, find };
}

const rowCount = 40;

/** The state of each row in a page. The next page reads it. */
type Book = Map<number, 'waiting' | 'sent' | 'done' | 'refused'>;

/** One page with a run. After its crash it hears and writes nothing more. */
function openPage(book: Book, server: ReturnType<typeof createShakyServer>) {
  let hasCrashed = false;
  const alive = <T>(work: () => Promise<T>): Promise<T> => {
    const dead = new Promise<never>(() => {});
    return hasCrashed ? dead : work().finally(() => (hasCrashed ? dead : undefined));
  };
  const note = (row: number, end: 'sent' | 'done' | 'refused') => alive(async () => void book.set(row, end));
  const inDoubt = new Set<number>();
  const run = createWriteRun<number, unknown>({
    atATime: () => 4,
    send: (row) => alive(() => server.arrive(row)),
    settle: (row) => alive(() => server.find(row)),
    isInDoubt: (row) => inDoubt.has(row),
    onDone: (row) => note(row, 'done'),
    onRefused: (row) => note(row, 'refused'),
    waitsForSession: true,
  });
  async function* rows() {
    const open = [...book].filter(([, end]) => end === 'waiting' || end === 'sent');
    for (const [row, end] of open) {
      if (end === 'sent') inDoubt.add(row);
      await note(row, 'sent');
      yield row;
    }
  }
  let stopping = new AbortController();
  return {
    start() {
      stopping = new AbortController();
      return run.run(rows(), rowCount, { signal: stopping.signal });
    },
    stop: () => stopping.abort(),
    crash() {
      hasCrashed = true;
    },
  };
}

/** Writes all rows, through the misfortunes that the dice bring. */
async function writeAll(dice: readonly number[]) {
  const throws = [...dice];
  const chance = () => throws.shift() ?? 99;
  const server = createShakyServer(chance);
  const book: Book = new Map(Array.from({ length: rowCount }, (_, at) => [at + 2, 'waiting']));
  let page = openPage(book, server);
  let isOver = false;

  async function goOn(): Promise<void> {
    const mine = page;
    await mine.start();
    if (mine !== page) return;
    if ([...book.values()].some((end) => end === 'waiting' || end === 'sent')) await goOn();
    else isOver = true;
  }

  void goOn();
  for (let round = 0; !isOver; round += 1) {
    assert.ok(round < 2_000, 'the run ends');
    const at = chance();
    if (at < 3) page.stop();
    else if (at < 6) {
      page.crash();
      page = openPage(book, server);
      void goOn();
    }
    await pass(3_000);
    if (!session.isSignedIn()) session.begin({ admin, token: adminToken() });
  }
  return { book, writes: server.writes };
}

test('whatever fails, each row is written once and none is missing', async () => {
  const dice = fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 20, maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(dice, async (given) => {
      const { book, writes } = await writeAll(given);
      const written = [...book.keys()].filter((row) => !isAlwaysRefused(row));
      assert.equal(
        [...writes].sort(([one], [other]) => one - other),
        written.map((row) => [row, 1]),
      );
      for (const [row, end] of book) assert.is(end, isAlwaysRefused(row) ? 'refused' : 'done');
    }),
    { numRuns: 100 },
  );
});

test('a refusal of a dead session that comes after the next sign-in is no refusal', async () => {
  let refuse = (_: Error) => {};
  let sent = 0;
  const run = createRun({
    send: () => {
      sent += 1;
      return sent > 1 ? Promise.resolve() : new Promise((_, reject) => (refuse = reject));
    },
  });
  const running = run.run([1], 1);
  await settled();
  session.begin({ admin, token: adminToken(4102444802) });
  refuse(refusal(403));
  await running;
  assert.equal([run.sent, run.done, run.refused], [[1, 1], [1], []]);
});

test('a run across the end of the open time keeps writes open to its end', async () => {
  openForTenMinutes();
  // Runs of crashed pages in the tests before.
  const others = writeLock.state.runs;
  const gates = Array.from({ length: 6 }, gate);
  const permits: unknown[] = [];
  const { run, done } = createRun({
    async send(job) {
      await gates[job]?.opened;
      permits.push(writeLock.permit('PATCH', { isBackground: true }));
    },
  });
  const running = run([0, 1, 2, 3, 4, 5], 6);
  await pass(601_000);
  assert.equal([writeLock.state.leftMs, writeLock.state.runs], [0, others + 1]);
  for (const { open } of gates) open();
  await running;
  assert.equal(permits, [true, true, true, true, true, true]);
  assert.is(done.length, 6);
  assert.is(writeLock.state.runs, others);
  environmentName.drop();
});

test('a refusal by the write lock stops the run; its jobs are neither done nor refused', async () => {
  const settledJobs: number[] = [];
  const { run, sent, done, refused, state } = createRun({
    atATime: 1,
    send: inTurn<void>(undefined, errorOf('locked')),
    async settle(job) {
      settledJobs.push(job);
      return 'done';
    },
  });
  await run([1, 2, 3], 3);
  assert.equal([sent, done, refused, settledJobs], [[1, 2], [1], [], []]);
  assert.is(state.isRunning, false);
});

test.run();
