import { mock } from 'node:test';
import { StrictMode } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { VerificationPage } from '../../../ui/screens/confirmations/VerificationPage';
import * as toasts from '../../../ui/state/toasts';
import { connect } from '../../api/connect';
import { failure, fakeBackend, networkError } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { click, mount, tick } from '../../support/render';
import { tokenOf, usersCollection } from '../../support/samples';

const route = `POST /api/collections/${usersCollection.id}/confirm-verification`;
const tokenFor = (email: string) => tokenOf({ collectionId: usersCollection.id, email });
const page = (token?: string) => <VerificationPage params={{ token }} />;
const expired = { token: { code: 'validation_invalid_token', message: 'Invalid or expired token.' } };

test.before.each(resetDom);
test.after.each(() => mock.restoreAll());

test('the page verifies at once, shows that it waits, then shows the result', async () => {
  const close = mock.method(window, 'close', () => {});
  const backend = fakeBackend({ [route]: null });
  connect(backend);
  const release = backend.hold(route);
  const view = mount(page(tokenFor('ada@example.com')));
  await tick();
  assert.is(view.find('h1').textContent, 'Email verification');
  assert.is(view.find('[role=status]').textContent?.trim(), 'Please wait...');
  assert.equal(view.findAll('button'), []);
  release();
  await tick();
  assert.is(view.find('[role=status]').textContent, 'Your email address was verified.');
  assert.not.match(view.text(), 'Please wait');
  assert.is(backend.calls.length, 1);
  click(view.byText('Close'));
  assert.is(close.mock.callCount(), 1);
});

test('an effect that runs twice sends one request', async () => {
  const backend = fakeBackend({ [route]: null });
  connect(backend);
  const view = mount(<StrictMode>{page(tokenFor('ada@example.com'))}</StrictMode>);
  await tick();
  assert.match(view.text(), 'Your email address was verified.');
  assert.is(backend.calls.length, 1);
});

for (const [what, token, calls] of [
  ['no token', undefined, 0],
  ['an invalid token', 'garbage', 0],
  ['a token without a collection', tokenOf({ exp: 1 }), 0],
  ['an expired token', tokenFor('ada@example.com'), 1],
] as const) {
  test(`${what} is refused on the page without a Retry button`, async () => {
    const backend = fakeBackend({ [route]: failure(400, 'Failed.', expired) });
    connect(backend);
    const view = mount(page(token));
    await tick();
    assert.is(view.find('[role=alert]').textContent, 'Invalid or expired verification token.');
    assert.equal(view.findAll('button'), []);
    assert.equal([...toasts.state.items], []);
    assert.is(backend.calls.length, calls);
  });
}

test('an unreachable server is reported on the page, and Retry sends the request again', async () => {
  const backend = fakeBackend({ [route]: null });
  connect(backend);
  const goOnline = backend.goOffline();
  const view = mount(page(tokenFor('ada@example.com')));
  await tick();
  assert.match(view.find('[role=alert]').textContent ?? '', /^The server cannot be reached/);
  click(view.byText('Retry'));
  await tick();
  assert.match(view.find('[role=alert]').textContent ?? '', /^The server cannot be reached/);
  goOnline();
  click(view.byText('Retry'));
  await tick();
  assert.is(view.find('[role=status]').textContent, 'Your email address was verified.');
  assert.is(backend.calls.length, 3);
  assert.equal([...toasts.state.items], []);
});

test('a page closed during the request causes no error', async () => {
  const logged = mock.method(console, 'error', () => {});
  const backend = fakeBackend({ [route]: networkError });
  connect(backend);
  const release = backend.hold(route);
  const view = mount(page(tokenFor('ada@example.com')));
  view.unmount();
  release();
  await tick();
  assert.is(logged.mock.callCount(), 0);
});

test('a second link in the same window is verified too', async () => {
  const backend = fakeBackend({ [route]: null });
  connect(backend);
  backend.answerOnce(route, failure(400, 'Failed.', expired));
  const view = mount(page(tokenFor('ada@example.com')));
  await tick();
  assert.match(view.text(), 'Invalid or expired verification token.');
  view.rerender(page(tokenFor('bob@example.com')));
  await tick();
  assert.match(view.text(), 'Your email address was verified.');
  assert.equal(
    backend.calls.map(({ body }) => body),
    [{ token: tokenFor('ada@example.com') }, { token: tokenFor('bob@example.com') }],
  );
});

test.run();
