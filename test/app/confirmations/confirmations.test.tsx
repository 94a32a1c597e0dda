// The pages behind the links in mails. They must show nothing of the product, and keep the session.
import { mock } from 'node:test';
import { type ReactElement, StrictMode } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { App } from '../../../ui/app/App';
import { EmailChangePage } from '../../../ui/app/confirmations/EmailChangePage';
import { OAuth2ResultPage } from '../../../ui/app/confirmations/OAuth2ResultPage';
import { PasswordResetPage } from '../../../ui/app/confirmations/PasswordResetPage';
import { VerificationPage } from '../../../ui/app/confirmations/VerificationPage';
import * as app from '../../../ui/page/pageTitle';
import * as session from '../../../ui/page/session/session';
import * as toasts from '../../../ui/page/toasts';
import { connect } from '../../backend/connect';
import {
  type FakeBackend,
  failure,
  fakeBackend,
  type Given,
  html,
  networkError,
} from '../../support/backend';
import { resetDom } from '../../support/dom';
import { act, click, mount, tick, type, type View } from '../../support/render';
import { admin, adminToken, tokenOf, usersCollection } from '../../support/samples';

const tokenFor = (email: string) =>
  tokenOf({ collectionId: usersCollection.id, email, newEmail: `new-${email}` });
const token = tokenFor('ada@example.com');
const route = (name: string) => `POST /api/collections/${usersCollection.id}/confirm-${name}`;
const used = { token: { code: 'validation_invalid_token', message: 'Invalid or expired token.' } };
const unreachable = 'The server cannot be reached. Check the connection and try again.';
const generic = 'Something went wrong while processing your request.';

let backend: FakeBackend;
let close = mock.fn();
const alerts = (view: View) => view.findAll('[role=alert]').map(({ textContent }) => textContent);
const bodies = () => backend.calls.map(({ body }) => body);

test.before.each(() => {
  resetDom();
  session.end();
  toasts.closeAll();
  app.setMeta({ appName: 'Acme', hideControls: false });
  close = mock.fn();
  mock.method(window, 'close', close);
  backend = fakeBackend();
  connect(backend);
});
test.after.each(() => {
  assert.equal([...toasts.state.items], []);
  mock.restoreAll();
});
test.after(() => session.end());

test('the link that a newer server mails to an admin leads back to the sign-in', async () => {
  const mailed = tokenOf({ collectionId: 'pbc_3142635823', email: 'root@example.com' });
  const view = mount(<PasswordResetPage params={{ token: mailed }} />);
  assert.match(view.text(), 'Reset your admin password');
  assert.is(view.byText('Back to login').getAttribute('href'), '#/login');
});

/** Texts in links that are no tokens of a server. */
const noTokens: Array<string | undefined> = [
  undefined,
  'garbage',
  'a.b.c',
  tokenOf({ email: 7 }),
  tokenOf({ collectionId: '' }),
  tokenOf({ collectionId: 7 }),
  `x.${btoa('null')}.x`,
];

interface Act {
  name: string;
  page: (token?: string) => ReactElement;
  heading: string;
  who: string;
  button: string;
  /** Label, name and kind of each input, and what is typed. */
  inputs: Array<[label: string, name: string, autocomplete: string, text: string]>;
  done: [heading: string, ...lines: string[]];
}

const acts: Act[] = [
  {
    name: 'password-reset',
    page: (text) => <PasswordResetPage params={{ token: text }} />,
    heading: 'Reset your password',
    who: 'For ada@example.com',
    button: 'Set new password',
    inputs: [
      ['New password', 'password', 'new-password', 'secret word'],
      ['New password confirm', 'passwordConfirm', 'new-password', 'another'],
    ],
    done: ['Password changed', 'Your password was changed.', 'You can now sign in with the new one.'],
  },
  {
    name: 'email-change',
    page: (text) => <EmailChangePage params={{ token: text }} />,
    heading: 'Change your email',
    who: 'Type your password to change your email address to new-ada@example.com',
    button: 'Confirm new email',
    inputs: [['Password', 'password', 'current-password', 'secret word']],
    done: ['Email changed', 'Your email address was changed.', 'You can now sign in with the new one.'],
  },
];

const answers: Array<[what: string, answer: Given, alert: string | null, atInput?: string]> = [
  ['a used token', failure(400, 'Failed.', used), used.token.message],
  [
    'a used token, which makes the server call the password wrong, too',
    failure(400, 'Failed.', { ...used, password: { code: 'x', message: 'Wrong password.' } }),
    used.token.message,
  ],
  [
    'a bad password',
    failure(400, 'Failed.', { password: { code: 'x', message: 'Too short.' } }),
    null,
    'Too short.',
  ],
  ['an error without an input', failure(400, 'Unsupported collection type.'), 'Unsupported collection type.'],
  [
    'an error of an unknown input',
    failure(400, 'Not now.', { name: { code: 'x', message: 'No.' } }),
    'Not now.',
  ],
  ['an unreachable server', networkError, unreachable],
  ['a gateway', html(502, '<h1>Bad gateway</h1>'), generic],
];

for (const { name, page, heading, who, button, inputs, done } of acts) {
  const values = Object.fromEntries(inputs.map(([, key, , text]) => [key, text]));
  const fill = (view: View) => {
    for (const [label, , , text] of inputs) type(view.byLabel(label), text);
  };
  const submit = async (view: View) => {
    act(() => view.find<HTMLFormElement>('form').requestSubmit());
    await tick();
  };

  test(`${name}: the page says whom it is for, and asks for passwords`, () => {
    const view = mount(page(token));
    assert.is(view.find('h1').textContent, heading);
    assert.match(view.text(), who);
    const found = view.findAll<HTMLInputElement>('input');
    assert.equal(
      found.map((input) => [input.type, input.name, input.autocomplete, input.required]),
      inputs.map(([, key, autocomplete]) => ['password', key, autocomplete, true]),
    );
    assert.ok(document.activeElement === found[0]);
    view.rerender(page(tokenFor('<img src=x onerror=alert(1)>@x')));
    assert.match(view.text(), '<img src=x onerror=alert(1)>@x');
    assert.equal(view.findAll('img'), []);
  });

  test(`${name}: token and values are sent once, and two lines show the result`, async () => {
    backend.answer(route(name), null);
    const release = backend.hold(route(name));
    const view = mount(page(token));
    fill(view);
    await submit(view);
    assert.is(view.byText(button).getAttribute('aria-busy'), 'true');
    await submit(view);
    release();
    await tick();
    assert.equal(bodies(), [{ token, ...values }]);
    assert.equal(
      [view.find('h1'), ...view.findAll('[role=status] p')].map(({ textContent }) => textContent),
      done,
    );
    assert.equal(view.findAll('form'), []);
    assert.is(close.mock.callCount(), 0);
    click(view.byText('Close'));
    assert.is(close.mock.callCount(), 1);
    const second = tokenFor('bob@example.com');
    view.rerender(page(second));
    assert.match(view.text(), 'bob@example.com');
    for (const input of view.findAll<HTMLInputElement>('input')) assert.is(input.value, '');
    fill(view);
    await submit(view);
    assert.equal(bodies()[1], { token: second, ...values }, 'a second link in the same window');
  });

  for (const [what, answer, alert, atInput] of answers) {
    test(`${name}: ${what} is told in the form, and a second submit works`, async () => {
      backend.answerOnce(route(name), answer);
      backend.answer(route(name), null);
      const view = mount(page(token));
      fill(view);
      await submit(view);
      assert.equal(alerts(view), alert ? [alert] : []);
      const input = view.byLabel<HTMLInputElement>(inputs[0]?.[0] ?? '');
      assert.is(input.getAttribute('aria-invalid'), atInput ? 'true' : null);
      if (atInput) {
        assert.match(view.text(), atInput);
        type(input, 'longer');
        assert.not.match(view.text(), atInput);
      }
      await submit(view);
      assert.is(view.find('h1').textContent, done[0]);
    });
  }
}

const verification = (text?: string) => <VerificationPage params={{ token: text }} />;
const verified = 'Your email address was verified.';
const refused = 'Invalid or expired verification token.';

test('the link verifies at once, and once, also when every effect runs twice', async () => {
  backend.answer(route('verification'), null);
  const release = backend.hold(route('verification'));
  const view = mount(<StrictMode>{verification(token)}</StrictMode>);
  await tick();
  assert.is(view.find('h1').textContent, 'Email verification');
  assert.is(view.find('[role=status]').textContent?.trim(), 'Please wait...');
  assert.equal(view.findAll('button'), []);
  release();
  await tick();
  assert.is(view.find('[role=status]').textContent, verified);
  assert.equal(bodies(), [{ token }]);
  click(view.byText('Close'));
  assert.is(close.mock.callCount(), 1);
});

test('a verification without a token of a server is refused, and sends nothing', async () => {
  for (const text of noTokens) {
    const view = mount(verification(text));
    await tick();
    assert.equal([alerts(view), view.findAll('button'), backend.calls], [[refused], [], []], text);
  }
});

for (const [what, answer, alert] of [
  ['a used token', failure(400, 'Failed.', used), null],
  ['a missing collection', failure(404, "The requested resource wasn't found."), null],
  ['an unreachable server', networkError, unreachable],
  ['a failing server', failure(500, 'Disk is full.'), 'Disk is full.'],
  ['a gateway', html(503, '<h1>Away</h1>'), generic],
  ['a web page instead of a response', html(200, '<!doctype html>'), /could not be read/],
] as const) {
  test(`a verification with ${what} ${alert ? 'can be tried again' : 'is refused, but not the next link'}`, async () => {
    backend.answerOnce(route('verification'), answer);
    backend.answer(route('verification'), null);
    const view = mount(verification(token));
    await tick();
    if (alert instanceof RegExp) assert.match(alerts(view).join(), alert);
    else assert.equal(alerts(view), [alert ?? refused]);
    assert.is(view.findAll('button').length, alert ? 1 : 0);
    const next = alert ? token : tokenFor('bob@example.com');
    if (alert) click(view.byText('Retry'));
    else view.rerender(verification(next));
    await tick();
    assert.is(view.find('[role=status]').textContent, verified);
    assert.equal(bodies(), [{ token }, { token: next }]);
  });
}

for (const [hasSucceeded, title, line] of [
  [true, 'Auth completed.', 'You can close this window and go back to the app.'],
  [false, 'Auth failed.', 'You can close this window and go back to the app to try again.'],
] as const) {
  test(`the page closes its window, and shows "${title}" with a hint if it cannot`, () => {
    const view = mount(<OAuth2ResultPage hasSucceeded={hasSucceeded} />);
    assert.is(view.find('h1').textContent, title);
    assert.is(view.find('[role=status]').textContent, line);
    view.rerender(<OAuth2ResultPage hasSucceeded={hasSucceeded} />);
    assert.is(close.mock.callCount(), 1);
  });
}

const pages: Array<[hash: string, title: string, heading: string]> = [
  ...['auth', 'users'].flatMap((start): typeof pages => [
    [`#/${start}/confirm-verification/${token}`, 'Email verification', 'Email verification'],
    [`#/${start}/confirm-password-reset/${token}`, 'Password reset', 'Reset your password'],
    [`#/${start}/confirm-email-change/${token}`, 'Email change', 'Change your email'],
  ]),
  ['#/auth/oauth2-redirect-success', 'Auth', 'Auth completed.'],
  ['#/auth/oauth2-redirect-failure', 'Auth', 'Auth failed.'],
];

async function open(hash: string): Promise<View> {
  history.replaceState(null, '', `/_/${hash}`);
  const view = mount(<App />);
  await tick();
  return view;
}

for (const [hash, title, heading] of pages) {
  for (const isSignedIn of [false, true]) {
    const who = isSignedIn ? 'an admin, who stays signed in' : 'a guest';
    test(`${hash.replace(token, 'TOKEN')} shows no product name to ${who}`, async () => {
      for (const { name } of [...acts, { name: 'verification' }]) {
        backend.answer(route(name), failure(401, 'Refused.'));
      }
      const { told } = connect(backend, adminToken());
      if (isSignedIn) session.begin({ token: adminToken(), admin });
      const before = localStorage.getItem('pb_admin_auth');
      const view = await open(hash);
      for (const input of view.findAll('input')) type(input, 'new password');
      for (const form of view.findAll<HTMLFormElement>('form')) act(() => form.requestSubmit());
      await tick();
      assert.is(backend.calls.length, hash.endsWith(token) ? 1 : 0);
      assert.equal([view.find('h1').textContent, document.title], [heading, title]);
      assert.equal(view.findAll('img, footer, nav, header, a[href]'), []);
      assert.is(
        view.find('h1').previousElementSibling?.firstElementChild?.tagName,
        'svg',
        'a sign of its own',
      );
      assert.not.match(view.text(), /lowline|acme|pocketbase/i);
      assert.is(location.hash, hash);
      assert.equal(told, []);
      assert.is(session.isSignedIn(), isSignedIn);
      assert.is(localStorage.getItem('pb_admin_auth'), before);
      assert.not(backend.calls.some(({ headers }) => 'authorization' in headers));
      view.unmount();
    });
  }
}

for (const hash of ['#/auth/confirm-verification', '#/AUTH/confirm-verification/x', '#/auth/confirm-otp/x']) {
  test(`${hash} is not a public page`, async () => {
    const view = await open(hash);
    assert.match(view.text(), 'Page not found');
    view.unmount();
  });
}

test.run();
