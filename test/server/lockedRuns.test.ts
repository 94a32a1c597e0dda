// Acts of many calls begin while writes are open, and the ten minutes end in the middle: the act ends whole, and the
// next write asks.
import '../support/bareWindow';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import * as collections from '../../ui/page/collections';
import * as confirm from '../../ui/page/confirm';
import * as environment from '../../ui/page/session/environment';
import * as environmentName from '../../ui/page/session/environmentName';
import * as session from '../../ui/page/session/session';
import * as writeLock from '../../ui/page/session/writeLock';
import * as toasts from '../../ui/page/toasts';
import * as edits from '../../ui/records/edits';
import * as history from '../../ui/records/history/history';
import { readSource } from '../../ui/records/history/undo';
import { createUndoForm } from '../../ui/records/history/undoForm';
import type { UndoSource } from '../../ui/records/history/undoPlan';
import { stagedSaveOf } from '../../ui/records/staged/stagedSave';
import { cellFieldOf } from '../../ui/records/values/cellField';
import { openCollection, rename, saved } from '../support/collectionEditorOnServer';
import { createCollection, createRecord, field, sharedBackend } from '../support/realBackend';
import { checkFile, importAll, isWrite, network, openPage, reload, rowsIn } from '../support/recordImport';
import { backends } from '../support/server';
import { eventually } from '../support/walk';

// The strip is told by attributes of the page.
Object.assign(document, { documentElement: { toggleAttribute: () => {} } });

/** The time that the machine has slept in the test. */
let slept = 0;
const now = Date.now.bind(Date);
mock.method(Date, 'now', () => now() + slept);

for (const { name, binary } of backends('lines')) {
  const test = suite(name);
  const server = sharedBackend(binary);
  let collection: Collection;

  test.before.each(async () => {
    await openPage(await server.backend());
    collection = await createCollection({
      name: `orders_${Date.now()}`,
      schema: [field('text', 'title'), field('number', 'total')],
    });
    for (let at = 0; at < 12; at += 1) await createRecord(collection, { title: `T${at}`, total: at });
    collection = await reload(collection.id);
    environment.open();
    environmentName.save({ name: 'Production', colour: 'red', locks: true, appName: '' });
    writeLock.unlock();
    network.writes.length = 0;
  });
  test.after.each(() => {
    writeLock.lockHere();
    network.send = null;
    environmentName.drop();
    toasts.closeAll();
  });
  test.after(async () => {
    session.end();
    await server.stop();
  });

  /** After some writes the ten minutes are over. Resolves with what the strip knows at that moment. */
  function sleepAfter(writes: number) {
    let sent = 0;
    const seen = { isOpen: true, runs: 0 };
    network.send = (input, init) => {
      const isHarmless = /auth-refresh$/.test(String(input));
      if (isWrite(init) && !isHarmless) sent += 1;
      if (sent === writes && seen.isOpen) {
        slept += 11 * 60_000;
        assert.is(writeLock.isLocked(), false, 'the run keeps writes open');
        Object.assign(seen, { isOpen: environment.state.isOpen, runs: writeLock.state.runs });
      }
      return network.deliver(input, init);
    };
    return seen;
  }

  /** The strip said "Locks when this run ends". Now it is over, and nothing was asked in between. */
  function assertRanAcross(seen: { isOpen: boolean; runs: number }): void {
    assert.is(seen.isOpen, false);
    assert.ok(seen.runs > 0, 'the run is known');
    assert.is(writeLock.state.runs, 0);
    assert.is(writeLock.state.question, null);
  }

  async function assertAsks(begin: () => Promise<unknown>, what: string): Promise<void> {
    network.writes.length = 0;
    const begun = begin();
    const asked = () => {
      if (confirm.state.question) void confirm.yes();
      return writeLock.state.question?.what;
    };
    await eventually(asked, what);
    writeLock.stayLocked();
    await begun;
    assert.equal(
      network.writes.filter((call) => !/auth-refresh$/.test(call)),
      [],
    );
  }

  test('a save of changed cells', async () => {
    const cell = cellFieldOf(collection, 'title');
    assert.ok(cell);
    const stage = async (text: string) => {
      for (const { id, values } of await rowsIn(collection)) {
        const row = Object.fromEntries([...values].map(([key, value]) => [key, JSON.parse(value)]));
        edits.set(collection, [{ row: { ...row, id }, cell, mine: text }]);
      }
    };
    await stage('Mine');
    const seen = sleepAfter(3);
    assert.is(await stagedSaveOf(collection.id).save(() => {}), true);
    assertRanAcross(seen);
    assert.equal(
      (await rowsIn(collection)).map(({ values }) => values.get('title')),
      Array(12).fill('"Mine"'),
    );
    await stage('Later');
    await assertAsks(() => stagedSaveOf(collection.id).save(() => {}), 'save 12 changes in 12 records');
    assert.is(edits.of(collection.id).size, 12);
    edits.discard(collection.id);
  });

  test('an import of records', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => `Row ${at},${at}`);
    const checked = await checkFile(collection, ['title,total', ...rows].join('\n'));
    const seen = sleepAfter(10);
    const run = await importAll(checked);
    assertRanAcross(seen);
    assert.is(run.state.created, 60);
    assert.is((await rowsIn(collection)).length, 72);
  });

  test('a save of a collection that renames in others, too', async () => {
    const other = await createCollection({
      name: `notes_${Date.now()}`,
      schema: [field('text', 'note')],
      listRule: `@collection.${collection.name}.title = note`,
    });
    await collections.load();
    const editor = await openCollection(collection.id);
    rename(editor, 'title', 'heading');
    editor.edit('listRule', ({ setRule }) => setRule('listRule', 'heading != ""'));
    const seen = sleepAfter(1);
    const stored = await saved(editor, { renamesMentions: true });
    assertRanAcross(seen);
    assert.is(stored.listRule, 'heading != ""');
    assert.is((await reload(other.id)).listRule, `@collection.${collection.name}.heading = note`);
    assert.ok(network.writes.length > 1, network.writes.join());
    editor.close();
  });

  test('an Undo of a deleted collection with its records', async () => {
    const editor = await openCollection(collection.id);
    assert.is(await editor.remove(), true);
    await history.load();
    const source = await readSource([history.state.acts[0]?.id ?? ''], null);
    const form = createUndoForm(source as UndoSource);
    const seen = sleepAfter(1);
    await form.open();
    assertRanAcross(seen);
    assert.is(form.state.step, 'ended');
    assert.is((await rowsIn(await reload(collection.id))).length, 12);
  });

  test.run();
}
