import path from 'node:path';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as listedRecords from '../../ui/backend/listedRecords';
import type { Collection } from '../../ui/model/collection';
import type { FormValue } from '../../ui/model/field';
import { fieldTypeNames } from '../../ui/model/types/fieldTypes';
import * as collections from '../../ui/page/collections';
import * as confirm from '../../ui/page/confirm';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import type { RecordEditor } from '../../ui/records/editor/recordEditor';
import { wrongCell } from '../../ui/records/values/recordRules';
import { isSame } from '../../ui/records/values/recordValues';
import { anyJson, anyText } from '../support/anyRecord';
import { namesOf, openRecord, rawText, saved, sent, signInTo, stems } from '../support/editorOnServer';
import { fixtures } from '../support/fixtures';
import { createCollection, createRecord, field, idOf, pngFile, sharedBackend } from '../support/realBackend';
import { adminToken, backends } from '../support/server';
import { eventually } from '../support/walk';

const shared = fixtures();

/** Random input for the fields of the collection below. */
const typed: Readonly<Record<string, fc.Arbitrary<FormValue>>> = {
  a_text: anyText,
  a_editor: fc.oneof(
    anyText,
    fc.constant('<table><tr><td style="color: red">&nbsp;x</td></tr></table><p></p>'),
  ),
  a_number: fc.oneof(
    fc.integer().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.constantFrom('', '007', '1.10', '-0', '1e21', '9007199254740991'),
  ),
  a_bool: fc.boolean(),
  a_email: fc.constantFrom('', 'ada@example.com', 'a.b+c@sub.example.org'),
  a_url: fc.constantFrom('', 'https://example.com/a?b=c&d=%20#e', 'http://localhost:8090', 'example.com'),
  a_date: fc.oneof(
    fc.constantFrom('', '2025-03-30 02:30:00', '2025-03-30T02:30', '2024-02-29', '2025-01-01T00:00:00+02:00'),
    fc
      .date({ min: new Date('0001-01-02'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().replace('T', ' ').slice(0, 19)),
  ),
  a_select: fc.constantFrom('', 'a', 'b', 'c'),
  a_json: anyJson.filter((text) => !/^-?\d/.test(text)),
  a_relation: fc.constantFrom('', ...[1, 2, 3].map((at) => idOf('target', at))),
  selects: fc.shuffledSubarray(['a', 'b', 'c']),
  relations: fc.shuffledSubarray([1, 2, 3].map((at) => idOf('target', at))),
};
const anyRecord = fc.record(typed as Record<string, fc.Arbitrary<FormValue>>);
const png = (name: string) => pngFile(`${name}.png`);

for (const { name: version, binary, dialect } of backends('every')) {
  const part = (name: string) => (dialect.isNewer ? `${name}+` : name);
  const server = sharedBackend(binary);
  const madeOnce = new Map<string, Promise<Collection>>();

  /** Creates a collection with a field of every type, and three related records. */
  function allTypes(): Promise<Collection> {
    const made = madeOnce.get('all') ?? makeAllTypes();
    madeOnce.set('all', made);
    return made;
  }

  async function makeAllTypes(): Promise<Collection> {
    const targets = await createCollection({ name: 'targets', schema: [field('text', 'title')] });
    for (const at of [1, 2, 3])
      await createRecord(targets, { id: idOf('target', at), title: `Target ${at}` });
    const all = await createCollection({
      name: 'all_types',
      schema: [
        ...fieldTypeNames.filter((type) => type !== 'relation').map((type) => field(type, `a_${type}`)),
        field('relation', 'a_relation', { collectionId: targets.id }),
        field('select', 'selects', { maxSelect: 3 }),
        field('relation', 'relations', { collectionId: targets.id, maxSelect: null }),
        field('file', 'files', { maxSelect: 9 }),
      ],
    });
    await collections.load();
    return all;
  }

  async function scene() {
    const { calls } = await signInTo(await server.backend());
    const collection = await allTypes();
    calls.length = 0;
    return { calls, collection };
  }

  function assertHolds(collection: Collection, editor: RecordEditor, values: Record<string, FormValue>) {
    for (const [name, value] of Object.entries(values)) {
      const held = editor.state.form.values[name] ?? '';
      const shown = typeof held === 'object' ? [...held] : held;
      assert.ok(
        isSame(collection, name, shown, value),
        `${name}: ${JSON.stringify(value)} became ${JSON.stringify(shown)}`,
      );
    }
  }

  for (const kind of ['JSON', 'multipart']) {
    test(`${version}: reads values of all types back as typed, by ${kind}`, async () => {
      const { calls, collection } = await scene();
      const type = (editor: RecordEditor, values: Record<string, FormValue>) => {
        for (const [name, value] of Object.entries(values)) editor.set(name, value);
        if (kind === 'multipart') editor.addFiles('files', [png('aaaa')]);
      };
      // Newer servers refuse JSON with the same key twice.
      const any = anyRecord.filter(({ a_json = '' }) => wrongCell(collection, 'a_json', a_json) === null);
      await fc.assert(
        fc.asyncProperty(any, any, async (first, second) => {
          const fresh = await openRecord(collection);
          type(fresh, first);
          const id = await saved(fresh);
          assertHolds(collection, fresh, first);
          fresh.close();
          const again = await openRecord(collection, id);
          assertHolds(collection, again, first);
          const { length } = calls;
          assert.equal([await again.save(), calls.length], [null, length], 'nothing has changed');
          type(again, second);
          await saved(again);
          again.close();
          const last = await openRecord(collection, id);
          assertHolds(collection, last, second);
          last.close();
        }),
        { numRuns: 25 },
      );
      const forms = calls.filter(({ files }) => files.length > 0).length;
      assert.ok(kind === 'multipart' ? forms >= 50 : forms === 0);
    });
  }

  const sources = [
    '{"b":1.10,"a":9007199254740993,"10":1e3,"2":0.30000000000000004,"a":[1.0,-0]}',
    '{"b":1.10,"a":9007199254740993,"10":1e3,"2":0.30000000000000004,"1":[1.0,-0]}',
    '[12345678901234567890,{"z":1,"y":2}]',
    '"9007199254740993"',
    '"<b>&amp;\\u00e9 \\\\u003c</b>"',
    'true',
    '""',
    '{}',
  ];
  for (const kind of ['JSON', 'multipart']) {
    test(`${version}: the editor changes no token of JSON, by ${kind}`, async () => {
      const { collection } = await scene();
      for (const source of sources) {
        if (wrongCell(collection, 'a_json', source)) continue;
        const editor = await openRecord(collection);
        editor.set('a_json', source);
        if (kind === 'multipart') editor.addFiles('files', [png('aaaa')]);
        const id = await saved(editor);
        editor.close();
        // It is stored as typed; the server escapes `<`, `>` and `&` in its response.
        const stored = (/"a_json":(.*),"a_number"/.exec(await rawText(collection, id))?.[1] ?? '')
          .replaceAll('\\u003c/b', '</b')
          .replaceAll('"\\u003cb', '"<b')
          .replaceAll('\\u003e', '>')
          .replaceAll('\\u0026', '&');
        assert.ok(dialect.isNewer ? isSame(collection, 'a_json', stored, source) : stored === source, stored);
        // Another edit keeps it.
        const again = await openRecord(collection, id);
        again.set('a_text', 'other');
        again.set('a_json', `${String(again.state.form.values['a_json'])}\n`);
        await saved(again);
        again.close();
        assert.match(await rawText(collection, id), '"a_text":"other"');
      }
    });
  }

  test(`${version}: adds, removes and reorders files with one call each`, async () => {
    const { calls, collection } = await scene();
    const editor = await openRecord(collection);
    editor.addFiles('files', ['aaaa', 'bbbb', 'cccc'].map(png));
    editor.addFiles('a_file', [png('oooo')]);
    await saved(editor);
    const names = [
      `${part('a_file')}=oooo.png`,
      ...['aaaa', 'bbbb', 'cccc'].map((one) => `${part('files')}=${one}.png`),
    ];
    assert.equal(sent(calls), [[{ id: editor.state.recordId }, ...names]]);
    assert.equal([stems(editor, 'files'), stems(editor, 'a_file')], [['aaaa', 'bbbb', 'cccc'], ['oooo']]);

    const [a = '', b = '', c = ''] = namesOf(editor, 'files');
    editor.moveFile('files', 2, 0);
    await saved(editor);
    assert.equal([namesOf(editor, 'files'), sent(calls)], [[c, a, b], [{ files: [c, a, b] }]]);

    editor.moveFile('files', 0, 2);
    editor.removeFile('files', a);
    editor.addFiles('files', ['dddd', 'eeee'].map(png));
    editor.removeFile('a_file', namesOf(editor, 'a_file')[0] ?? '');
    editor.addFiles('a_file', [png('pppp')]);
    editor.set('a_text', 'and a text');
    await saved(editor);
    assert.equal(stems(editor, 'files'), ['bbbb', 'cccc', 'dddd', 'eeee']);
    assert.equal([stems(editor, 'a_file'), sent(calls).length], [['pppp'], 1]);

    for (const name of ['files', 'a_file']) {
      for (const file of namesOf(editor, name)) editor.removeFile(name, file);
    }
    await saved(editor);
    editor.close();
    const again = await openRecord(collection, editor.state.recordId);
    assert.equal([namesOf(again, 'files'), namesOf(again, 'a_file')], [[], []]);
    assert.is(again.state.form.values['a_text'], 'and a text');
    again.close();
  });

  test(`${version}: two editors of one record never lose each other's changes silently`, async () => {
    const { calls, collection } = await scene();
    const first = await openRecord(collection);
    first.set('a_text', 'base');
    first.set('a_json', '{"n":1.0}');
    first.addFiles('files', [png('base')]);
    const id = await saved(first);
    const second = await openRecord(collection, id);
    first.set('a_text', 'first');
    first.set('a_url', 'https://first.example.com');
    first.addFiles('files', [png('first')]);
    await saved(first);
    calls.length = 0;

    second.set('a_text', 'second');
    second.set('a_json', '{"n":2.0}');
    const [base = ''] = namesOf(second, 'files');
    second.removeFile('files', base);
    second.addFiles('files', [png('second')]);
    const saving = second.save();
    await eventually(
      () => second.state.conflicts?.map(({ name, base, mine, theirs }) => [name, base, mine, theirs]),
      [['a_text', 'base', 'second', 'first']],
    );
    assert.equal(sent(calls), []);
    second.resolveConflicts({ a_text: 'mine' });
    assert.is((await saving)?.kind, 'updated');
    const values = { a_text: 'second', a_json: '{"n":2.0}', 'files-': [base] };
    assert.equal(sent(calls), [[values, `${part('files')}=second.png`]]);
    assert.is(second.state.form.values['a_url'], 'https://first.example.com');
    for (const editor of [first, second]) editor.close();
    const last = await openRecord(collection, id);
    assert.equal(
      ['a_text', 'a_url'].map((name) => last.state.form.values[name]),
      ['second', 'https://first.example.com'],
    );
    assert.equal(stems(last, 'files'), ['first', 'second']);
    last.close();
  });

  for (const [what, rules] of [
    ['hidden from guests', {}],
    ['open to guests', { viewRule: '' }],
    ['whose owner may see it', { viewRule: 'id = ""', updateRule: 'id = ""' }],
  ] as const) {
    test(`${version}: a token that expires during the save of a record ${what} keeps all that was typed`, async () => {
      await scene();
      const name = `rules_${Object.keys(rules).length}_${what.length}`;
      const secret = await createCollection({
        name,
        schema: [field('text', 'title'), field('file', 'doc')],
        ...rules,
      });
      await collections.load();
      const editor = await openRecord(secret);
      editor.set('title', 'stored');
      const id = await saved(editor);
      editor.set('title', 'typed');
      editor.addFiles('doc', [png('dddd')]);
      const backend = await server.backend();
      const { admin } = session.state;
      const dead = `${(await adminToken(backend)).slice(0, -6)}aaaaaa`;
      if (!admin) return assert.unreachable();
      session.begin({ token: dead, admin: { ...admin } });
      assert.is(await editor.save(), null);
      assert.is(session.isSignedIn(), false);
      assert.equal(
        [editor.state.form.values['title'], editor.state.form.files['doc']?.added.length],
        ['typed', 1],
      );
      assert.is(editor.state.isChanged, true);
      assert.match(JSON.stringify(localStorageTexts()), 'typed');

      session.begin({ token: await adminToken(backend), admin: { ...admin } });
      await saved(editor);
      assert.match(await rawText(secret, id), '"title":"typed"');
      assert.equal(stems(editor, 'doc'), ['dddd']);
      assert.not.match(JSON.stringify(localStorageTexts()), 'typed');
      editor.close();
    });
  }

  if (shared) {
    const old = sharedBackend(binary, { data: path.join(shared, 'backend-testdata') });

    test(`${version}: other people's records open unchanged (fixtures)`, async () => {
      const { calls } = await signInTo(await old.backend());
      let opened = 0;
      for (const collection of collections.state.all.filter(({ type }) => type !== 'view')) {
        const { items } = await listedRecords.list(collection.id, { page: '1', perPage: '20' });
        for (const { id } of items) {
          const editor = await openRecord(collection, id);
          assert.is(editor.state.isChanged, false);
          assert.is(await editor.save(), null);
          editor.close();
          opened += 1;
        }
      }
      assert.ok(opened >= 15, String(opened));
      assert.equal(sent(calls), []);
    });
    test.after(old.stop);
  }

  test.after.each(() => {
    confirm.no();
    toasts.closeAll();
    session.end();
    localStorage.clear();
  });
  test.after(server.stop);
}

function localStorageTexts(): (string | null)[] {
  return Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
    .filter((key) => key.startsWith('record_draft_'))
    .map((key) => localStorage.getItem(key));
}

test.run();
