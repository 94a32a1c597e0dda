import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type AdminValues,
  canSave,
  faultsOf,
  passwordOf,
  sharedOf,
  valuesOf,
} from '../../../../ui/screens/settings/admins/adminRules';
import { admin } from '../../../support/samples';

const original = valuesOf(admin);
const typed = (values: Partial<AdminValues>): AdminValues => ({ ...original, ...values });
const [blank, mismatch] = ['Cannot be blank.', "Values don't match."];

test('a form begins with what is stored, and a new one with nothing', () => {
  assert.equal(original, { email: 'root@example.com', avatar: 2, password: '', passwordConfirm: '' });
  assert.equal(valuesOf(null), { email: '', avatar: 0, password: '', passwordConfirm: '' });
  assert.is(valuesOf({ ...admin, avatar: null }).avatar, 0);
  assert.equal(Object.keys(sharedOf(original)), ['email', 'avatar']);
});

const saves: [values: Partial<AdminValues>, asked: Parameters<typeof canSave>[2], may: boolean][] = [
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
    assert.is(canSave(typed(values), original, asked), may);
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

test('a password is sent with its repetition, and none while there is none', () => {
  assert.equal(passwordOf(original), {});
  const both = { password: 'a', passwordConfirm: 'b' };
  assert.equal(passwordOf(typed(both)), both);
});

test.run();
