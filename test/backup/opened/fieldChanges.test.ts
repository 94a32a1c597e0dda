import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { answerOf } from '../../../ui/backup/content/recordSource';
import { fieldChangesOf } from '../../../ui/backup/opened/fieldChanges';
import type { Collection } from '../../../ui/model/collection';
import { fittedAnswer } from '../../../ui/records/history/plan/fittedAnswer';
import { fieldWithId as field } from '../../support/fields';

const before: Collection = {
  id: 'c1',
  name: 'orders',
  type: 'base',
  schema: [
    field('f1', 'title', 'text'),
    field('f2', 'total', 'number'),
    field('f3', 'meta', 'json'),
    field('f4', 'tags', 'select', { maxSelect: 3, values: ['a', 'b'] }),
    field('f5', 'day', 'date'),
    field('f6', 'scan', 'file', { maxSelect: 1 }),
    field('f7', 'old', 'text'),
    field('f8', 'kind', 'text'),
    field('f9', 'live', 'bool'),
  ],
};
/** One field has another name, one is gone, one has another type. */
const today: Collection = {
  ...before,
  schema: before.schema
    .filter(({ id }) => id !== 'f7')
    .map((one) =>
      one.id === 'f1' ? { ...one, name: 'head' } : one.id === 'f8' ? { ...one, type: 'number' } : one,
    ),
};

const answer = (collection: Collection, values: object) =>
  answerOf(collection, { id: 'r1', updated: '', source: JSON.stringify({ id: 'r1', ...values }) });

const stored = {
  title: 'One',
  total: 2.5,
  meta: { b: 1, a: 2 },
  tags: ['b', 'a'],
  day: '2026-11-21 10:00:00.123Z',
  scan: 'a_0123456789.png',
  old: 'x',
  kind: 'y',
  live: false,
};
const { title, old, ...rest } = stored;
const changesTo = (values: object) =>
  fieldChangesOf(
    before,
    today,
    fittedAnswer(answer(before, stored), before, today),
    answer(today, { ...rest, head: title, kind: 0, ...values }),
  );

test('finds nothing when the values mean the same', () => {
  const { changes, unchanged, lost } = changesTo({});
  assert.equal(changes, []);
  assert.equal(
    unchanged.map(({ name, text }) => [name, text]),
    [
      ['head', 'One'],
      ['total', '2.5'],
      ['meta', meta],
      ['tags', 'b\na'],
      ['day', day],
      ['scan', 'a_0123456789.png'],
      ['live', 'False'],
    ],
  );
  assert.equal(lost, ['old', 'kind']);
});

const meta = '{\n  "b": 1,\n  "a": 2\n}';
const [day, noMs] = ['2026-11-21 10:00:00.123Z', '2026-11-21 10:00:00.000Z'];

// The values of today; the former text, that of today, and the value that goes back: null for none.
for (const [values, former, present, value] of [
  [{ head: 'Two' }, 'One', 'Two', 'One'],
  [{ total: 3 }, '2.5', '3', 2.5],
  [{ meta: null }, meta, '', '{"b":1,"a":2}'],
  [{ tags: ['a'] }, 'b\na', 'a', ['b', 'a']],
  [{ day: noMs }, day, noMs, day],
  // Only its whole record brings a file back.
  [{ scan: '' }, 'a_0123456789.png', '', null],
  [{ live: true }, 'False', 'True', false],
] as const) {
  const [name = ''] = Object.keys(values);
  test(`finds a change of ${name}`, () => {
    const change = { name, former, present, value, canComeBack: value !== null };
    assert.equal(changesTo(values).changes, [change]);
  });
}

test('the account of a user can be put back', () => {
  const users: Collection = { id: 'u', name: 'users', type: 'auth', schema: [] };
  const ada = { username: 'ada', email: 'a@x.example', emailVisibility: false, verified: true };
  const then = answer(users, ada);
  const now = answer(users, { ...ada, email: 'b@x.example', verified: false });
  const { changes, unchanged } = fieldChangesOf(users, users, then, now);
  assert.equal(
    changes.map(({ name, value }) => [name, value]),
    [
      ['email', 'a@x.example'],
      ['verified', true],
    ],
  );
  assert.equal(
    unchanged.map(({ name }) => name),
    ['username', 'emailVisibility'],
  );
});

test('a date of the server does not come back, and of a password nothing is said', () => {
  const newer: Collection = {
    ...before,
    schema: [field('f1', 'at', 'autodate'), field('f2', 'pin', 'password')],
  };
  const { changes, unchanged, lost } = fieldChangesOf(
    newer,
    newer,
    answer(newer, { at: '2026-11-21 00:00:00.000Z', pin: '' }),
    answer(newer, { at: '2026-11-22 00:00:00.000Z', pin: '' }),
  );
  assert.equal(
    changes.map(({ name, canComeBack }) => [name, canComeBack]),
    [['at', false]],
  );
  assert.equal([unchanged, lost], [[], []]);
});

test.run();
