import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as api from '../../ui/backend/collections';
import * as records from '../../ui/backend/records';
import type { CollectionEditor } from '../../ui/collections/editor/collectionEditor';
import { liveFields } from '../../ui/collections/editor/collectionForm';
import { type Collection, indexesOf } from '../../ui/model/collection';
import { fieldValue } from '../../ui/model/record';
import { normalizeIndex } from '../../ui/model/sql/indexStatement';
import * as collections from '../../ui/page/collections';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import { anyEdit, applyTo } from '../support/anyCollectionEdit';
import {
  assertStored,
  formNow,
  keyOf,
  openCollection,
  rename,
  saved,
  sent,
  signInTo,
} from '../support/collectionEditorOnServer';
import type { SentCall } from '../support/editorOnServer';
import { fixtures } from '../support/fixtures';
import {
  createCollection,
  createRecord,
  field,
  importCollections,
  sharedBackend,
} from '../support/realBackend';
import { backends } from '../support/server';

const shared = fixtures();

/** The exports of the 0.22 format; special requirements are noted beside them. */
const exported = ['AREDL-Old-Backend', 'L3DGT-Corrida', 'mirai', 'Indecisive', 'lofifocus-docker', 'pb-chat'];

function exportOf(folder: string, name: string): Collection[] {
  const all = JSON.parse(readFileSync(path.join(folder, 'schemas', `${name}.json`), 'utf8')) as Collection[];
  for (const { schema } of all) {
    for (const one of schema) {
      if (one.type === 'json') one.options = { maxSize: 2_000_000, ...one.options };
    }
  }
  return all;
}

/** Each save changes the fields' ids of a view, and the server rewrites indexes. */
const comparable = ({ updated, ...collection }: Collection) => ({
  ...collection,
  indexes: indexesOf(collection).map(normalizeIndex),
  schema: collection.schema.map((one) => (collection.type === 'view' ? { ...one, id: '' } : one)),
});

/** Opens each of them, changes it, reads it back and undoes the change: nothing else may change. */
async function assertUntouched(calls: SentCall[]): Promise<number> {
  const all = collections.state.all;
  for (const before of all) {
    const editor = await openCollection(before.id);
    assert.is(editor.state.isChanged, false, before.name);
    assert.is(await editor.save(), null);
    assert.equal(sent(calls), [], before.name);
    await changeAndBack(editor, before);
    editor.close();
    calls.length = 0;
  }
  return all.length;
}

async function changeAndBack(editor: CollectionEditor, before: Collection): Promise<void> {
  const { listRule = null } = before;
  editor.edit('listRule', (edits) =>
    listRule === '' ? edits.lock('listRule') : edits.setRule('listRule', ''),
  );
  if (before.type !== 'view') {
    const key = editor.editFields('schema', (edits) => edits.add('bool'));
    editor.editFields('schema', (edits) => edits.rename(key, 'added_here'));
  }
  const changed = await saved(editor);
  const schema = changed.schema.filter(({ name }) => name !== 'added_here');
  assert.equal(comparable({ ...changed, schema, listRule }), comparable(before), before.name);
  assert.is(changed.listRule, listRule === '' ? null : '');

  editor.edit('listRule', (edits) =>
    listRule === null ? edits.lock('listRule') : edits.setRule('listRule', listRule),
  );
  if (before.type !== 'view') {
    editor.editFields('schema', (edits) => edits.remove(keyOf(editor, 'added_here')));
  }
  assert.equal(comparable(await saved(editor)), comparable(before), before.name);
}

for (const { name: version, binary } of backends()) {
  const server = sharedBackend(binary);

  for (const type of ['base', 'auth'] as const) {
    test(`${version}: after any edit of a ${type} collection, the form equals the response`, async () => {
      const { calls } = await signInTo(await server.backend());
      let run = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyEdit, { maxLength: 8 }),
          fc.array(anyEdit, { minLength: 1, maxLength: 12 }),
          async (first, second) => {
            run += 1;
            const editor = await openCollection(null);
            editor.edit('type', (edits) => edits.setType(type));
            editor.edit('name', (edits) => edits.rename(`any_${type}_${run}`));
            applyTo(editor, { act: 'add', type: 'text' });
            for (const edit of first) applyTo(editor, edit);
            const made = formNow(editor);
            const created = await saved(editor);
            assertStored(made, created);
            editor.close();

            const again = await openCollection(created.id);
            assert.is(again.state.isChanged, false);
            for (const edit of second) applyTo(again, edit);
            const form = formNow(again);
            const { isChanged } = again.state;
            calls.length = 0;
            if (isChanged) assertStored(form, await saved(again));
            else assert.equal(await api.get(created.id), created);
            const bodies = sent(calls) as object[];
            assert.is(bodies.length, isChanged ? 1 : 0);
            const isSameFields = liveFields(form).every(({ key }, at) => key === created.schema[at]?.id);
            if (!isSameFields) assert.ok('schema' in (bodies[0] ?? {}));
            again.close();
            await api.remove(created.id);
            collections.drop(created.id);
          },
        ),
        { numRuns: 25 },
      );
    });
  }

  test(`${version}: values stay with their fields when these are renamed and moved`, async () => {
    await signInTo(await server.backend());
    const names = ['a', 'b', 'c', 'd'];
    const made = await createCollection({
      name: 'kept_values',
      schema: names.map((name) => field('text', name)),
      indexes: ['CREATE INDEX `idx_kept` ON `kept_values` (`a`, `b`)'],
    });
    const { id } = await createRecord(made, Object.fromEntries(names.map((name) => [name, `value ${name}`])));
    const editor = await openCollection(made.id);
    rename(editor, 'a', 'x');
    rename(editor, 'b', 'a');
    rename(editor, 'x', 'b');
    rename(editor, 'c', 'C');
    editor.editFields('schema', (edits) => edits.move(0, 3));
    const stored = await saved(editor);
    assert.equal(
      stored.schema.map(({ name }) => name),
      ['a', 'C', 'd', 'b'],
    );
    assert.match(stored.indexes?.[0] ?? '', /`b`,\s+`a`/);
    const { record } = await records.get(made, id);
    assert.equal(
      ['a', 'b', 'C', 'd'].map((name) => fieldValue(record, name)),
      ['value b', 'value a', 'value c', 'value d'],
    );
    editor.close();
  });

  if (shared) {
    const imported = sharedBackend(binary);
    for (const name of exported) {
      test(`${version}: the collections of ${name} open unchanged, and an edit changes nothing else (fixtures)`, async () => {
        const { calls } = await signInTo(await imported.backend());
        await importCollections(exportOf(shared, name), true);
        await collections.load();
        calls.length = 0;
        assert.ok((await assertUntouched(calls)) > 1);
      });
    }
    test.after(imported.stop);

    const old = sharedBackend(binary, { data: path.join(shared, 'backend-testdata') });
    test(`${version}: the collections and views of a server’s own tests open unchanged, and an edit changes nothing else (fixtures)`, async () => {
      const { calls } = await signInTo(await old.backend());
      assert.is(await assertUntouched(calls), 11);
      assert.is(collections.state.all.filter(({ type }) => type === 'view').length, 3);
    });
    test.after(old.stop);
  }

  test.after.each(() => {
    toasts.closeAll();
    session.end();
    localStorage.clear();
  });
  test.after(server.stop);
}

test.run();
