// Records of newer servers: what 0.22 does not have. All else is in the tests that run on both lines.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { request } from '../../ui/backend/client';
import type { Collection } from '../../ui/model/collection';
import { AnyRecord } from '../../ui/model/record';
import * as collections from '../../ui/page/collections';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import { namesOf, openRecord, saved, signInTo, stems } from '../support/editorOnServer';
import { createCollection, field, pngFile, sharedBackend } from '../support/realBackend';
import { checkFile, importAll, openPage, patch, reload, rowsIn, undoImport } from '../support/recordImport';
import { backends } from '../support/server';

for (const { name: version, binary, dialect } of backends('newer')) {
  const server = sharedBackend(binary);
  test.after(server.stop);
  test.after.each(() => {
    toasts.closeAll();
    session.end();
  });

  /** Creates a collection as it is without `created` and `updated`. */
  async function dateless(name: string, fields: readonly object[]): Promise<Collection> {
    const body = { name, type: 'base', fields };
    const { id } = await request('POST', 'collections', { body, answer: AnyRecord });
    return reload(id);
  }

  for (const [about, more] of [
    ['without dates', []],
    ['with a date that people fill', [dialect.field('date', 'updated')]],
    ['with the date of their creation alone', [dialect.field('autodate', 'updated', { onCreate: true })]],
  ] as const)
    test(`${version}: an Undo deletes records ${about} only if nobody has changed them`, async () => {
      await openPage(await server.backend());
      const items = await dateless(`dateless_${about.length}`, [
        dialect.field('text', 'title'),
        dialect.field('json', 'meta'),
        dialect.field('number', 'n'),
        ...more,
      ]);
      const checked = await checkFile(
        items,
        'title,meta,updated\na,"{""k"": ""\\u00e9""}",2026-01-02 00:00:00Z\nb,1,2026-01-02 00:00:00Z\nc,,2026-01-02 00:00:00Z\n',
      );
      await importAll(checked);
      const rows = await rowsIn(items);
      assert.is(rows.length, 3);
      const changed = rows.find(({ values }) => values.get('title') === '"b"')?.id ?? '';
      await patch(items, changed, { n: 5 });
      await undoImport();
      assert.equal(
        (await rowsIn(items)).map(({ id }) => id),
        [changed],
      );
    });

  test(`${version}: no mix of order, remove and add loses a file`, async () => {
    await signInTo(await server.backend());
    const papers = await createCollection({
      name: 'papers',
      schema: [field('file', 'many', { maxSelect: 9 }), field('file', 'one')],
    });
    await collections.load();
    const png = (name: string) => pngFile(`${name}.png`);
    for (let mix = 0; mix < 16; mix += 1) {
      const has = (bit: number) => (mix & bit) !== 0;
      const editor = await openRecord(papers);
      editor.addFiles('many', ['aaaa', 'bbbb', 'cccc'].map(png));
      editor.addFiles('one', [png('oooo')]);
      const id = await saved(editor);
      const expected = ['aaaa', 'bbbb', 'cccc'];
      if (has(1)) {
        editor.moveFile('many', 2, 0);
        expected.unshift(expected.pop() ?? '');
      }
      if (has(2)) {
        const name = namesOf(editor, 'many').find((one) => one.startsWith('bbbb')) ?? '';
        editor.removeFile('many', name);
        expected.splice(expected.indexOf('bbbb'), 1);
      }
      if (has(4)) {
        editor.addFiles('many', ['dddd', 'eeee'].map(png));
        expected.push('dddd', 'eeee');
      }
      if (has(8)) {
        editor.removeFile('one', namesOf(editor, 'one')[0] ?? '');
        editor.addFiles('one', [png('pppp')]);
      }
      if (mix > 0) await saved(editor);
      editor.close();
      const again = await openRecord(papers, id);
      assert.equal(
        [stems(again, 'many'), stems(again, 'one')],
        [expected, [has(8) ? 'pppp' : 'oooo']],
        `${mix}`,
      );
      again.close();
    }
  });

  test(`${version}: ids follow the law of the collection, in the editor and in an import`, async () => {
    const backend = await server.backend();
    await signInTo(backend);
    const idField = {
      ...{ type: 'text', name: 'id', system: true, primaryKey: true, required: true },
      ...{ min: 4, max: 8, pattern: '^[A-Z0-9]+$', autogeneratePattern: '[A-Z]{3}[0-9]{4}' },
    };
    const codes = await dateless('codes', [idField, dialect.field('text', 'title')]);
    await collections.load();
    const editor = await openRecord(codes);
    editor.set('title', 'made');
    assert.match(await saved(editor), /^[A-Z]{3}\d{4}$/);
    editor.close();
    const typed = await openRecord(codes);
    typed.set('id', 'abc');
    assert.is(await typed.save(), null);
    assert.equal(Object.keys(typed.state.errors), ['id']);
    typed.set('id', 'TYPED1');
    assert.is(await saved(typed), 'TYPED1');
    typed.close();
    await openPage(backend);
    await importAll(await checkFile(codes, 'title\nimported\n'));
    await importAll(await checkFile(codes, 'id,title\nTYPED1,again\nOTHER2,new\n'));
    const found = new Map((await rowsIn(codes)).map(({ id, values }) => [values.get('title'), id]));
    assert.match(found.get('"imported"') ?? '', /^[A-Z]{3}\d{4}$/);
    assert.equal([found.get('"again"'), found.get('"new"'), found.size], ['TYPED1', 'OTHER2', 4]);
    await undoImport();
    assert.equal(
      (await rowsIn(codes)).map(({ values }) => values.get('title')).sort(),
      ['"imported"', '"made"', '""'].sort(),
    );
  });
}

test.run();
