import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listenForKeys } from '../../../ui/page/commandKeys';
import * as toasts from '../../../ui/page/toasts';
import { MailPage } from '../../../ui/settings/mail/MailPage';
import { mailErrors } from '../../../ui/settings/mail/mailForm';
import { mailTemplates } from '../../../ui/settings/mail/mailTemplates';
import { createTestMail } from '../../../ui/settings/mail/testMail';
import { toDraft } from '../../../ui/settings/settingsChanges';
import { settle } from '../../backend/connect';
import { type FakeBackend, failure } from '../../support/backend';
import { click, eventually, mount, press as pressKey, rest, type, type View } from '../../support/render';
import { bar, button, input, isInvalid, open, openDialogs, press, submit } from '../pages';
import {
  callsOf,
  closeScene,
  masked,
  routes,
  startScene,
  storedSecret,
  told,
  wholeSettings,
  write,
} from '../settingsScene';

let backend: FakeBackend;

const smtp = { enabled: true, host: 'smtp.example.com', port: 587, username: 'me', password: storedSecret };
const titles = ['Verification', 'Password reset', 'Confirm email change'];
const heads = (view: View) => view.findAll('form h3 button');
const openHeads = (view: View) =>
  heads(view)
    .filter((one) => one.getAttribute('aria-expanded') === 'true')
    .map(({ textContent }) => textContent);
const head = (view: View, title: string) =>
  heads(view).find(({ textContent }) => textContent?.startsWith(title)) as HTMLElement;
const hasMark = (view: View, title: string) => head(view, title).textContent === `${title}Has errors`;
const dialog = (view: View) => view.findAll('[role="dialog"]')[0] ?? null;
const labels = (view: View) => view.findAll('form label').map(({ textContent }) => textContent);
/** Returns the labels of the inputs behind the switch. */
const smtpLabels = (view: View) =>
  labels(view).slice(labels(view).indexOf('Use SMTP mail server (recommended)') + 1);

async function startWith(changes: object = {}): Promise<View> {
  ({ backend } = startScene(changes));
  return open(<MailPage />);
}

test.after.each(async () => {
  mount(null).unmount();
  closeScene();
  await rest();
});

test.before(() => void listenForKeys());

test('one template is open at a time, each can be closed, and typed values are saved', async () => {
  const view = await startWith();
  for (const title of titles) {
    click(head(view, title));
    assert.equal([openHeads(view), view.findAll('form textarea').length], [[title], 1]);
  }
  click(head(view, 'Confirm email change'));
  assert.equal([openHeads(view), view.findAll('form textarea').length], [[], 0]);
  click(head(view, 'Password reset'));
  assert.is(input(view, 'Subject*').value, 'Reset your {APP_NAME} password');
  assert.is(input(view, 'Action URL*').value, '{APP_URL}/_/#/auth/confirm-password-reset/{TOKEN}');
  assert.match(input(view, 'Body (HTML)*').value, /\{ACTION_URL\}/);
  type(input(view, 'Body (HTML)*'), '<b>{ACTION_URL}</b>');
  await rest();
  await submit(view);
  const sent = { meta: { resetPasswordTemplate: { body: '<b>{ACTION_URL}</b>' } } };
  assert.is(callsOf(backend).at(-1), `PATCH ${JSON.stringify(sent)}`);
});

test('a template hidden by the server is not shown, and its errors do not prevent a save', async () => {
  const view = await startWith({ meta: { resetPasswordTemplate: { hidden: true, subject: '' } } });
  assert.equal(
    heads(view).map(({ textContent }) => textContent),
    ['Verification', 'Confirm email change'],
  );
  type(input(view, 'Sender name*'), 'Mine');
  await rest();
  await submit(view);
  assert.equal(told(), ['Successfully saved mail settings.']);
});

test('a template with an error is marked and opened, and its first error gets the focus', async () => {
  const view = await startWith();
  click(head(view, 'Password reset'));
  type(input(view, 'Action URL*'), 'http://nowhere');
  click(head(view, 'Verification'));
  await rest();
  assert.not(hasMark(view, 'Password reset'));
  await submit(view);
  await eventually(() => document.activeElement === input(view, 'Action URL*'), true);
  assert.equal(
    titles.map((title) => hasMark(view, title)),
    [false, true, false],
  );
  assert.is(openHeads(view).length, 1);
  assert.ok(isInvalid(view, 'Action URL*'));
  assert.match(view.text(), /Required parameter \{TOKEN\} is missing\./);
  click(head(view, 'Password reset'));
  assert.equal(openHeads(view), []);
  await submit(view);
  assert.equal(openHeads(view), ['Password resetHas errors'], 'each save opens it again');
  assert.equal(callsOf(backend), ['GET']);
  type(input(view, 'Action URL*'), 'http://nowhere/{TOKEN}');
  await rest();
  assert.not(hasMark(view, 'Password reset'));
});

test('each placeholder is a button that copies it and shows that for two seconds', async () => {
  const view = await startWith();
  const copied: string[] = [];
  Object.defineProperty(document, 'execCommand', {
    configurable: true,
    value: () => copied.push((document.activeElement as HTMLTextAreaElement).value) > 0,
  });
  click(head(view, 'Verification'));
  const placeholders = view.findAll('button[data-tooltip="Copy"], button[data-tooltip="Required parameter"]');
  const [name] = placeholders;
  assert.equal([placeholders.length, name?.textContent], [9, '{APP_NAME}']);
  assert.is(placeholders.at(-1)?.textContent, '{ACTION_URL} * Required parameter');
  click(placeholders.at(-1) as Element);
  await rest();
  assert.equal([copied, told()], [['{ACTION_URL}'], ['Copied {ACTION_URL} to clipboard']]);
  assert.is(toasts.state.items[0]?.durationMs, 2000);
  assert.equal([bar(view), callsOf(backend)], ['', ['GET']]);
});

test('the mail server is shown only while in use, and rare settings after a click', async () => {
  const view = await startWith();
  assert.equal(smtpLabels(view), []);
  click(input(view, 'Use SMTP mail server (recommended)'));
  await rest();
  assert.equal(smtpLabels(view), ['SMTP server host*', 'Port*', 'Username', 'Password']);
  press('Show more options');
  assert.equal(smtpLabels(view).slice(4), ['TLS encryption', 'AUTH method', 'EHLO/HELO domain']);
  press('Hide more options');
  assert.is(smtpLabels(view).length, 4);
  type(input(view, 'SMTP server host*'), '');
  await submit(view);
  assert.ok(isInvalid(view, 'SMTP server host*'));
  click(input(view, 'Use SMTP mail server (recommended)'));
  await rest();
  assert.equal(smtpLabels(view), [], 'nor are its errors shown');
});

test('a stored password is a mask, and Set new value sends a new one', async () => {
  const view = await startWith({ smtp });
  assert.equal([input(view, 'Password').value, input(view, 'Password').readOnly], ['******', true]);
  type(input(view, 'Username'), 'you');
  await rest();
  await submit(view);
  assert.is(callsOf(backend).at(-1), 'PATCH {"smtp":{"username":"you"}}');
  click(view.byLabel('Set new value'));
  await rest();
  type(input(view, 'Password'), 'new');
  await rest();
  await submit(view);
  assert.is(callsOf(backend).at(-1), 'PATCH {"smtp":{"password":"new"}}');
  assert.ok(input(view, 'Password').readOnly);
});

test('server errors open their template and unfold the rare settings', async () => {
  const view = await startWith({ smtp });
  const wrong = (message: string) => ({ code: 'validation_x', message });
  const meta = { confirmEmailChangeTemplate: { actionUrl: wrong('Missing required parameter "{TOKEN}".') } };
  backend.answer(routes.write, failure(400, 'Failed.', { meta, smtp: { localName: wrong('No name.') } }));
  type(input(view, 'Username'), 'you');
  await rest();
  await submit(view);
  assert.equal(openHeads(view), ['Confirm email changeHas errors']);
  assert.match(view.text(), /Missing required parameter "\{TOKEN\}"\./);
  assert.equal([isInvalid(view, 'EHLO/HELO domain'), input(view, 'Username').value], [true, 'you']);
});

test('a test uses the saved settings, so its button is disabled with a reason while changes are unsaved', async () => {
  const view = await startWith();
  const send = () => button('Send test email') as HTMLButtonElement;
  const reason = 'Save first: the test uses the saved settings';
  assert.not(send().disabled);
  type(input(view, 'Sender name*'), 'Mine');
  await rest();
  assert.ok(send().disabled);
  assert.is(document.getElementById(send().getAttribute('aria-describedby') ?? '')?.textContent, reason);
  press('Cancel');
  await rest();
  assert.not(send().disabled);
});

async function openTest(): Promise<View> {
  const view = await startWith();
  press('Send test email');
  await rest();
  return view;
}

test('the test asks for a template and a recipient, and is disabled without one', async () => {
  const view = await openTest();
  assert.ok(input(view, 'Verification').checked);
  assert.ok(document.activeElement === input(view, 'To email address*'));
  assert.ok(button('Send')?.disabled);
  type(input(view, 'To email address*'), 'to@example.com');
  click(input(view, 'Password reset'));
  await rest();
  assert.not(button('Send')?.disabled);
  await submit(view, '[role="dialog"] form');
  await eventually(() => Boolean(dialog(view)), false);
  assert.equal(callsOf(backend).slice(1), [
    'POST test/email {"email":"to@example.com","template":"password-reset"}',
  ]);
  assert.equal(told(), ['Successfully sent test email.']);
  press('Send test email');
  await rest();
  assert.is(input(view, 'To email address*').value, 'to@example.com');
  assert.not(button('Send')?.disabled);
});

test('during the test the popup cannot be closed, and an error keeps it open', async () => {
  const view = await openTest();
  pressKey(input(view, 'To email address*'), 's', { ctrlKey: true });
  await rest();
  type(input(view, 'To email address*'), 'somebody');
  await rest();
  await submit(view, '[role="dialog"] form');
  assert.equal([callsOf(backend), isInvalid(view, 'To email address*')], [['GET'], true]);
  assert.is(localStorage.getItem('last_email_test'), null);
  const raw = 'Failed to send the test email. Raw error: \ndial tcp 127.0.0.1:1: connection refused.';
  const wrong = { code: 'validation_is_email', message: 'Must be a valid email address.' };
  backend.answerOnce(routes.testMail, failure(400, raw));
  type(input(view, 'To email address*'), 'a@b.c');
  await rest();
  await submit(view, '[role="dialog"] form');
  assert.equal([told(), isInvalid(view, 'To email address*')], [[raw], false]);
  backend.answer(routes.testMail, failure(400, 'Failed.', { email: wrong }));
  const release = backend.hold(routes.testMail);
  await submit(view, '[role="dialog"] form');
  assert.ok(button('Close')?.disabled);
  pressKey(dialog(view) as Element, 'Escape');
  await rest();
  assert.is(openDialogs(), 1);
  release();
  await rest();
  assert.ok(isInvalid(view, 'To email address*'));
  press('Close');
  await eventually(() => Boolean(dialog(view)), false);
});

test('the test is cancelled after 30 seconds and can be repeated', async () => {
  ({ backend } = startScene());
  mock.timers.enable({ apis: ['setTimeout'] });
  const release = backend.hold(routes.testMail);
  const mail = createTestMail();
  mail.set('email', 'a@b.c');
  const sending = mail.submit();
  mock.timers.tick(29_999);
  await settle();
  assert.equal([mail.state.isSaving, told()], [true, []]);
  mock.timers.tick(1);
  assert.not(await sending);
  mock.timers.reset();
  assert.equal([mail.state.isSaving, told()], [false, ['Test email send timeout.']]);
  assert.ok(backend.calls[0]?.signal?.aborted);
  release();
  assert.ok(await mail.submit());
});

type Edits = Record<string, unknown>;

function typed(edits: Edits = {}): object {
  const values = toDraft(masked(wholeSettings()));
  for (const [path, value] of Object.entries(edits)) write(values, path, value);
  return values;
}

const wrong = (edits: Edits = {}) =>
  Object.entries(mailErrors(typed(edits))).map(([path, { message }]) => `${path}: ${message}`);

const blank = 'Cannot be blank.';
const email = 'Must be a valid email address.';
const port = 'smtp.port: Must be a whole number from 1 to 65535.';
const on = { 'smtp.enabled': true };
const missing = (name: string) => `Required parameter ${name} is missing.`;

const table: [what: string, edits: Edits, expected: string[]][] = [
  ['a fresh server', {}, []],
  ['no sender address', { 'meta.senderAddress': '' }, [`meta.senderAddress: ${blank}`]],
  ['a sender address that is none', { 'meta.senderAddress': 'me' }, [`meta.senderAddress: ${email}`]],
  ['no application name, which is on another page', { 'meta.appName': '' }, []],
  ['an empty unused SMTP server', { 'smtp.host': '', 'smtp.port': '' }, []],
  ['a server that was never set up', { 'smtp.host': '', 'smtp.port': '0' }, []],
  [
    'SMTP without host and port',
    { ...on, 'smtp.host': '', 'smtp.port': ' ' },
    [`smtp.host: ${blank}`, `smtp.port: ${blank}`],
  ],
  ['SMTP at port 65536', { ...on, 'smtp.port': '65536' }, [port]],
  ['SMTP at port 25.5', { ...on, 'smtp.port': '25.5' }, [port]],
];
for (const [what, edits, expected] of table) {
  test(`${what} gives ${expected.length || 'no'} errors`, () => {
    assert.equal(wrong(edits).sort(), [...expected].sort());
  });
}

for (const { key } of mailTemplates) {
  const at = `meta.${key}`;
  const parts: [edits: Edits, expected: string[]][] = [
    [{ [`${at}.subject`]: '' }, [`${at}.subject: ${blank}`]],
    [{ [`${at}.actionUrl`]: '{APP_URL}/verify' }, [`${at}.actionUrl: ${missing('{TOKEN}')}`]],
    [{ [`${at}.actionUrl`]: '{APP_URL}/{token}' }, [`${at}.actionUrl: ${missing('{TOKEN}')}`]],
    [{ [`${at}.body`]: '<p>{TOKEN}</p>' }, [`${at}.body: ${missing('{ACTION_URL}')}`]],
    [{ [`${at}.body`]: '', [`${at}.subject`]: '', [`${at}.hidden`]: true }, []],
    [{ [`${at}.subject`]: '', [`${at}.hidden`]: null }, [`${at}.subject: ${blank}`]],
  ];
  for (const [edits, expected] of parts) {
    test(`${JSON.stringify(edits)} gives ${expected.join() || 'no errors'}`, () =>
      assert.equal(wrong(edits), expected));
  }
}

test.run();
