import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import type { SchemaField } from '../../../../ui/model/field';
import { renameFiles, uploadName } from '../../../../ui/model/file';
import type { RecordAnswer } from '../../../../ui/model/record';
import {
  type FormerRecord,
  planReturn,
  type ReturnInput,
  recordKey,
} from '../../../../ui/records/history/plan/returnPlan';
import { asNewer, field, relation } from '../../../support/fields';

const collection = (name: string, schema: SchemaField[], type = 'base'): Collection => ({
  id: name,
  name,
  type,
  schema,
});

function former(collectionId: string, id: string, values: object = {}, sources = {}): FormerRecord {
  return { collectionId, answer: { record: { id, ...values }, sources } as unknown as RecordAnswer };
}

function plan(records: FormerRecord[], schemas: Collection[], rest: Partial<ReturnInput> = {}) {
  return planReturn({
    records,
    references: [],
    before: schemas,
    today: schemas,
    present: new Map(),
    hasFile: () => true,
    ...rest,
  });
}

const there = (...keys: string[]) =>
  new Map(keys.map((key) => [key, { created: '', isUntouched: false, relations: new Map() }] as const));

test('values come back as they were stored', () => {
  const orders = collection('orders', [
    field('text', 'title'),
    field('number', 'total'),
    field('date', 'at'),
    field('json', 'meta'),
    field('json', 'list'),
    field('select', 'tags', { maxSelect: 2, values: ['p', 'q'] }),
    field('file', 'pictures', { maxSelect: 9 }),
  ]);
  const values = { id: 'a', title: 'x\0y', total: 1.5, at: '2026-01-01 00:00:00.123Z', tags: ['p'] };
  const sources = { meta: '{"n":9007199254740993}', list: '["p","q"]' };
  const server = { created: 'then', updated: 'then', pictures: ['a.png'] };
  const given = { ...values, ...server, meta: { n: 9007199254740992 }, list: ['p', 'q'] };
  const { creates, losses } = plan([former('orders', 'a', given, sources)], [orders]);
  assert.equal(creates, [
    {
      collectionId: 'orders',
      id: 'a',
      values: { ...values, ...sources },
      files: [['pictures', 'a.png']],
      wave: 0,
      needsPassword: false,
    },
  ]);
  assert.equal(losses, ['created and updated: the server sets both to now.']);
});

test('fields are found by their id', () => {
  const then = collection('orders', [
    field('text', 'title'),
    field('number', 'total'),
    field('text', 'gone'),
  ]);
  const today = collection('orders', [
    { ...field('text', 'title'), name: 'headline' },
    field('text', 'total'),
  ]);
  const record = former('orders', 'a', { title: 'x', total: 3, gone: 'y' });
  const { creates, losses } = plan([record], [then], { today: [today] });
  assert.equal(creates[0]?.values, { id: 'a', headline: 'x' });
  assert.equal(losses.slice(1), [
    'The field total of orders takes other values now.',
    'The field gone of orders no longer exists.',
  ]);
});

test('a list fits a field for one value only if it has one', () => {
  const many = collection('orders', [field('select', 'tags', { maxSelect: 3, values: ['p', 'q'] })]);
  const one = collection('orders', [field('select', 'tags', { maxSelect: 1, values: ['p', 'q'] })]);
  const rows = [former('orders', 'a', { tags: ['p'] }), former('orders', 'b', { tags: ['p', 'q'] })];
  const narrowed = plan(rows, [many], { today: [one] });
  assert.equal(
    narrowed.creates.map(({ values }) => values),
    [{ id: 'a', tags: 'p' }, { id: 'b' }],
  );
  const widened = plan([former('orders', 'a', { tags: 'p' })], [one], { today: [many] });
  assert.equal(widened.creates[0]?.values, { id: 'a', tags: ['p'] });
});

test('a record whose id exists stays as it is', () => {
  const orders = collection('orders', [field('text', 'title')]);
  const { creates, existing } = plan([former('orders', 'a'), former('orders', 'b')], [orders], {
    present: there('orders/a'),
  });
  assert.equal(
    creates.map(({ id }) => id),
    ['b'],
  );
  assert.equal(
    existing.map(({ answer }) => answer.record.id),
    ['a'],
  );
});

test('users come back without their password', () => {
  const users = collection('users', [field('text', 'name')], 'auth');
  const values = { username: 'ada', email: '', emailVisibility: false, verified: true, name: 'Ada' };
  const { creates, losses } = plan([former('users', 'a', values)], [users]);
  assert.equal(creates[0]?.values, {
    id: 'a',
    username: 'ada',
    emailVisibility: false,
    verified: true,
    name: 'Ada',
  });
  assert.ok(creates[0]?.needsPassword);
  assert.is(losses[1], '1 user needs a new password. Linked accounts and sessions are lost.');
});

test('passwords and dates of a newer server are named, because they do not come back', () => {
  const pin = field('password', 'pin');
  const seen = { ...field('autodate', 'seen'), options: { onCreate: true } };
  const safes = collection('safes', [pin, { ...pin, id: 'key', name: 'key', required: true }, seen]);
  const values = { pin: '', key: '', seen: 'then' };
  const { losses, isWhole } = plan([former('safes', 'a', values), former('safes', 'b', values)], [safes]);
  assert.equal(losses.slice(1), [
    'seen: the server sets it to now.',
    'pin: no server sends passwords, so it comes back empty.',
    'key: no server sends passwords, so it comes back with a random one.',
  ]);
  assert.is(isWhole, false);
});

test('dates that a collection does not have are not named', () => {
  const undated = {
    ...collection('doors', []),
    builtIn: asNewer(collection('doors', [])).builtIn?.slice(0, 1),
  };
  assert.equal(plan([former('doors', 'a')], [undated]).losses, []);
});

const customers = collection('customers', [field('text', 'name')]);

test('a required target comes first, an optional one of the same plan too', () => {
  const orders = collection('orders', [relation('customer', 'customers', 1, { required: true })]);
  const notes = collection('notes', [relation('orders', 'orders', 9)]);
  const { creates, updates } = plan(
    [
      former('notes', 'n', { orders: ['o', 'x'] }),
      former('orders', 'o', { customer: 'c' }),
      former('customers', 'c'),
    ],
    [customers, orders, notes],
  );
  assert.equal(
    creates.map(({ id, wave, values }) => [id, wave, values]),
    [
      ['c', 0, { id: 'c' }],
      ['o', 1, { id: 'o', customer: 'c' }],
      ['n', 2, { id: 'n', orders: ['o'] }],
    ],
  );
  assert.equal(updates, []);
});

test('relations inside a collection and circles are set at the end', () => {
  const one = collection('one', [relation('next', 'one'), relation('other', 'two', 9)]);
  const two = collection('two', [relation('back', 'one', 1, { required: true })]);
  const { creates, updates, obstacles } = plan(
    [former('one', 'a', { next: 'b', other: ['t'] }), former('one', 'b'), former('two', 't', { back: 'a' })],
    [one, two],
  );
  assert.equal(
    creates.map(({ id, wave, values }) => [id, wave, values]),
    [
      ['a', 0, { id: 'a' }],
      ['b', 0, { id: 'b' }],
      ['t', 1, { id: 't', back: 'a' }],
    ],
  );
  assert.equal(updates, [
    {
      collectionId: 'one',
      id: 'a',
      values: { next: 'b', other: ['t'] },
      former: { next: '', other: [] },
      owners: ['one/a'],
    },
  ]);
  assert.equal(obstacles, []);
});

test('a record waits for a required target that is gone, and so does what needs it', () => {
  const orders = collection('orders', [relation('customer', 'customers', 1, { required: true })]);
  const lines = collection('lines', [relation('order', 'orders', 1, { required: true })]);
  const { creates, obstacles } = plan(
    [
      former('orders', 'o', { customer: 'c' }),
      former('lines', 'l', { order: 'o' }),
      former('customers', 'd'),
    ],
    [customers, orders, lines],
  );
  assert.equal(
    creates.map(({ id }) => id),
    ['d'],
  );
  assert.equal(
    obstacles.map(({ record, reason, collectionId, targets }) => [
      record.answer.record.id,
      reason,
      collectionId,
      targets,
    ]),
    [
      ['o', 'target', 'customers', ['c']],
      ['l', 'target', 'orders', ['o']],
    ],
  );
});

test('a circle of required relations cannot be put back', () => {
  const one = collection('one', [relation('other', 'two', 1, { required: true })]);
  const two = collection('two', [relation('other', 'one', 1, { required: true })]);
  const { creates, obstacles } = plan(
    [former('one', 'a', { other: 'b' }), former('two', 'b', { other: 'a' })],
    [one, two],
  );
  assert.equal(creates, []);
  assert.equal(
    obstacles.map(({ reason }) => reason),
    ['circle', 'circle'],
  );
});

test('a target that is gone is left out of an optional relation', () => {
  const orders = collection('orders', [relation('customers', 'customers', 9)]);
  const { creates, losses } = plan([former('orders', 'o', { customers: ['c', 'd'] })], [customers, orders], {
    present: there('customers/d'),
  });
  assert.equal(creates[0]?.values, { id: 'o', customers: ['d'] });
  assert.is(losses[1], 'customers: 1 related record no longer exists.');
});

test('a record of a collection that is gone waits for it', () => {
  const { obstacles } = plan([former('orders', 'o')], [], { before: [collection('orders', [])] });
  assert.is(obstacles[0]?.reason, 'collection');
});

test('a file that is not kept is told', () => {
  const orders = collection('orders', [field('file', 'files', { maxSelect: 9 })]);
  const { creates, losses } = plan([former('orders', 'o', { files: ['a.txt', 'b.txt'] })], [orders], {
    hasFile: (_, name) => name === 'b.txt',
  });
  assert.equal(creates[0]?.files, [['files', 'b.txt']]);
  assert.is(losses[1], '1 file is not kept.');
});

const idsOf = (text: string) => text.split(' ').filter(Boolean);

// The former list, that of today, and what is sent; '' for nothing.
for (const [then, now, sent] of [
  ['a o b', 'a b', 'a o b'],
  ['a o', '', 'o'],
  ['a o p', 'a', 'a o p'],
  ['a o', 'o a', ''],
] as const) {
  test(`the list ${then} is ${sent || 'unchanged'} again after ${now}`, () => {
    const orders = collection('orders', []);
    const notes = collection('notes', [relation('orders', 'orders', 9)]);
    const present = new Map([
      [
        recordKey('notes', 'n'),
        { created: '', isUntouched: false, relations: new Map([['orders', idsOf(now)]]) },
      ],
    ]);
    const { updates } = plan([former('orders', 'o'), former('orders', 'p')], [orders, notes], {
      present,
      references: [{ collectionId: 'notes', recordId: 'n', fieldId: 'f_orders', ids: idsOf(then) }],
    });
    assert.equal(
      updates,
      sent
        ? [
            {
              collectionId: 'notes',
              id: 'n',
              values: { orders: idsOf(sent) },
              former: { orders: idsOf(now) },
              owners: idsOf(then)
                .filter((id) => !idsOf(now).includes(id) && ['o', 'p'].includes(id))
                .map((id) => recordKey('orders', id)),
            },
          ]
        : [],
    );
  });
}

test('a single relation that has another record now stays', () => {
  const orders = collection('orders', []);
  const notes = collection('notes', [relation('order', 'orders')]);
  const present = new Map([
    ['notes/n', { created: '', isUntouched: false, relations: new Map([['order', ['q']]]) }],
  ]);
  const references = [{ collectionId: 'notes', recordId: 'n', fieldId: 'f_order', ids: ['o'] }];
  const { updates, losses } = plan([former('orders', 'o')], [orders, notes], { present, references });
  assert.equal(updates, []);
  assert.is(losses.at(-1), '1 record refers to another one now.');
});

test('a chain of 20,000 records is planned', () => {
  const chain = collection('chain', [relation('next', 'chain', 1, { required: true })]);
  const rows = Array.from({ length: 20_000 }, (_, at) => former('chain', `r${at}`, { next: `r${at + 1}` }));
  const { creates } = plan(rows, [chain], { present: there('chain/r20000') });
  assert.is(creates.at(-1)?.id, 'r0');
  assert.is(creates.at(-1)?.wave, 19_999);
});

for (const [stored, name] of [
  ['a_0123456789.txt', 'a.txt'],
  ['my_abcdefghij.v1_Xy34567890.pdf', 'my_abcdefghij.v1.pdf'],
  ['_Xy34567890.txt', '.txt'],
  ['a_b_Xy34567890.tar.gz', 'a_b.tar.gz'],
  ['short_123.txt', 'short_123.txt'],
] as const) {
  test(`${stored} was uploaded as ${name}`, () => assert.is(uploadName(stored), name));
}

test('links to files get their new names', () => {
  const renamed = new Map([['a_0123456789.png', 'a_9876543210.png']]);
  assert.is(
    renameFiles('<img src="/api/files/c/r/a_0123456789.png?thumb=1">', renamed),
    '<img src="/api/files/c/r/a_9876543210.png?thumb=1">',
  );
});

test.run();
