import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../ui/api/ApiError';
import type { FieldErrors } from '../../../ui/model/fieldErrors';
import { createForm } from '../../../ui/state/forms/form';
import * as toasts from '../../../ui/state/toasts';

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

test('a form starts with its values, without errors and changes', () => {
  const form = createForm({ initial, save: async () => {} });
  assert.equal(form.state, { values: initial, errors: {}, isSaving: false });
  assert.not(form.isChanged());
});

test('typing is a change, and typing the old value again is none', () => {
  const form = createForm({ initial, save: async () => {} });
  form.set('email', 'a@b.c');
  form.set('tags', ['a', 'b']);
  assert.ok(form.isChanged());
  form.set('email', '');
  form.set('tags', ['a']);
  assert.not(form.isChanged());
});

test('the caller’s initial values are never changed', () => {
  const given = { email: '', tags: ['a'] };
  const form = createForm({ initial: given, save: async () => {} });
  form.state.values.tags.push('b');
  assert.equal(given.tags, ['a']);
  form.state.values.tags.pop();
  assert.not(form.isChanged());
});

test('a submit saves the typed values', async () => {
  const save = mock.fn(async (_: Values) => {});
  const form = createForm({ initial, save });
  form.set('email', 'a@b.c');
  assert.is(await form.submit(), true);
  assert.equal(save.mock.calls[0]?.arguments[0], { email: 'a@b.c', tags: ['a'] });
  assert.is(form.state.isSaving, false);
});

test('a second submit while one runs does nothing', async () => {
  let finish = () => {};
  const save = mock.fn(
    () =>
      new Promise<void>((done) => {
        finish = done;
      }),
  );
  const form = createForm({ initial, save });
  const first = form.submit();
  assert.is(form.state.isSaving, true);
  assert.is(await form.submit(), false);
  assert.is(save.mock.callCount(), 1);
  finish();
  assert.is(await first, true);
  assert.is(form.state.isSaving, false);
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
  const form = createForm({ initial, save: () => Promise.reject(refusal(errors)) });
  form.set('email', 'typed');
  assert.is(await form.submit(), false);
  assert.equal(form.state.errors, errors);
  assert.is(form.state.values.email, 'typed');
  assert.is(form.state.isSaving, false);
  assert.equal(
    toasts.state.items.map(({ message }) => message),
    ['Failed.'],
  );
});

test('typing into a field removes its errors and those below it, and no others', async () => {
  const form = createForm({
    initial,
    save: () => Promise.reject(refusal({ email: blank, 'tags.0': blank })),
  });
  await form.submit();
  form.set('tags', ['b']);
  assert.equal(form.state.errors, { email: blank });
  form.set('email', 'x');
  assert.equal(form.state.errors, {});
});

test('a new submit starts without the earlier errors', async () => {
  const outcomes = [() => Promise.reject(refusal({ email: blank })), () => Promise.resolve()];
  const form = createForm({ initial, save: () => outcomes.shift()?.() ?? Promise.resolve() });
  await form.submit();
  assert.is(await form.submit(), true);
  assert.equal(form.state.errors, {});
});

test('a form may report its failure itself', async () => {
  const form = createForm({
    initial,
    save: () => Promise.reject(refusal({ email: blank })),
    onFailure: () => ({ form: { code: 'x', message: 'Not so.' } }),
  });
  assert.is(await form.submit(), false);
  assert.equal(form.state.errors, { form: { code: 'x', message: 'Not so.' } });
  assert.equal(toasts.state.items, []);
});

test('two forms are independent', () => {
  const one = createForm({ initial, save: async () => {} });
  const other = createForm({ initial, save: async () => {} });
  one.set('email', 'x');
  assert.is(other.state.values.email, '');
});

test.run();
