import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../ui/backend/ApiError';
import type { FieldErrors } from '../../../ui/model/fieldErrors';
import { createForm } from '../../../ui/page/forms/form';
import * as toasts from '../../../ui/page/toasts';

interface Values {
  email: string;
  tags: string[];
}

const initial: Values = { email: '', tags: ['a'] };
const blank = { code: 'validation_required', message: 'Cannot be blank.' };
const refusal = (fields: FieldErrors) =>
  new ApiError({ kind: 'refused', url: '', status: 400, message: 'Failed.', fields });

test.after.each(() => {
  toasts.closeAll();
  mock.restoreAll();
});

test('typing is a change, and typing the old value again is none', () => {
  const given = { email: '', tags: ['a'] };
  const form = createForm({ initial: given, save: async () => {} });
  assert.equal(form.state, { values: initial, errors: {}, isSaving: false });
  assert.not(form.isChanged());
  form.set('email', 'a@b.c');
  form.state.values.tags.push('b');
  assert.ok(form.isChanged());
  assert.equal(given.tags, ['a'], 'the values of the caller never change');
  form.set('email', '');
  form.set('tags', ['a']);
  assert.not(form.isChanged());
});

test('a submit saves the typed values; a second one while it runs does nothing', async () => {
  let finish = () => {};
  const save = mock.fn(
    (_: Values) =>
      new Promise<void>((done) => {
        finish = done;
      }),
  );
  const form = createForm({ initial, save });
  form.set('email', 'a@b.c');
  const first = form.submit();
  assert.equal([form.state.isSaving, await form.submit()], [true, false]);
  finish();
  assert.equal([await first, form.state.isSaving], [true, false]);
  assert.equal(
    save.mock.calls.map(({ arguments: [values] }) => values),
    [{ email: 'a@b.c', tags: ['a'] }],
  );
});

test('errors of the check appear at their fields, and nothing is sent', async () => {
  const save = mock.fn(async () => {});
  const check = ({ email }: Values): FieldErrors => (email === '' ? { email: blank } : {});
  const form = createForm({ initial, save, check });
  assert.is(await form.submit(), false);
  assert.is(save.mock.callCount(), 0);
  assert.equal(form.state.errors, { email: blank });
  form.set('email', 'a@b.c');
  assert.is(await form.submit(), true);
  assert.is(save.mock.callCount(), 1);
});

test('a refused save is reported, keeps the typed values, and sets the errors of its fields', async () => {
  const errors = { email: blank, 'tags.0': blank };
  const outcomes = [() => Promise.reject(refusal(errors)), () => Promise.resolve()];
  const form = createForm({ initial, save: () => outcomes.shift()?.() ?? Promise.resolve() });
  form.set('email', 'typed');
  assert.is(await form.submit(), false);
  assert.equal([form.state.errors, form.state.values.email], [errors, 'typed']);
  assert.equal(
    toasts.state.items.map(({ message }) => message),
    ['Failed.'],
  );
  // Typing removes the errors of the field and those below it, and no others.
  form.set('tags', ['b']);
  assert.equal([form.state.errors, form.state.isSaving], [{ email: blank }, false]);
  assert.equal([await form.submit(), form.state.errors], [true, {}]);
});

test.run();
