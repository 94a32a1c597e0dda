import { readFileSync } from 'node:fs';
import { is } from 'superstruct';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toInner, toNewer, withDates } from '../../../ui/backend/newer/collectionShape';
import { isEqual } from '../../../ui/base/equal';
import {
  accountNamesOf,
  Collection,
  fieldOf,
  hasField,
  systemFieldNames,
} from '../../../ui/model/collection';
import { optionOf } from '../../../ui/model/field';
import { randomNumbers } from '../../support/randomNumbers';

// reads: test/backend/newer/collections.jsonl

type Raw = Record<string, unknown> & { name: string; fields: Record<string, unknown>[] };

/** Recorded of 0.23.1, of 0.40.6, and of a database of 0.22 after its upgrade; the texts of mails are cut. */
const recorded = readFileSync('test/backend/newer/collections.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Raw);
const named = (name: string, at = -1) => recorded.filter((one) => one.name === name).at(at) as Raw;
const fieldIn = (raw: Record<string, unknown>, name: string) =>
  (raw['fields'] as Raw['fields']).find((field) => field['name'] === name);

/** Makes a collection as the page holds it, and copies it as drafts and history do. */
const inner = (raw: Raw) => JSON.parse(JSON.stringify(toInner(raw))) as Collection;
const options = (collection: Collection) => collection.options as Record<string, unknown>;
const changed = (raw: Raw, changes: Record<string, unknown>) => {
  const collection = inner(raw);
  return toNewer({ ...collection, options: { ...collection.options, ...changes } });
};

test('a recorded collection comes back as it was, and is one of 0.22 inside', () => {
  for (const raw of recorded) {
    const collection = inner(raw);
    assert.ok(is(collection, Collection), raw.name);
    assert.equal(toNewer(collection), raw);
  }
});

test('unknown keys come back, wherever they are', () => {
  const below = randomNumbers(7);
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T;
  const values = [0, '', null, false, [], {}, [0], { a: null }, 'text', 1.5];
  function addKeys(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(addKeys);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, one]) => [key, addKeys(one)] as const);
    const extra = below(2) === 0 ? [[`x${below(1000)}`, pick(values)] as const] : [];
    return Object.fromEntries([...entries, ...extra]);
  }
  for (let round = 0; round < 60; round += 1) {
    const raw = addKeys(pick(recorded)) as Raw;
    assert.ok(isEqual(toNewer(inner(raw)), raw), JSON.stringify(raw));
  }
});

test('an option that is 0 stays 0, and one that is absent stays absent', () => {
  const kitchen = inner(named('kitchen'));
  const textField = fieldOf(kitchen, 'f_text') as Collection['schema'][number];
  assert.equal([optionOf(textField, 'max'), optionOf(textField, 'hidden')], [0, false]);
  assert.is(optionOf(fieldOf(kitchen, 'f_auto') as typeof textField, 'help'), undefined);
});

test('the fields that 0.22 has outside the schema are built in', () => {
  const [kitchen, users] = [inner(named('kitchen')), inner(named('users'))];
  assert.equal(systemFieldNames(kitchen), ['id']);
  assert.equal([hasField(kitchen, 'created'), hasField(kitchen, 'f_auto')], [false, true]);
  assert.equal(accountNamesOf(users), ['email', 'emailVisibility', 'verified']);
  assert.ok(fieldOf(users, 'username'), 'after an upgrade it is an ordinary field');
  assert.equal(
    ['id', 'password', 'tokenKey', 'created', 'email'].map((name) => hasField(users, name)),
    [true, false, false, true, true],
  );
});

test('the options of 0.22 are read from the groups', () => {
  const {
    allowEmailAuth,
    allowUsernameAuth,
    allowOAuth2Auth,
    minPasswordLength,
    onlyVerified,
    requireEmail,
  } = options(inner(named('users', 0)));
  assert.equal(
    [allowEmailAuth, allowUsernameAuth, allowOAuth2Auth, minPasswordLength, onlyVerified, requireEmail],
    [true, false, false, 8, false, true],
  );
});

test('a changed option of 0.22 changes its group or its field, and nothing else', () => {
  const users = named('users', 0);
  const cases: readonly [Record<string, unknown>, string, unknown][] = [
    [{ allowUsernameAuth: true }, 'passwordAuth', { enabled: true, identityFields: ['email', 'username'] }],
    [{ allowEmailAuth: false }, 'passwordAuth', { enabled: false, identityFields: ['email'] }],
    [{ onlyVerified: true }, 'authRule', 'verified = true'],
    [{ allowOAuth2Auth: true }, 'oauth2', { ...(users['oauth2'] as object), enabled: true }],
  ];
  for (const [changes, key, value] of cases) {
    assert.equal(changed(users, changes), { ...users, [key]: value }, key);
  }
  const shorter = changed(users, { minPasswordLength: 5, requireEmail: false });
  assert.equal(fieldIn(shorter, 'password'), { ...fieldIn(users, 'password'), min: 5 });
  assert.equal(fieldIn(shorter, 'email'), { ...fieldIn(users, 'email'), required: false });
  assert.equal(
    (shorter['fields'] as Raw['fields']).map(({ name }) => name),
    users.fields.map(({ name }) => name),
  );
});

test('an authRule of another kind, and other names of a sign-in, are never overwritten', () => {
  const users = {
    ...named('users', 0),
    authRule: 'banned = false',
    passwordAuth: { enabled: true, identityFields: ['phone'] },
  };
  assert.equal(changed(users, { onlyVerified: true }), users);
  assert.equal(changed(users, { allowEmailAuth: true })['passwordAuth'], {
    enabled: true,
    identityFields: ['email', 'phone'],
  });
});

test('a new field leaves without an id, with the names of the newer server', () => {
  const made = toNewer({
    name: 'posts',
    type: 'base',
    schema: [
      { id: '', name: 'rank', type: 'number', required: true, options: { min: null, noDecimal: true } },
      { id: '', name: 'tags', type: 'relation', options: { collectionId: 'x', maxSelect: null } },
    ],
  });
  assert.equal(made, {
    name: 'posts',
    type: 'base',
    fields: [
      { name: 'rank', type: 'number', required: true, min: null, onlyInt: true },
      { name: 'tags', type: 'relation', collectionId: 'x', maxSelect: 2_147_483_647 },
    ],
  });
});

test('a new account collection requires an email only if it is asked for', () => {
  const emailOf = (options: Record<string, unknown>) =>
    fieldIn(toNewer({ type: 'auth', schema: [], options }), 'email');
  assert.is(emailOf({ requireEmail: false })?.['required'], false);
  assert.is(emailOf({ requireEmail: true }), undefined, 'as the server makes it');
  const only = { onlyEmailDomains: ['example.com'] };
  assert.equal(
    [true, false].map((requireEmail) => emailOf({ requireEmail, ...only })?.['required']),
    [true, false],
  );
});

test('a part of a collection gives only its own keys', () => {
  assert.equal(toNewer({ listRule: '' }), { listRule: '' });
  assert.equal(toNewer({ type: 'view', options: { query: 'SELECT 1' } }), {
    type: 'view',
    viewQuery: 'SELECT 1',
  });
});

test('a new collection gets its dates, unless it has fields of these names', () => {
  const made = withDates({ type: 'base', schema: [{ id: '', name: 'updated', type: 'text' }] });
  assert.equal(toNewer(made)['fields'], [
    { name: 'updated', type: 'text' },
    { name: 'created', type: 'autodate', onCreate: true, onUpdate: false },
  ]);
  const schema = [{ id: '', name: 'title', type: 'text' }];
  const users = toNewer(withDates({ type: 'auth', schema, options: { requireEmail: false } }));
  const names = (users['fields'] as { name: string }[]).map(({ name }) => name);
  assert.equal(names, ['email', 'title', 'created', 'updated'], 'dates stand last');
  const view = { type: 'view', schema: [] };
  assert.is(withDates(view), view);
});

test.run();
