import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { FormValue } from '../../../ui/model/field';
import type { FullRecord, RecordBody } from '../../../ui/model/record';
import type { FileChange } from '../../../ui/records/values/fileChange';
import { bodyOf, changedBy, isEmptyBody, removedFiles } from '../../../ui/records/values/recordBody';
import { byName, type FormFiles, formOf, type RecordForm } from '../../../ui/records/values/recordValues';
import { anyCase, anyEdited, newFile, withValue } from '../../support/anyRecord';
import { post, postsCollection, usersCollection } from '../../support/samples';

const posts = postsCollection as unknown as Collection;
const users = usersCollection as unknown as Collection;
const before = formOf(posts, {
  record: { ...post, day: '2025-01-01 10:00:00.123Z' } as unknown as FullRecord,
  sources: { meta: '{"seen":[1,2]}' },
});

test('a record of any fields, saved unchanged, sends nothing', () => {
  fc.assert(
    fc.property(anyCase, ({ collection, answer }) => {
      const body = bodyOf(collection, formOf(collection, answer), formOf(collection, answer));
      assert.equal(body, { values: {}, files: [] });
      assert.is(isEmptyBody(body), true);
    }),
  );
});

test('a changed field of any type is sent alone: JSON as a text, a number as one or null, a date with seconds', () => {
  fc.assert(
    fc.property(anyEdited, ({ collection, form, before, name }) => {
      const { values, files } = bodyOf(collection, form, before);
      assert.equal(Object.keys(values), [name]);
      assert.is(Object.keys(JSON.parse(JSON.stringify(values))).length, 1);
      assert.equal(files, []);
      const [sent] = Object.values(values);
      const type = collection.schema.find((field) => field.name === name)?.type;
      if (type === 'json') assert.type(sent, 'string');
      if (type === 'json') assert.not.throws(() => JSON.parse(String(sent)));
      if (type === 'number') assert.ok(Number.isFinite(sent));
      if (type === 'date') assert.match(String(sent), /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{3})?)?$/);
    }),
    { numRuns: 200 },
  );
});

test('an unchanged date stays the same in every time zone', () => {
  const zone = process.env['TZ'];
  const collection: Collection = { ...posts, schema: [{ id: 'd', name: 'd', type: 'date', options: {} }] };
  try {
    for (const tz of ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Apia', 'Asia/Kolkata']) {
      process.env['TZ'] = tz;
      for (const d of ['1900-01-01 00:00:00.000Z', '2025-03-30 02:30:00.001Z', '2025-11-02 06:30:00.000Z']) {
        const opened = formOf(collection, { record: { id: 'x', d } as unknown as FullRecord, sources: {} });
        const shown = d.replace(/(\.000)?Z$/, '');
        assert.is(opened.values['d'], shown);
        assert.equal(bodyOf(collection, opened, opened).values, {});
        // The same moment, typed in another form.
        const other = withValue(opened, 'd', '2000-01-01 00:00:00');
        assert.equal(bodyOf(collection, opened, other).values, { d: shown });
      }
    }
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});

const sent: Array<[name: string, typed: FormValue, sent: unknown]> = [
  ['views', '', null],
  ['views', '007', 7],
  ['day', '2026-01-02T03:04', '2026-01-02 03:04:00'],
  ['tags', ['long'], ['long']],
  ['meta', '', 'null'],
  ['meta', '{\n  "b": 1.10,\n  "a": 9007199254740993\n}', '{"b":1.10,"a":9007199254740993}'],
];

for (const [name, typed, expected] of sent) {
  test(`${name}: ${JSON.stringify(typed)} is sent as ${JSON.stringify(expected)}`, () => {
    assert.equal(bodyOf(posts, withValue(before, name, typed), before).values, { [name]: expected });
  });
}

for (const [name, typed] of [
  ['views', 'many'],
  ['meta', '{'],
] as const) {
  test(`${name}: ${typed} is never sent, because the server would change it silently`, () => {
    assert.throws(() => bodyOf(posts, withValue(before, name, typed), before), /was not checked/);
  });
}

const [a, b] = ['engine_28Dq1pm6vP.png', 'notes_k3Xw0aZq9L.pdf'];
const fresh = [newFile('x.png'), newFile('y.png')];
const withFiles = (change: Partial<FormFiles[string]>) => ({
  ...before,
  files: byName([['pictures', { names: [a, b], removed: [], added: [], ...change }]]),
});

const fileCases: Array<[what: string, change: Partial<FormFiles[string]>, values: object, count: number]> = [
  ['added', { added: fresh }, {}, 2],
  ['removed and added', { names: [a], removed: [b], added: fresh }, { 'pictures-': [b] }, 2],
  ['reordered and added', { names: [b, a], added: fresh }, { pictures: [b, a] }, 2],
];

for (const [what, change, values, count] of fileCases) {
  test(`files ${what}: ${JSON.stringify(values)} and ${count} new ones are sent`, () => {
    const body = bodyOf(posts, withFiles(change), before);
    assert.equal(body.values, values);
    assert.equal(
      body.files,
      fresh.slice(0, count).map((file) => ['pictures', file]),
    );
    assert.is(isEmptyBody(body), what === 'untouched');
  });
}

test('a new record sends the filled values, a new account its password too', () => {
  const empty = formOf(users, null);
  assert.equal(bodyOf(users, empty, empty).values, {});
  const typed = [
    ['id', 'abcdefghijklmno'],
    ['password', '12345678'],
    ['passwordConfirm', '12345678'],
    ['verified', true],
    ['name', 'Ada'],
  ] as const;
  const filled = { ...empty, values: byName([...Object.entries(empty.values), ...typed]) };
  assert.equal(bodyOf(users, filled, empty).values, Object.fromEntries(typed));
});

const removals: [what: string, change: Partial<FileChange>, removed: string[]][] = [
  ['a new file removes none', { added: [newFile('new.txt')] }, []],
  ['a removed file', { names: ['b'], removed: ['a'] }, ['a']],
  ['a file that a new one replaces', { names: [], removed: [], added: [newFile('new.txt')] }, ['a', 'b']],
  ['a file that a sent order does not name', { names: ['b'], removed: [] }, ['a']],
];
for (const [what, change, removed] of removals) {
  test(`files that a save removes: ${what}`, () => {
    const stored = { names: ['a', 'b'], removed: [], added: [] };
    const formWith = (files: FileChange): RecordForm => ({
      values: byName([]),
      files: byName([['files', files]]),
    });
    assert.equal(removedFiles(formWith({ ...stored, ...change }), formWith(stored)), removed);
  });
}

const file: [string, File] = ['papers', newFile('new.txt')];
const bodies: [what: string, body: RecordBody, changed: string[]][] = [
  ['removed files', { values: { 'papers-': ['a'] }, files: [] }, ['papers']],
  [
    'a field with removed and new files once',
    { values: { 'papers-': ['a'] }, files: [file, file] },
    ['papers'],
  ],
  ['no passwords', { values: { password: 'p', passwordConfirm: 'p', email: 'e' }, files: [] }, ['email']],
];
for (const [what, body, changed] of bodies) {
  test(`the fields that a save changes: ${what}`, () => {
    assert.equal(changedBy(users, body), changed);
  });
}

test.run();
