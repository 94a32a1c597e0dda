import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as confirm from '../../ui/page/confirm';
import * as session from '../../ui/page/session/session';
import { TokensPage } from '../../ui/settings/TokensPage';
import { questionOf } from '../../ui/settings/tokensForm';
import type { FakeBackend } from '../support/backend';
import { act, click, mount, rest, type, type View } from '../support/render';
import { bar, button, input, isInvalid, open, press, submit } from './pages';
import { callsOf, closeScene, read, type Server, startScene, storedSecret, told } from './settingsScene';

let backend: FakeBackend;
let server: Server;

const label = (name: string) => `${name} duration (in seconds)*`;
const arming = (view: View, name: string) =>
  view.byLabel<HTMLButtonElement>(`Invalidate all previously issued tokens: ${name}`);
const undoing = (view: View, name: string) =>
  view.byLabel<HTMLButtonElement>(`Undo: invalidate all previously issued tokens: ${name}`);
const armed = (view: View) => view.findAll('[aria-label^="Undo: "]').length;
const warning = /All admins will be signed out, including you\./;

test.before.each(() => {
  ({ backend, server } = startScene());
});
test.after.each(async () => {
  mount(null).unmount();
  closeScene();
  await rest();
});

test('a duration is shown in words, sent in seconds, and an error stays when the input loses the focus', async () => {
  const view = await open(<TokensPage />);
  const control = input(view, label('Auth record token'));
  const words = () =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .filter((text) => text !== 'Changed')
      .join();
  for (const [text, hint] of [
    ['3601', '1 hour 1 second'],
    ['14d', '14 days'],
    ['', ''],
    ['1.5', ''],
  ] as const) {
    type(control, text);
    assert.equal([words(), control.value], [hint, text]);
  }
  act(() => control.focus());
  type(control, '3 years');
  await submit(view);
  assert.match(view.text(), /Not a duration\. Use seconds, or units such as 14d, 30m or 1h 30m\./);
  act(() => control.blur());
  await rest();
  assert.ok(isInvalid(view, label('Auth record token')));
  type(control, '4');
  await submit(view);
  assert.match(view.text(), /Must be from 5 seconds to 730 days\./);
  type(control, '30d');
  act(() => control.blur());
  await rest();
  assert.is(control.value, '2592000');
  callsOf(backend);
  await submit(view);
  assert.equal(callsOf(backend), ['GET', 'PATCH {"recordAuthToken":{"duration":2592000}}']);
  assert.equal(told(), ['Successfully saved tokens options.']);
});

test('arming is a change that is sent only by Save, and can be undone', async () => {
  const view = await open(<TokensPage />);
  assert.equal([armed(view), bar(view)], [0, '']);
  act(() => arming(view, 'Email change token').focus());
  click(arming(view, 'Email change token'));
  await rest();
  assert.match(view.text(), /Will be invalidated on save\./);
  assert.ok(document.activeElement === undoing(view, 'Email change token'));
  assert.equal([armed(view), bar(view)], [1, '1 unsaved changeCancelSave changes']);
  assert.not.match(view.text(), warning);
  click(undoing(view, 'Email change token'));
  await rest();
  assert.equal([armed(view), bar(view)], [0, '']);
  click(arming(view, 'Email change token'));
  await rest();
  press('Cancel');
  await rest();
  assert.equal([armed(view), bar(view), callsOf(backend)], [0, '', ['GET']]);
});

test('a save asks first; No keeps the form, Yes saves and disarms', async () => {
  const view = await open(<TokensPage />);
  click(arming(view, 'Auth record token'));
  await rest();
  await submit(view);
  assert.match(confirm.state.question?.text ?? '', /All users will be signed out\./);
  assert.ok(undoing(view, 'Auth record token').disabled);
  await act(async () => confirm.no());
  await rest();
  assert.equal([armed(view), callsOf(backend)], [1, ['GET', 'GET']]);
  assert.is(read(server.held, 'recordAuthToken.secret'), storedSecret);
  await submit(view);
  await act(() => confirm.yes());
  await rest();
  assert.match(String(read(server.held, 'recordAuthToken.secret')), /^\w{50}$/);
  assert.equal([armed(view), bar(view), button('Save changes')], [0, '', null]);
  assert.ok(session.isSignedIn());
});

test('a new secret of the admin tokens warns of the own sign-out, and ends the session', async () => {
  const view = await open(<TokensPage />);
  click(arming(view, 'Admins password reset token'));
  await rest();
  assert.not.match(view.text(), warning);
  click(arming(view, 'Admins auth token'));
  await rest();
  assert.match(view.text(), warning);
  await submit(view);
  assert.equal([confirm.state.question?.isDangerous, session.isSignedIn()], [true, true]);
  await act(() => confirm.yes());
  await rest();
  assert.not(session.isSignedIn());
  assert.ok(told().includes('All admins were signed out. Sign in to continue.'));
});

const sentence = 'All issued tokens of these kinds stop working immediately:';
const users = 'All users will be signed out.';
const admins = 'All admins will be signed out, including you.';
const end = 'Do you really want to save?';
const questions: [changes: Parameters<typeof questionOf>[0], lines: string[] | null][] = [
  [{}, null],
  [{ adminFileToken: { duration: 5 }, adminPasswordResetToken: { duration: 5 } }, null],
  [{ adminAuthToken: { duration: 300 } }, null],
  [{ adminAuthToken: { duration: 299 } }, ['Admins will have to sign in again every 4 minutes 59 seconds.']],
  [
    {
      adminAuthToken: { secret: 'x', duration: 60 },
      recordAuthToken: { secret: 'x' },
      recordEmailChangeToken: { secret: 'x' },
    },
    [
      ...[sentence, 'Auth record token', 'Email change token', 'Admins auth token', users, admins],
      'Admins will have to sign in again every 1 minute.',
    ],
  ],
];
for (const [changes, lines] of questions) {
  test(`${JSON.stringify(changes)} ${lines ? 'asks first' : 'is saved without a question'}`, () => {
    assert.is(questionOf(changes), lines && [...lines, end].join('\n'));
  });
}

test.run();
