import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { adminsQueryOf, listCallOf } from '../../../ui/settings/admins/adminList';
import {
  type AdminValues,
  canSave,
  changedKeys,
  countChanges,
  faultsOf,
  toForm,
} from '../../../ui/settings/admins/adminRules';
import { admin } from '../../support/samples';

const original = toForm(admin);
const typed = (values: Partial<AdminValues>): AdminValues => ({ ...original, ...values });
const [blank, mismatch] = ['Cannot be blank.', "Values don't match."];

const old = { isNew: false, showsPassword: false };
const made = { isNew: true, showsPassword: true };
for (const [values, asked, may] of [
  [{}, old, false],
  [{ email: '' }, old, true],
  [{}, { ...old, showsPassword: true }, true],
  [{ email: '', avatar: 4, password: 'x' }, made, false],
  [{ email: 'a' }, made, true],
] as const) {
  test(`${JSON.stringify({ ...values, ...asked })} ${may ? 'can' : 'cannot'} be saved`, () => {
    const form = typed(values);
    assert.is(canSave({ form, isChanged: changedKeys(form, original).length > 0, ...asked }), may);
  });
}

const faults: [values: Partial<AdminValues>, showsPassword: boolean, wrong: Record<string, string>][] = [
  [{}, false, {}],
  [{ email: ' ' }, false, { email: blank }],
  [{}, true, { password: blank, passwordConfirm: blank }],
  [{ password: '1234567890', passwordConfirm: '1234567891' }, true, { passwordConfirm: mismatch }],
  [{ password: '1234567890', passwordConfirm: '1234567890' }, true, {}],
];
for (const [values, showsPassword, wrong] of faults) {
  const what = JSON.stringify(values) + (showsPassword ? ' with a password' : '');
  test(`${what}: ${Object.keys(wrong).join(' and ') || 'nothing'} is wrong`, () => {
    const found = Object.entries(faultsOf(typed(values), showsPassword));
    assert.equal(Object.fromEntries(found.map(([key, { message }]) => [key, message])), wrong);
  });
}

test('a password and its confirmation count as one change', () => {
  for (const [values, count] of [
    [{}, 0],
    [{ email: 'x', password: 'a' }, 2],
    [{ password: 'a', passwordConfirm: 'a' }, 1],
  ] as const) {
    const changed = changedKeys(typed(values), original).map((key) => [key, true] as const);
    assert.is(countChanges(Object.fromEntries(changed)), count, JSON.stringify(values));
  }
});

for (const [inAddress, used] of [
  ['', '-created'],
  [' email', '+email'],
  ['-avatar', '-created'],
  ['toString', '-created'],
  ['-created;drop', '-created'],
] as const) {
  test(`sort "${inAddress}" is ${used}`, () => {
    assert.is(listCallOf(adminsQueryOf({ sort: inAddress })).sort, used);
  });
}

for (const [search, filter] of [
  ['"a = b"', 'id~"a = b"||email~"a = b"||created~"a = b"||updated~"a = b"'],
  ['50%', 'id~"50\\%"||email~"50\\%"||created~"50\\%"||updated~"50\\%"'],
  ['created > "2022-01-01" && email ~ "x"', 'created > "2022-01-01" && email ~ "x"'],
] as const) {
  test(`${JSON.stringify(search)} asks for ${filter}`, () => {
    assert.is(listCallOf(adminsQueryOf({ filter: search })).filter, filter);
  });
}

test.run();
