import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../ui/api/ApiError';
import { report, tellOthers } from '../../ui/state/report';
import * as toasts from '../../ui/state/toasts';

const fields = { email: { code: 'validation_required', message: 'Cannot be blank.' } };
const refused = new ApiError({ kind: 'refused', url: '', status: 400, message: 'Failed.', fields });
const aborted = new ApiError({
  kind: 'aborted',
  url: '',
  status: 0,
  message: 'The request was autocancelled.',
});
const shown = () => toasts.state.items.map(({ kind, message }) => `${kind}: ${message}`);

let logged = mock.fn();

test.before.each(() => {
  toasts.closeAll();
  logged = mock.fn();
  mock.method(console, 'error', logged);
});
test.after.each(() => {
  toasts.closeAll();
  mock.restoreAll();
});

test('a failed call is told in a toast, and its fields are returned', () => {
  assert.equal(report(refused), fields);
  assert.equal(shown(), ['error: Failed.']);
  assert.is(logged.mock.callCount(), 0);
});

test('a call that was given up on purpose is told to no one', () => {
  assert.equal(report(aborted), {});
  assert.equal(shown(), []);
});

test('a failure that is shown elsewhere gets no toast, and its fields are returned all the same', () => {
  assert.equal(report(refused, { isSilent: true }), fields);
  assert.equal(shown(), []);
});

test('a fault of this page is logged and said in plain words, not in those of the program', () => {
  const fault = new TypeError("Cannot read properties of undefined (reading 'x')");
  assert.equal(report(fault), {});
  assert.equal(shown(), ['error: Something went wrong on this page. Reload it and try again.']);
  assert.ok(logged.mock.calls[0]?.arguments[0] === fault);
});

test('a fault of this page may have a sentence of its own, and may be silent but never unlogged', () => {
  report(new Error('x'), { fallback: 'The picture could not be read.' });
  report(new Error('y'), { isSilent: true });
  assert.equal(shown(), ['error: The picture could not be read.']);
  assert.is(logged.mock.callCount(), 2);
});

test('errors at names without an input are told in one toast, and the others are given', () => {
  const error = { code: 'x', message: 'No.' };
  const errors = { title: error, secret: error, 'options.x': error };
  const hasInput = (path: string) => path === 'title';
  assert.equal(tellOthers(errors, hasInput, ['Nothing was saved.']), { title: error });
  assert.equal(shown(), ['error: Nothing was saved.\nsecret: No.\noptions.x: No.']);
});

test('nothing is told where each error has an input', () => {
  assert.is(
    tellOthers(fields, () => true),
    fields,
  );
  assert.equal(shown(), []);
});

test.run();
