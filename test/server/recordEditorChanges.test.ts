// The record editor on a real server, while others change the collection, and after lost responses.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { update } from '../../ui/backend/collections';
import * as listedRecords from '../../ui/backend/listedRecords';
import type { Collection } from '../../ui/model/collection';
import type { SchemaField } from '../../ui/model/field';
import * as collections from '../../ui/page/collections';
import * as confirm from '../../ui/page/confirm';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import type { RecordEditor } from '../../ui/records/editor/recordEditor';
import { openRecord, rawText, saved, signInTo } from '../support/editorOnServer';
import {
  authOptions,
  createCollection,
  createRecord,
  field,
  idOf,
  sharedBackend,
} from '../support/realBackend';
import { backends } from '../support/server';

for (const { name: version, binary } of backends('every')) {
  const server = sharedBackend(binary);

  /** Creates a collection that another admin changes with `leave` after the editor was opened. */
  async function changing(name: string, type = 'base') {
    await signInTo(await server.backend());
    const schema = [
      field('text', 'title'),
      field('text', 'note'),
      field('json', 'meta'),
      field('file', 'scan'),
      field('file', 'files', { maxSelect: 9 }),
    ];
    const collection = await createCollection({
      name: `${name}${type}`,
      type,
      schema,
      ...(type === 'auth' && { options: { ...authOptions, allowUsernameAuth: false } }),
    });
    await collections.load();
    const leave = (change: (schema: readonly SchemaField[]) => readonly object[]) =>
      update(collection.id, { schema: change(collection.schema) });
    return { collection, leave };
  }

  const held = async (collection: Collection, id: string) => JSON.parse(await rawText(collection, id));

  /** Saves while each response to a call of this method is lost. */
  async function loseResponse(method: string, save: () => Promise<unknown>): Promise<void> {
    const { fetch } = globalThis;
    globalThis.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method === method) throw new TypeError('Failed to fetch');
      return response;
    };
    await save().finally(() => {
      globalThis.fetch = fetch;
    });
  }

  for (const type of ['base', 'auth']) {
    test(`${version}: creates a record of type ${type} once if its response was lost, and refuses another one’s id`, async () => {
      const { collection } = await changing('lost', type);
      const fill = (editor: RecordEditor, title: string) => {
        editor.set('title', title);
        if (type === 'auth')
          for (const name of ['password', 'passwordConfirm']) editor.set(name, 'geheim123');
      };
      const total = async () => (await listedRecords.list(collection.id, { perPage: '9' })).items.length;

      const editor = await openRecord(collection);
      fill(editor, 'Once');
      await loseResponse('POST', editor.save);
      assert.equal([editor.state.recordId, await total()], [null, 1]);
      editor.set('title', 'Typed on');
      assert.is((await held(collection, await saved(editor))).title, 'Typed on');
      assert.is(await total(), 1);
      editor.close();

      const own = await openRecord(collection);
      own.set('id', idOf('own'));
      fill(own, 'Own');
      await loseResponse('POST', own.save);
      assert.is(await total(), 2);
      assert.is(await saved(own), idOf('own'));
      own.close();

      const second = await openRecord(collection);
      second.set('id', idOf('own'));
      fill(second, 'Second');
      // The save is refused, and the response is lost.
      await loseResponse('POST', second.save);
      assert.is(await second.save(), null);
      assert.equal(Object.keys(second.state.errors), ['id']);
      assert.is((await held(collection, idOf('own'))).title, 'Own');
      assert.is(await total(), 2);
      second.close();
    });
  }

  test(`${version}: a json value nested 4,000 deep blocks nothing`, async () => {
    const { collection } = await changing('deep');
    const deep = `${'['.repeat(4000)}${']'.repeat(4000)}`;
    await createRecord(collection, { id: idOf('deep'), title: 'Old', meta: deep });
    const editor = await openRecord(collection, idOf('deep'));
    editor.set('title', 'New');
    await saved(editor);
    const text = await rawText(collection, idOf('deep'));
    assert.match(text, '"title":"New"');
    assert.match(text, deep);
    editor.close();
  });

  test(`${version}: stores a number alone in a json field as typed, or refuses it`, async () => {
    const { collection } = await changing('alone');
    await createRecord(collection, { id: idOf('alone') });
    const editor = await openRecord(collection, idOf('alone'));
    for (const [typed, expected] of [
      ['12345678901234567890', null],
      ['0.1000000000000000055511151231257827', null],
      ['1.50', '1.5'],
      ['-12', '-12'],
      ['123456789012', '123456789012'],
      ['[12345678901234567890]', '[12345678901234567890]'],
      ['', 'null'],
    ] as const) {
      editor.set('meta', typed);
      const outcome = await editor.save();
      assert.is(outcome === null, expected === null, typed);
      if (expected === null) assert.match(editor.state.errors['meta']?.message ?? '', /^Too long/);
      else assert.match(await rawText(collection, idOf('alone')), `"meta":${expected}`);
    }
    editor.close();
  });

  test.after.each(() => {
    confirm.no();
    toasts.closeAll();
    session.end();
    localStorage.clear();
  });
  test.after(server.stop);
}

test.run();
