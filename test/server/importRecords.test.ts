// Imports files with the stores of the page: what is exported comes back.
import '../support/bareWindow';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import * as collections from '../../ui/page/collections';
import * as session from '../../ui/page/session/session';
import type { TextOptions } from '../../ui/records/export/exportText';
import type { RecordImportForm } from '../../ui/records/import/recordImportForm';
import { awkwardTexts, createAwkwardRecords, newUser } from '../support/awkwardRecords';
import { fixtures } from '../support/fixtures';
import {
  authOptions,
  createCollection,
  createRecord,
  field,
  idOf,
  sharedBackend,
} from '../support/realBackend';
import {
  checkFile,
  emptyCopy,
  exportAll,
  faultsOf,
  importAll,
  network,
  openPage,
  refusalsOf,
  remove,
  rowsIn,
  storedIn,
} from '../support/recordImport';
import { isLong } from '../support/runsOf';
import { backends } from '../support/server';

const shared = fixtures();

const formats: readonly (Partial<TextOptions> & { label: string })[] = [
  { label: 'CSV with guard', format: 'csv', separator: ',', hasByteOrderMark: true, isGuarded: true },
  { label: 'CSV without guard', format: 'csv', separator: ';', hasByteOrderMark: true, isGuarded: false },
  { label: 'CSV with tabs', format: 'csv', separator: '\t', hasByteOrderMark: false, isGuarded: true },
  { label: 'JSON', format: 'json' },
  { label: 'JSON Lines', format: 'jsonl' },
];

/** Only a person knows that nothing guarded the texts of a file. */
const chooseFor =
  ({ isGuarded }: Partial<TextOptions>) =>
  (form: RecordImportForm) => {
    if (isGuarded === false) form.setPlan({ takesGuardAway: false });
  };

const userSchema = [field('text', 'name'), field('number', 'age')];

async function empty(collection: Collection): Promise<void> {
  for (const { id } of await rowsIn(collection)) await remove(collection, id);
}

for (const { name, binary } of backends(isLong ? 'lines' : 'newest')) {
  const server = sharedBackend(binary);
  const filled = sharedBackend(binary, {
    data: shared === null ? undefined : path.join(shared, 'backend-testdata'),
  });
  let everything: Collection | null = null;

  const open = async () => openPage(await server.backend());

  async function prepare(): Promise<Collection> {
    await open();
    everything ??= await createAwkwardRecords();
    return everything;
  }

  for (const { label, ...choices } of formats) {
    test(`${name}: every type of field comes back from ${label}`, async () => {
      const original = await prepare();
      const copy = await emptyCopy(original);
      const file = await exportAll(original, choices);
      const checked = await checkFile(copy, file, chooseFor(choices));
      assert.equal(faultsOf(checked.check), {});
      assert.is(checked.check.news.length, 40);
      const run = await importAll(checked);
      assert.equal(refusalsOf(run), {});
      assert.equal(run.state.differing, []);
      assert.equal(await storedIn(copy), await storedIn(original));

      // By key once more: nothing is sent.
      network.writes.length = 0;
      const again = await checkFile(copy, file, chooseFor(choices));
      assert.is(again.check.same, 40);
      await importAll(again);
      assert.equal(network.writes, []);
    });
  }

  test(`${name}: users come back with passwords that nobody knows`, async () => {
    await open();
    const options = { ...authOptions, allowUsernameAuth: false };
    const original = await createCollection({ name: 'members', type: 'auth', schema: userSchema, options });
    for (const [at, email] of ['', 'ada@example.com', ''].entries()) {
      const verified = at === 1;
      const values = {
        ...newUser(at),
        id: idOf('member', at),
        email,
        emailVisibility: verified,
        verified,
        name: awkwardTexts[at + 3],
        age: at,
      };
      await createRecord(original, values);
    }
    const before = await storedIn(original);
    const file = await exportAll(original);
    await empty(original);
    const run = await importAll(await checkFile(original, file));
    assert.equal(refusalsOf(run), {});
    assert.equal(await storedIn(original), before);
    network.writes.length = 0;
    assert.is((await checkFile(original, file)).check.same, 3);
    assert.equal(network.writes, []);
  });

  if (shared !== null) {
    test(`${name}: other people's records come back (fixtures)`, async () => {
      await openPage(await filled.backend());
      const all = collections.state.all as readonly Collection[];
      const count = { base: 0, auth: 0 };
      // Users come last, because others name them.
      for (const type of ['base', 'auth'] as const) {
        for (const original of all.filter((one) => one.type === type)) {
          const before = await storedIn(original);
          if (Object.keys(before).length === 0) continue;
          count[type] += 1;
          // The server hashes each password for half a second.
          for (const { label, ...choices } of type === 'auth' ? formats.slice(0, 1) : formats.slice(0, 4)) {
            const what = `${original.name} as ${label}`;
            const file = await exportAll(original, choices);
            // No two users of a server have the same id, so a copy cannot have them while the original does.
            if (type === 'auth') await empty(original);
            const copy = type === 'auth' ? original : await emptyCopy(original);
            const checked = await checkFile(copy, file, chooseFor(choices));
            assert.equal(faultsOf(checked.check), {}, what);
            const run = await importAll(checked);
            assert.equal(refusalsOf(run), {}, what);
            assert.equal(await storedIn(copy), before, what);
          }
        }
      }
      assert.equal(count, { base: 5, auth: 3 });
    });
  }

  test.after(server.stop);
  test.after(filled.stop);
}
test.after(session.end);

test.run();
