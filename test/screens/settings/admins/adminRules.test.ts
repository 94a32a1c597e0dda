import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type AdminValues,
  canSave,
  changedKeys,
  countChanges,
  faultsOf,
  passwordOf,
  toForm,
} from '../../../../ui/screens/settings/admins/adminRules';
import { admin } from '../../../support/samples';

const original = toForm(admin);
const typed = (values: Partial<AdminValues>): AdminValues => ({ ...original, ...values });
const [blank, mismatch] = ['Cannot be blank.', "Values don't match."];

test('a form begins with what is stored, and a new one with nothing', () => {
  assert.equal(original, { email: 'root@example.com', avatar: 2, password: '', passwordConfirm: '' });
  assert.equal(toForm(null), { email: '', avatar: 0, password: '', passwordConfirm: '' });
  assert.is(toForm({ ...admin, avatar: null }).avatar, 0);
});

const saves: [
  values: Partial<AdminValues>,
  asked: { isNew: boolean; showsPassword: boolean },
  may: boolean,
][] = [
  [{}, { isNew: false, showsPassword: false }, false],
  [{ email: 'x@example.com' }, { isNew: false, showsPassword: false }, true],
  [{ email: '' }, { isNew: false, showsPassword: false }, true],
  [{ avatar: 3 }, { isNew: false, showsPassword: false }, true],
  [{}, { isNew: false, showsPassword: true }, true],
  [{ email: '' }, { isNew: true, showsPassword: true }, false],
  [{ email: '  ' }, { isNew: true, showsPassword: true }, false],
  [{ email: '', avatar: 4, password: 'x' }, { isNew: true, showsPassword: true }, false],
  [{ email: 'a' }, { isNew: true, showsPassword: true }, true],
];
for (const [values, asked, may] of saves) {
  test(`${JSON.stringify({ ...values, ...asked })} ${may ? 'can' : 'cannot'} be saved`, () => {
    const form = typed(values);
    const isChanged = changedKeys(form, original).length > 0;
    assert.is(canSave({ form, isChanged, ...asked }), may);
  });
}

const faults: [values: Partial<AdminValues>, showsPassword: boolean, wrong: Record<string, string>][] = [
  [{}, false, {}],
  [{ email: '' }, false, { email: blank }],
  [{ email: ' ' }, false, { email: blank }],
  [{}, true, { password: blank, passwordConfirm: blank }],
  [{ password: '1234567890' }, true, { passwordConfirm: blank }],
  [{ password: '1234567890', passwordConfirm: '1234567891' }, true, { passwordConfirm: mismatch }],
  [{ password: '1234567890', passwordConfirm: '1234567890' }, true, {}],
  [{ passwordConfirm: '1234567890' }, true, { password: blank, passwordConfirm: mismatch }],
  [{ password: 'a', passwordConfirm: 'b' }, false, {}],
];
for (const [values, showsPassword, wrong] of faults) {
  const what = JSON.stringify(values) + (showsPassword ? ' with a password' : '');
  test(`${what}: ${Object.keys(wrong).join(' and ') || 'nothing'} is wrong`, () => {
    const found = Object.entries(faultsOf(typed(values), showsPassword));
    assert.equal(Object.fromEntries(found.map(([key, { message }]) => [key, message])), wrong);
  });
}

for (const [values, keys, count] of [
  [{}, [], 0],
  [{ email: 'x', avatar: 3 }, ['email', 'avatar'], 2],
  [{ password: 'a', passwordConfirm: 'a' }, ['password', 'passwordConfirm'], 1],
  [{ email: 'x', password: 'a' }, ['email', 'password'], 2],
  [{ passwordConfirm: 'a' }, ['passwordConfirm'], 1],
] as const) {
  test(`${JSON.stringify(values)} changes ${keys.join(' and ') || 'nothing'}, which counts ${count}`, () => {
    const changed = changedKeys(typed(values), original);
    assert.equal(changed, keys);
    assert.is(countChanges(Object.fromEntries(changed.map((key) => [key, true] as const))), count);
  });
}

test('a password is sent with its repetition, and none while there is none', () => {
  assert.equal(passwordOf(original), {});
  const both = { password: 'a', passwordConfirm: 'b' };
  assert.equal(passwordOf(typed(both)), both);
});

test.run();
