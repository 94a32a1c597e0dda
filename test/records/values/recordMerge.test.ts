import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { FormValue } from '../../../ui/model/field';
import type { FullRecord, RecordAnswer } from '../../../ui/model/record';
import { answerOfValues } from '../../../ui/records/values/recordBody';
import { mergeRecord } from '../../../ui/records/values/recordMerge';
import { byName, type FormFiles, formOf, isSame } from '../../../ui/records/values/recordValues';
import { anyAnswer, anyEdited, newFile, withValue } from '../../support/anyRecord';
import { post, postsCollection, user, usersCollection } from '../../support/samples';

const posts = postsCollection as unknown as Collection;
const answer = (changes: object = {}, meta = '{"seen":[1,2]}'): RecordAnswer => ({
  record: { ...post, ...changes } as unknown as FullRecord,
  sources: { meta },
});
const base = answer();
const before = formOf(posts, base);
const merge = (theirs: RecordAnswer, mine = before, choices = {}) =>
  mergeRecord(posts, { base, theirs, mine }, choices);

function printed(value: FormValue): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return String(value) === '' ? '(empty)' : [value].flat().join(', ');
}

test('if I typed nothing, the form shows everything that they saved', () => {
  fc.assert(
    fc.property(
      anyEdited.chain((one) => anyAnswer(one.collection).map((theirs) => ({ ...one, theirs }))),
      ({ collection, answer, before, theirs }) => {
        theirs.record.id = answer.record.id;
        const { form, conflicts } = mergeRecord(collection, { base: answer, theirs, mine: before });
        const now = formOf(collection, theirs);
        assert.equal(conflicts, []);
        assert.equal(Object.entries(form.files), Object.entries(now.files));
        for (const [name, value] of Object.entries(form.values)) {
          assert.ok(isSame(collection, name, value, now.values[name] ?? ''), name);
        }
      },
    ),
  );
});

test('a typed value is never replaced without a visible conflict', () => {
  fc.assert(
    fc.property(
      anyEdited.chain((one) => anyAnswer(one.collection).map((theirs) => ({ ...one, theirs }))),
      ({ collection, answer, form: mine, name, value, theirs }) => {
        const versions = { base: answer, theirs, mine };
        const { form, conflicts } = mergeRecord(collection, versions);
        assert.equal(form.values[name], value);
        const now = formOf(collection, theirs).values[name] ?? '';
        const then = formOf(collection, answer).values[name] ?? '';
        const isClash = !isSame(collection, name, now, then) && !isSame(collection, name, now, value);
        if (!isClash) return;
        assert.equal(conflicts, [
          { name, label: name, base: printed(then), mine: printed(value), theirs: printed(now) },
        ]);
        const takes = (choice: 'mine' | 'theirs') =>
          mergeRecord(collection, versions, Object.fromEntries([[name, choice]]));
        assert.equal(takes('mine').conflicts, []);
        assert.equal(takes('mine').form.values[name], value);
        assert.equal(takes('theirs').form.values[name], now);
      },
    ),
  );
});

const cases: Array<
  [
    what: string,
    name: string,
    mine: FormValue | null,
    theirs: RecordAnswer,
    value: FormValue,
    conflict: boolean,
  ]
> = [
  ['only I changed', 'title', 'Mine', answer(), 'Mine', false],
  ['a list both changed', 'tags', ['draft'], answer({ tags: ['long'] }), ['draft'], true],
  [
    'JSON in other lines',
    'meta',
    null,
    answer({}, '{ "seen": [1, 2] }'),
    '{\n  "seen": [\n    1,\n    2\n  ]\n}',
    false,
  ],
];

for (const [what, name, mine, theirs, value, isConflict] of cases) {
  test(`${what}: ${isConflict ? 'a conflict' : JSON.stringify(value)}`, () => {
    const { form, conflicts } = merge(theirs, mine === null ? before : withValue(before, name, mine));
    assert.equal(form.values[name], value);
    assert.equal(
      conflicts.map((conflict) => conflict.name),
      isConflict ? [name] : [],
    );
  });
}

test("a bare number that the server rewrote is nobody's change", () => {
  const mine = withValue(formOf(posts, answer({}, '1.10')), 'meta', '2');
  const versions = { base: answer({}, '1.10'), theirs: answer({}, '1.1'), mine };
  assert.equal(mergeRecord(posts, versions).conflicts, []);
  const other = { ...versions, theirs: answer({}, '1.2') };
  assert.is(mergeRecord(posts, other).conflicts.length, 1);
});

test("a value as it is sent and as it is stored is nobody's change", () => {
  const then = answerOfValues(post.id, { day: '2026-11-21 00:00:00', meta: '{"a":"<b>"}' });
  const mine = withValue(withValue(before, 'day', '2027-01-01'), 'meta', '1');
  const stored = answer({}, '{"a":"\\u003cb\\u003e"}');
  const { conflicts } = mergeRecord(posts, { base: then, theirs: stored, mine });
  assert.equal(
    conflicts.filter(({ name }) => ['day', 'meta'].includes(name)),
    [],
  );
});

test('an e-mail that the server hides from an expired token is not their change', () => {
  const users = usersCollection as unknown as Collection;
  const whole = { record: user as unknown as FullRecord, sources: {} };
  const { email: _, ...hidden } = user;
  const theirs = { record: hidden as unknown as FullRecord, sources: {} };
  const { form } = mergeRecord(users, { base: whole, theirs, mine: formOf(users, whole) });
  assert.is(form.values['email'], 'ada@example.com');
});

const file = newFile('new.png');
type Change = FormFiles[string];
const change = (names: string, removed = '', added: File[] = []): Change => ({
  names: [...names],
  removed: [...removed],
  added,
});

/** A character is a file name: the first list is the old one, the second the present one. */
const fileCases: Array<[what: string, old: string, their: string, mine: Change, merged: Change]> = [
  ['they added one', 'ab', 'abc', change('ab'), change('abc')],
  ['they reordered', 'ab', 'ba', change('ab'), change('ba')],
  ['both removed the same', 'ab', 'b', change('b', 'a'), change('b')],
  ['I reordered, they added one', 'ab', 'abc', change('ba'), change('bac')],
  ['I reordered, they removed one', 'abc', 'bc', change('cba'), change('cb')],
  ['I removed what they kept', 'a', 'a', change('', 'a'), change('', 'a')],
];

for (const [what, old, their, mine, merged] of fileCases) {
  test(`files, ${what}: ${merged.names.join('') || 'none'} is kept`, () => {
    const versions = {
      base: answer({ pictures: [...old] }),
      theirs: answer({ pictures: [...their] }),
      mine: { ...before, files: byName([['pictures', mine]]) },
    };
    const { form, conflicts } = mergeRecord(posts, versions);
    assert.equal(form.files['pictures'], merged);
    assert.equal(conflicts, []);
  });
}

const single: Collection = {
  ...posts,
  schema: [{ id: 'f', name: 'logo', type: 'file', options: { maxSelect: 1, maxSize: 9 } }],
};
const logo = (name: string): RecordAnswer => ({
  record: { id: 'x', logo: name } as unknown as FullRecord,
  sources: {},
});

for (const [old, their] of [
  ['a', 'c'],
  ['', 'c'],
] as const) {
  test(`a new file for a single field is a conflict if they replaced "${old}" by ${their}`, () => {
    const mine = { values: byName([['id', 'x']]), files: byName([['logo', change('', old, [file])]]) };
    const versions = { base: logo(old), theirs: logo(their), mine };
    const { conflicts, form } = mergeRecord(single, versions);
    assert.equal(conflicts, [
      { name: 'logo', label: 'logo', base: old || '(empty)', mine: 'new.png', theirs: their },
    ]);
    assert.equal(form.files['logo'], change('', their, [file]));
    const kept = mergeRecord(single, versions, { logo: 'theirs' });
    assert.equal([kept.form.files['logo'], kept.conflicts], [change(their), []]);
  });
}

test('my new file stays if they removed or kept the single file', () => {
  for (const their of ['', 'a']) {
    const mine = { values: byName([['id', 'x']]), files: byName([['logo', change('', 'a', [file])]]) };
    const { conflicts, form } = mergeRecord(single, { base: logo('a'), theirs: logo(their), mine });
    assert.equal(conflicts, []);
    assert.equal(form.files['logo'], change('', their, [file]));
  }
});

test.run();
