import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../ui/backend/ApiError';
import { notifyOtherErrors, report } from '../../ui/page/report';
import * as toasts from '../../ui/page/toasts';

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

test('a failed request shows a toast unless it is shown elsewhere; its field errors are returned', () => {
  assert.equal(report(refused, { isSilent: true }), fields);
  assert.equal(report(aborted), {}, 'a cancelled one is not reported');
  assert.equal(shown(), []);
  assert.equal(report(refused), fields);
  assert.equal(shown(), ['error: Failed.']);
  assert.is(logged.mock.callCount(), 0);
});

test('a bug of this page is logged and shown in plain words', () => {
  const fault = new TypeError("Cannot read properties of undefined (reading 'x')");
  assert.equal(report(fault), {});
  assert.equal(shown(), ['error: Something went wrong on this page. Reload it and try again.']);
  assert.ok(logged.mock.calls[0]?.arguments[0] === fault);
});

test('a bug of this page may have its own message or none, but is always logged', () => {
  report(new Error('x'), { fallback: 'The picture could not be read.' });
  report(new Error('y'), { isSilent: true });
  assert.equal(shown(), ['error: The picture could not be read.']);
  assert.is(logged.mock.callCount(), 2);
});

test('errors of names without an input are shown in one toast, and the others are returned', () => {
  const error = { code: 'x', message: 'No.' };
  const errors = { title: error, secret: error, 'options.x': error };
  const hasInput = (path: string) => path === 'title';
  assert.equal(notifyOtherErrors({ title: error }, hasInput), { title: error });
  assert.equal(shown(), []);
  assert.equal(notifyOtherErrors(errors, hasInput, ['Nothing was saved.']), { title: error });
  assert.equal(shown(), ['error: Nothing was saved.\nsecret: No.\noptions.x: No.']);
});

test.run();
