import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ForgottenPasswordPage } from '../../../ui/screens/sign-in/ForgottenPasswordPage';
import { type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { click, mount, tick, type, type View } from '../../support/render';
import { openPage, shownToasts } from './pages';

const route = 'POST /api/admins/request-password-reset';
let backend: FakeBackend;

async function send(email: string): Promise<View> {
  openPage(backend, '/request-password-reset');
  const view = mount(<ForgottenPasswordPage />);
  type(view.byLabel('Email'), email);
  click(view.find('button[type="submit"]'));
  await tick();
  return view;
}

test.before.each(() => {
  backend = fakeBackend({ [route]: null });
});

test('after a success a text with the e-mail replaces the form', async () => {
  const view = await send('root@example.com');
  assert.equal(backend.calls[0]?.body, { email: 'root@example.com' });
  assert.is(view.findAll('form').length, 0);
  assert.match(view.text(), /Check root@example\.com for the link to set a new password\./);
  assert.is(view.find('b').textContent, 'root@example.com');
});

test('an error is below the e-mail input, and the form stays', async () => {
  const invalid = { code: 'validation_is_email', message: 'Must be a valid email address.' };
  backend.answer(route, failure(400, 'An error occurred while validating the form.', { email: invalid }));
  const view = await send('a@b');
  assert.ok(view.byText('Must be a valid email address.'));
  assert.is(view.byLabel<HTMLInputElement>('Email').value, 'a@b');
  assert.equal(shownToasts(), ['error: An error occurred while validating the form.']);
});

test('the link back to the sign-in is always visible', async () => {
  const isThere = (view: View) => view.byText('Back to login').getAttribute('href') === '#/login';
  backend.answerOnce(route, failure(500, 'Oops.'));
  assert.ok(isThere(await send('root@example.com')));
  assert.ok(isThere(await send('root@example.com')));
});

test('a second submit during the request sends no second mail', async () => {
  const release = backend.hold(route);
  const view = await send('root@example.com');
  click(view.find('button[type="submit"]'));
  view.find<HTMLFormElement>('form').requestSubmit();
  await tick();
  assert.is(backend.calls.length, 1);
  release();
  await tick();
  assert.is(view.findAll('form').length, 0);
});

test.run();
