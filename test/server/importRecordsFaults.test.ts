// Imports a file while the page is killed, the network loses requests and answers, and the server fails: no row is lost
// or doubled, and each one is accounted for. LOWLINE_SEED gives other random faults.
import '../support/bareWindow';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import * as session from '../../ui/page/session/session';
import { createImportRun } from '../../ui/records/import/importRun';
import { randomNumbers } from '../support/randomNumbers';
import { createCollection, createRecord, field, idOf, sharedBackend } from '../support/realBackend';
import {
  allDelivered,
  checkFile,
  isWrite,
  network,
  openNetwork,
  openPage,
  refusalsOf,
  rowsIn,
  type Send,
  start,
} from '../support/recordImport';
import { backends } from '../support/server';

const seed = Number(process.env['LOWLINE_SEED'] ?? 20_261_123);
const rowCount = 180;
const oldCount = 40;
const sessionEnd = 'the session ends';

type Call = Parameters<Send>;
type Fault = (call: Call, random: (bound: number) => number) => Promise<Response>;

const deliver = (call: Call) => network.deliver(...call);
const lost = () => Promise.reject(new TypeError('fetch failed'));
const never = () => new Promise<never>(() => {});
const answered = (status: number, message: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ code: status, message, data: {} }), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
const pageOfProxy = (status: number) =>
  new Response('<html><body>The gateway has a problem.</body></html>', { status });
const arrivesLater = (call: Call, ms: number) => network.track(sleep(ms).then(() => deliver(call)));

/** Faults of writes. The server has the write after some of them, and after others not, or only later. */
const writeFaults: Readonly<Record<string, Fault>> = {
  'the request is lost': lost,
  'the answer is lost': async (call) => {
    await deliver(call);
    return lost();
  },
  'the request arrives after the page has given it up': (call, random) => {
    arrivesLater(call, random(40));
    return lost();
  },
  'the answer breaks off': async (call) => {
    const text = await (await deliver(call)).text();
    return new Response(text.slice(0, text.length / 2), { status: 200 });
  },
  'a page of a proxy stands in for the answer': async () => pageOfProxy(200),
  'a proxy cannot reach the server': async () => pageOfProxy(502),
  'a proxy loses the answer': async (call) => {
    await deliver(call);
    return pageOfProxy(503);
  },
  'a proxy is impatient': async (call, random) => {
    arrivesLater(call, random(40));
    return pageOfProxy(504);
  },
  'the server asks to wait': async () => answered(429, 'Rate limited.', { 'Retry-After': '0' }),
  'the server fails before it stores': async () => {
    // An earlier request of the row that arrives even later than this answer could not be told from it.
    await Promise.all(network.underWay);
    return answered(500, 'Failed before.');
  },
  'the server fails after it has stored': async (call) => {
    await deliver(call);
    return answered(500, 'Failed after.');
  },
  'a hook fails after the server has stored': async (call) => {
    const given = await deliver(call);
    return given.ok ? answered(400, 'The hook failed.') : given;
  },
  'the line is slow': async (call, random) => {
    await sleep(random(60));
    return deliver(call);
  },
};

const kinds = [...Object.keys(writeFaults), sessionEnd];

/** Faults of reads, by which the page looks for its writes. */
const readFaults: readonly Fault[] = [
  lost,
  async () => pageOfProxy(502),
  async () => answered(429, 'Rate limited.', { 'Retry-After': '0' }),
  async (call, random) => {
    await sleep(random(30));
    return deliver(call);
  },
];

for (const [place, { name, binary }] of backends().entries()) {
  const server = sharedBackend(binary);
  const random = randomNumbers(seed + place);
  const story: string[] = [];
  let faultCount = 0;
  const told = () => `seed ${seed}, ${name}: ${story.slice(-20).join('; ')}`;

  /** While it is dead, the server takes the admin for a guest. */
  let isSessionDead = false;

  function asGuest([input, init]: Call): Call {
    const headers = new Headers(init?.headers);
    headers.delete('Authorization');
    return [input, { ...init, headers }];
  }

  const isOfImport = (call: Call) => String(call[0]).includes('/records');

  /** Answers one request of a living page, mostly as the server does. */
  function answer(call: Call): Promise<Response> {
    // A question whether the session is alive that was asked before its end has its answer first.
    if (isSessionDead) return Promise.all(network.underWay).then(() => deliver(asGuest(call)));
    if (!isOfImport(call)) return deliver(call);
    if (!isWrite(call[1])) {
      const fault = random(25) === 0 ? readFaults[random(readFaults.length)] : undefined;
      return (fault ?? deliver)(call, random);
    }
    if (random(4) > 0) return deliver(call);
    // All kinds in turn, so that none is left out.
    const kind = kinds[faultCount % kinds.length] ?? '';
    faultCount += 1;
    story.push(kind);
    if (kind === sessionEnd) {
      isSessionDead = true;
      return answer(call);
    }
    return (writeFaults[kind] ?? deliver)(call, random);
  }

  /** Opens the network for a new page. Resolves when the page is killed, which is at one of its next writes. */
  function livePage(writes: number): Promise<'killed'> {
    return new Promise((resolve) => {
      let left = writes;
      let isDead = false;
      network.send = (...call) => {
        if (isDead) return never();
        if (isWrite(call[1]) && isOfImport(call)) left -= 1;
        const given = answer(call);
        network.track(given);
        if (left === 0) {
          // The write that is under way may arrive before or after the next page begins.
          isDead = true;
          story.push('killed');
          resolve('killed');
        }
        return isDead ? never() : given.then((response) => (isDead ? never() : response));
      };
    });
  }

  /** Old records, and a file that changes them and adds others. */
  async function prepare(collectionName: string) {
    const collection = await createCollection({
      name: collectionName,
      schema: [field('text', 'title')],
      indexes: [`CREATE UNIQUE INDEX \`idx_${collectionName}\` ON \`${collectionName}\` (\`title\`)`],
    });
    const idAt = (at: number) => idOf(`row${String(at).padStart(4, '0')}`);
    for (let at = 0; at < oldCount; at += 1)
      await createRecord(collection, { id: idAt(at), title: `old ${at}` });
    const lines = Array.from({ length: rowCount }, (_, at) => `${idAt(at)},row ${at}`);
    return { collection, file: `id,title\n${lines.join('\n')}\n`, idAt };
  }

  async function titlesIn(collection: Collection): Promise<Map<string, string>> {
    const rows = await rowsIn(collection);
    const titles = new Map(rows.map(({ id, values }) => [id, JSON.parse(values.get('title') ?? '""')]));
    assert.is(titles.size, rows.length, `doubled ids, ${told()}`);
    return titles;
  }

  /** Imports the file, and kills the page so often. */
  async function importWithFaults(wantedKills: number): Promise<void> {
    story.length = 0;
    await openPage(await server.backend());
    const { token, admin } = session.state;
    assert.ok(admin);
    let signIns = 0;
    const stopSignIn = session.onExpiry(() => {
      setTimeout(() => {
        isSessionDead = false;
        signIns += 1;
        // Each sign-in has a token of its own; the client of the test sends the first one.
        session.begin({ token: `${token}${signIns}`, admin });
      }, 20);
    });
    // The page asks every three seconds, and at once when the browser is online again.
    const online = setInterval(() => window.dispatchEvent(new Event('online')), 10);
    try {
      const { collection, file, idAt } = await prepare(`faults_${place}_${wantedKills}`);
      let checked = await checkFile(collection, file);
      const { news, changed } = checked.check;
      assert.equal([news.length, changed.length], [rowCount - oldCount, oldCount]);
      let kills = 0;
      let run = createImportRun(collection);
      for (;;) {
        // After the wanted kills the last page may end its work.
        const killed = livePage(kills < wantedKills ? 1 + random(2) : Number.POSITIVE_INFINITY);
        const ended = start(run, checked.form);
        if ((await Promise.race([killed, ended.then(() => 'ended')])) === 'ended') break;
        kills += 1;
        // A killed page sends nothing any more.
        run.stop();
        isSessionDead = false;
        if (!session.isSignedIn()) session.begin({ token, admin });
        openNetwork();
        checked = await checkFile(collection, file);
        assert.equal([checked.check.faults.size, checked.form.isContinued()], [0, true], told());
        run = createImportRun(collection);
      }
      network.send = null;
      isSessionDead = false;
      await allDelivered();

      assert.is(kills, wantedKills, told());
      assert.is(run.state.left, 0, told());
      // Row 1 has the names.
      const refused = new Set(Object.values(refusalsOf(run)).flatMap((rows) => rows.map((row) => row - 2)));
      // A session that ends while the question about it gets no response is a refusal that says so.
      const reasons = [': Failed before.', ': Only admins can perform this action.'];
      assert.equal(
        Object.keys(refusalsOf(run)).filter((reason) => !reasons.includes(reason)),
        [],
        told(),
      );
      const titles = await titlesIn(collection);
      for (let at = 0; at < rowCount; at += 1) {
        const expected = refused.has(at) ? (at < oldCount ? `old ${at}` : undefined) : `row ${at}`;
        assert.is(titles.get(idAt(at)), expected, `row ${at}, ${told()}`);
      }
      const newOnes = [...refused].filter((at) => at >= oldCount).length;
      assert.is(titles.size, rowCount - newOnes, told());
      const missing = kinds.filter((kind) => !story.includes(kind));
      assert.equal(missing, [], `seed ${seed}: these faults did not happen`);
    } finally {
      clearInterval(online);
      stopSignIn();
      network.send = null;
    }
  }

  // A page without kills sends most rows for the first time; the others look for each row first.
  test(`${name}: with ${kinds.length} kinds of faults, each row is in or told`, () => importWithFaults(0));

  test(`${name}: with these faults and 50 kills, each row is in or told`, () => importWithFaults(50));

  test.after(server.stop);
}
test.after(session.end);

test.run();
