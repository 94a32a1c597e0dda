import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { FormValue } from '../../../ui/model/field';
import type { FullRecord, RecordAnswer } from '../../../ui/model/record';
import { byName, changedNames, duplicateOf, formOf, isSame } from '../../../ui/records/values/recordValues';
import { anyCase } from '../../support/anyRecord';
import { emptyPost, post, postsCollection, user, usersCollection } from '../../support/samples';

const posts = postsCollection as unknown as Collection;
const users = usersCollection as unknown as Collection;
const answerOf = (record: object, sources = {}) =>
  ({ record: record as FullRecord, sources }) satisfies RecordAnswer;

test('a record is converted to the values of its inputs, with the files apart', () => {
  const meta = '{"b":1.10,"a":9007199254740993}';
  const { values, files } = formOf(posts, answerOf(post, { meta }));
  assert.equal(Object.entries(values), [
    ['id', post.id],
    ['title', 'The first program'],
    ['body', post.body],
    ['views', '42.5'],
    ['published', true],
    ['contact', 'ada@example.com'],
    ['source', 'https://example.com/notes'],
    ['day', '2026-11-21 00:00:00'],
    ['tags', ['news', 'long']],
    ['meta', '{\n  "b": 1.10,\n  "a": 9007199254740993\n}'],
    ['author', user.id],
  ]);
  assert.equal(Object.entries(files), [
    ['pictures', { names: ['engine_28Dq1pm6vP.png', 'notes_k3Xw0aZq9L.pdf'], removed: [], added: [] }],
  ]);
});

test('an empty record and a new one have empty inputs', () => {
  const { values } = formOf(posts, answerOf(emptyPost, { meta: 'null' }));
  assert.equal(
    [values['views'], values['day'], values['tags'], values['meta'], values['author'], values['published']],
    ['0', '', [], 'null', '', false],
  );
  const fresh = formOf(posts, null);
  assert.equal(
    ['id', 'title', 'views', 'tags', 'meta', 'published'].map((name) => fresh.values[name]),
    ['', '', '', [], 'null', false],
  );
  assert.equal(fresh.files['pictures'], { names: [], removed: [], added: [] });
});

for (const [stored, shown] of [
  ['2026-11-21 10:00:00.123Z', '2026-11-21 10:00:00.123'],
  ['2026-11-21 10:00:00.000Z', '2026-11-21 10:00:00'],
]) {
  test(`the input of the date ${stored} holds ${shown}`, () => {
    const { values } = formOf(posts, answerOf({ ...post, day: stored }));
    assert.is(values['day'], shown);
  });
}

test('an account has additional inputs, and its passwords are empty', () => {
  const { values } = formOf(users, answerOf({ ...user, password: 'x', passwordHash: 'y' }));
  assert.equal(Object.entries(values), [
    ['id', user.id],
    ['username', 'users75657'],
    ['email', 'ada@example.com'],
    ['emailVisibility', false],
    ['verified', true],
    ['password', ''],
    ['passwordConfirm', ''],
    ['name', 'Ada Lovelace'],
  ]);
});

test('a field of an unknown type is not edited, and a field may be called __proto__', () => {
  const schema = ['__proto__', 'constructor', 'point'].map((name, at) => ({
    id: name,
    name,
    type: at === 2 ? 'vector' : 'text',
    options: {},
  }));
  const record = JSON.parse('{"id":"x","__proto__":"a","constructor":"b","point":{"lat":1}}');
  const { values } = formOf({ ...posts, schema }, answerOf(record));
  assert.equal(Object.entries(values), [
    ['id', 'x'],
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ]);
  const missing = formOf({ ...posts, schema }, answerOf({ id: 'x' }));
  assert.equal(Object.values(missing.values), ['x', '', '']);
});

test('a value is read as a list or a single value according to the present field', () => {
  const tags = (maxSelect: number, value: unknown) => {
    const schema = [{ id: 'tags', name: 'tags', type: 'select', options: { maxSelect } }];
    return formOf({ ...posts, schema }, answerOf({ id: 'x', tags: value })).values['tags'];
  };
  assert.equal([tags(1, ['a', 'b']), tags(2, 'a'), tags(2, '')], ['b', ['a'], []]);
});

test('a duplicate has all values except the id, the files and the secrets', () => {
  const { values, files } = duplicateOf(posts, answerOf(post, { meta: '{"a":1}' }));
  assert.is(values['id'], '');
  assert.is(values['title'], post.title);
  assert.equal(values['tags'], ['news', 'long']);
  assert.is(values['meta'], '{\n  "a": 1\n}');
  assert.equal(files['pictures'], { names: [], removed: [], added: [] });
  assert.is(Object.hasOwn(values, 'created'), false);
  assert.is(duplicateOf(users, answerOf(user)).values['password'], '');
});

const sames: Array<[name: string, one: FormValue, other: FormValue, same: boolean]> = [
  ['views', '', '0', true],
  ['views', 'x', 'y', false],
  ['day', '2025-01-01T10:00', '2025-01-01 10:00:00', true],
  ['day', '2025-01-01', '2025-01-02', false],
  ['day', 'x', 'y', false],
  ['meta', '{"a":1}', '{ "a": 1 }', true],
  ['meta', '{"a":1.0}', '{"a":1}', false],
  ['meta', '{"a":1,"b":2}', '{"b":2,"a":1}', false],
  ['meta', '{', '[', false],
  ['tags', ['news', 'long'], ['long', 'news'], false],
  ['published', true, false, false],
];

for (const [name, one, other, same] of sames) {
  test(`${name}: ${JSON.stringify(one)} and ${JSON.stringify(other)} are ${same ? 'equal' : 'different'}`, () => {
    assert.is(isSame(posts, name, one, other), same);
    assert.is(isSame(posts, name, other, one), same);
    const [now, before] = [byName([[name, one]]), byName([[name, other]])];
    assert.equal(changedNames(posts, now, before), same ? [] : [name]);
  });
}

test('an opened record of any fields counts as unchanged', () => {
  fc.assert(
    fc.property(anyCase, ({ collection, answer }) => {
      const [one, other] = [formOf(collection, answer), formOf(collection, answer)];
      assert.equal(changedNames(collection, one.values, other.values), []);
    }),
  );
});

test.run();
