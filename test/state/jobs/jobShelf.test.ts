import '../../support/bareWindow';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { apiAddress } from '../../../ui/api/client';
import * as bin from '../../../ui/state/bin/bin';
import { markBin, readMarks, setEmptiedAtLogOut } from '../../../ui/state/bin/binMarks';
import { createJobShelf } from '../../../ui/state/jobs/jobShelf';
import type { PutBackJob, WriteJob, WriteState } from '../../../ui/state/jobs/writeJob';
import { openJournal } from '../../../ui/state/jobs/writeJournal';
import * as session from '../../../ui/state/session';
import * as tabs from '../../../ui/state/tabs';
import { connect } from '../../api/connect';
import { fakeBackend } from '../../support/backend';
import { adminToken } from '../../support/samples';
import { entryOf, importJobOf } from './jobSamples';

const base = { startedAt: new Date().toISOString(), total: 1, isTakenBack: false };

const putBackOf = (id: string, rest: Partial<PutBackJob> = {}): PutBackJob => ({
  ...base,
  id,
  server: apiAddress(''),
  admin: 'me',
  kind: 'putBack',
  source: { bin: [`entry of ${id}`] },
  title: id,
  hasUsers: false,
  ...rest,
});

const importOf = (id: string): WriteJob => ({
  ...importJobOf({ id, server: apiAddress(''), admin: 'me' }),
  kind: 'import',
});

async function keep(...jobs: readonly WriteJob[]): Promise<void> {
  const journal = await openJournal();
  for (const job of jobs) await journal.add(job, [entryOf()]);
}

const keptIds = async () =>
  (await (await openJournal()).jobs(apiAddress(''))).map(({ id }) => id).sort((a, b) => a.localeCompare(b));

test.before.each(() => {
  connect(fakeBackend({}));
  session.adopt({ token: adminToken(), admin: { id: 'me', email: 'me@example.com' } });
  Object.defineProperty(globalThis, 'indexedDB', { value: new IDBFactory(), configurable: true });
});
test.after(() => session.end());

test('an emptied bin forgets the stopped put-backs of its admin, and nothing else', async () => {
  await keep(putBackOf('mine'), putBackOf('backup', { source: { backup: 'a.zip' } }), importOf('import'));
  await keep(putBackOf('held'), putBackOf('other', { admin: 'other' }));
  const release = tabs.hold('import held');
  await bin.empty();
  release();
  assert.equal(await keptIds(), ['held', 'import', 'other']);
  await bin.setKeptDays(0);
  assert.equal(await keptIds(), ['import', 'other']);
});

test('an entry that is deleted for good leaves the stopped put-backs, too', async () => {
  await keep(putBackOf('a'), putBackOf('b', { source: { bin: ['entry of a', 'entry of b'] } }));
  await keep(putBackOf('c'), putBackOf('d', { source: { backup: 'entry of a' } }));
  await bin.remove(['entry of a']);
  assert.equal(await keptIds(), ['c', 'd']);
});

test('the bin of a log-out is emptied with its stopped put-backs', async () => {
  await keep(putBackOf('a'), putBackOf('b', { admin: 'a second one' }), putBackOf('c', { admin: 'third' }));
  assert.not(markBin('me'));
  setEmptiedAtLogOut(true);
  assert.ok(markBin('me') && markBin('a second one'));
  assert.equal(
    readMarks().map(([, admin]) => admin),
    ['me', 'a second one'],
  );
  await bin.emptyMarked();
  assert.equal([await keptIds(), readMarks()], [['c'], []]);
  setEmptiedAtLogOut(false);
});

test('a put-back is listed while some of it is open', async () => {
  const state = { unfinished: [], isKept: true } as Parameters<typeof createJobShelf<PutBackJob>>[1];
  const shelf = createJobShelf<PutBackJob>(
    {
      words: {
        writes: () => ({ what: '', verb: '' }),
        undoes: () => ({ what: '', verb: '' }),
        ...{ runsElsewhere: '', goneElsewhere: '', discard: '', takeBack: () => '', takenBack: '' },
      },
      isListed: (job): job is PutBackJob => job.kind === 'putBack',
      forgetsEnded: true,
    },
    state,
  );
  const journal = await shelf.journal();
  const states: WriteState[] = ['waiting', 'reserved', 'undoing', 'done', 'refused', 'undone'];
  for (const one of states) await journal.add(putBackOf(one), [entryOf({ state: one })]);
  await journal.add(putBackOf('taken back', { isTakenBack: true }), [entryOf()]);
  await shelf.list();
  assert.equal(state.unfinished.map(({ job }) => job.id).sort(), ['reserved', 'undoing', 'waiting']);
  assert.equal(await keptIds(), ['reserved', 'undoing', 'waiting']);
});

test.run();
