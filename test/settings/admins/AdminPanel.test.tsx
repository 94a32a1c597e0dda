import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as dialect from '../../../ui/backend/dialect';
import { listenForKeys } from '../../../ui/page/commandKeys';
import * as confirm from '../../../ui/page/confirm';
import * as unsaved from '../../../ui/page/forms/unsaved';
import * as session from '../../../ui/page/session/session';
import { AdminPanel } from '../../../ui/settings/admins/AdminPanel';
import { type FakeBackend, failure, networkError } from '../../support/backend';
import { act, click, eventually, mount, press, rest, tick, type, type View } from '../../support/render';
import { isInvalid, openDialogs } from '../pages';
import {
  callsOf,
  closeScene,
  laterToken,
  other,
  own,
  routes,
  type Server,
  startScene,
  told,
} from './adminScene';

let backend: FakeBackend;
let server: Server;
let happened: string[];

const superusers = 'collections/_superusers/records';
const secret = 'a secret of the test';
const passwords = JSON.stringify({ password: secret, passwordConfirm: secret });
const read = `GET admins/${other.id}`;
const write = `PATCH admins/${other.id}`;

const submit = (view: View) => view.find<HTMLButtonElement>('button[type="submit"]');
const input = (view: View, label: string) => view.byLabel<HTMLInputElement>(label);
const storedSession = () => JSON.parse(localStorage.getItem('pb_admin_auth') ?? 'null');

async function open(adminId: string | null = other.id): Promise<View> {
  const view = mount(
    <AdminPanel
      adminId={adminId}
      onStored={() => happened.push('stored')}
      onClose={() => happened.push('closed')}
    />,
  );
  await rest();
  return view;
}

async function save(view: View): Promise<void> {
  act(() => submit(view).form?.requestSubmit());
  await rest();
}

async function typeAll(view: View, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(values)) type(input(view, label), text);
  await rest();
}

async function showPassword(view: View): Promise<void> {
  click(view.byLabel('Change password'));
  await rest();
}

async function typePasswords(view: View): Promise<void> {
  await showPassword(view);
  await typeAll(view, { 'Password*': secret, 'Password confirm*': secret });
}

/** Presses Delete, and answers the question; returns its text. */
async function remove(view: View, isYes = true): Promise<string> {
  click(view.byLabel('More actions'));
  await rest();
  click(view.byText('Delete'));
  await rest();
  const text = confirm.state.question?.text ?? '';
  await act(async () => (isYes ? confirm.yes() : confirm.no()));
  await eventually(() => view.findAll('[role="menu"]').length, 0);
  return text;
}

test.before(() => void listenForKeys());

test.before.each(() => {
  ({ backend, server } = startScene());
  happened = [];
});
test.after.each(async () => {
  mount(null).unmount();
  closeScene();
  await tick();
});

test('a new admin needs an e-mail, which has the focus, and a password; Create waits for an e-mail', async () => {
  const view = await open(null);
  assert.is(view.find('h2').textContent, 'New admin');
  assert.ok(document.activeElement === input(view, 'Email*'));
  assert.equal([submit(view).textContent, submit(view).disabled], ['Create', true]);
  assert.equal(view.findAll('[role="switch"], [aria-label="More actions"], [aria-label="Copy id"]'), []);
  await typeAll(view, { 'Email*': 'new@example.com' });
  assert.not(submit(view).disabled);
  await save(view);
  assert.equal([callsOf(backend), isInvalid(view, 'Password*')], [[], true]);
  await eventually(() => document.activeElement === input(view, 'Password*'), true);
  click(input(view, 'Avatar 8'));
  await typeAll(view, { 'Password*': secret, 'Password confirm*': secret });
  press(input(view, 'Email*'), 's', { ctrlKey: true });
  await rest();
  assert.equal([happened, openDialogs(), submit(view).disabled], [['stored'], 1, true]);
  const body = { email: 'new@example.com', avatar: 7, password: secret, passwordConfirm: secret };
  assert.equal(callsOf(backend), [`POST admins ${JSON.stringify(body)}`]);
  assert.equal([told(), session.state.admin?.id], [['Successfully created admin.'], own.id]);
  assert.equal([view.find('h2').textContent, view.findAll('input[type="password"]')], ['Edit admin', []]);
  click(input(view, 'Avatar 9'));
  await save(view);
  await eventually(() => happened, ['stored', 'stored', 'closed']);
  assert.is(callsOf(backend).at(-1), 'PATCH admins/new000000000001 {"avatar":8}');
});

test('on a newer server an admin has no picture and a password of eight, and a new own email ends the session', async () => {
  dialect.learn(23);
  backend.answer(`GET /api/${superusers}/:id`, { ...own, collectionId: 'x', collectionName: 'y' });
  backend.answer(`PATCH /api/${superusers}/:id`, { ...own, email: 'new@example.com' });
  const view = await open(own.id);
  assert.equal(view.findAll('[role="radiogroup"]').length, 0);
  await showPassword(view);
  assert.match(view.text(), '8 to 71 characters.');
  await showPassword(view);
  await typeAll(view, { 'Email*': 'new@example.com' });
  await save(view);
  assert.equal(callsOf(backend).at(-1), `PATCH ${superusers}/${own.id} {"email":"new@example.com"}`);
  assert.equal(
    [told().at(-1), session.isSignedIn()],
    ['Your email was changed. Sign in with the new one.', false],
  );
});

test('a new admin of a newer server is sent without a picture', async () => {
  dialect.learn(23);
  backend.answer(`POST /api/${superusers}`, { ...own, id: 'new000000000001' });
  const view = await open(null);
  await typeAll(view, { 'Email*': 'new@example.com', 'Password*': secret, 'Password confirm*': secret });
  await save(view);
  const body = { email: 'new@example.com', password: secret, passwordConfirm: secret };
  assert.equal(callsOf(backend), [`POST ${superusers} ${JSON.stringify(body)}`]);
});

test('an existing admin shows id and dates, and no input has the focus', async () => {
  const view = await open();
  assert.is(view.find('h2').textContent, 'Edit admin');
  assert.equal([input(view, 'id').disabled, input(view, 'id').value], [true, other.id]);
  assert.ok(view.byLabel('Copy id'));
  assert.match(view.text(), /Created 2026-11-2\d \S+\.114 · Updated 2026-11-2\d \S+\.714 \(\S+\)/);
  assert.is(document.activeElement?.getAttribute('aria-label'), 'Close');
});

for (const [what, edit, body] of [
  ['the e-mail', (view: View) => type(input(view, 'Email*'), 'x@example.com'), '{"email":"x@example.com"}'],
  ['the picture', (view: View) => click(input(view, 'Avatar 10')), '{"avatar":9}'],
  ['the password', typePasswords, passwords],
] as const) {
  test(`if only ${what} of another admin changed, only that is sent, and the session stays`, async () => {
    const { token } = session.state;
    const view = await open();
    await edit(view);
    await rest();
    assert.equal([submit(view).disabled, unsaved.hasAny()], [false, true]);
    await save(view);
    await eventually(() => happened, ['stored', 'closed']);
    assert.equal(callsOf(backend), [read, read, `${write} ${body}`]);
    assert.equal([told(), unsaved.hasAny()], [['Successfully updated admin.'], false]);
    assert.equal([session.token(), storedSession().model.avatar], [token, own.avatar]);
  });
}

test('the switch shows the password inputs, which are required, and hiding empties them', async () => {
  const view = await open();
  assert.is(view.findAll('input[type="password"]').length, 0);
  await showPassword(view);
  assert.not(submit(view).disabled);
  assert.match(view.text(), /A new password signs this admin out everywhere\./);
  await save(view);
  assert.equal([isInvalid(view, 'Password*'), callsOf(backend)], [true, [read]]);
  await typeAll(view, { 'Password*': 'typed' });
  await showPassword(view);
  assert.ok(submit(view).disabled);
  await showPassword(view);
  assert.is(input(view, 'Password*').value, '');
});

test('a secret of 32 characters fills both passwords', async () => {
  const view = await open(null);
  click(view.byLabel('Generate'));
  await rest();
  const { value } = input(view, 'Secret');
  assert.match(value, /^[-\w]{32}$/);
  assert.equal([input(view, 'Password*').value, input(view, 'Password confirm*').value], [value, value]);
});

test('an admin that fails to load shows the error and Retry', async () => {
  backend.answerOnce(routes.get, networkError);
  const view = await open();
  assert.match(view.find('[role="alert"]').textContent ?? '', /^The admin could not be loaded\./);
  assert.equal([submit(view).disabled, told()], [true, []]);
  click(view.byText('Retry'));
  await rest();
  assert.is(input(view, 'Email*').value, other.email);
});

test('a popup asks about values that both changed; what only they changed is taken', async () => {
  const view = await open();
  Object.assign(server.admins[1] ?? {}, { avatar: 8, email: 'theirs@example.com' });
  click(input(view, 'Avatar 1'));
  await typeAll(view, { 'Email*': 'mine@example.com' });
  await save(view);
  const popup = view.findAll('[role="dialog"]').at(-1);
  assert.match(popup?.textContent ?? '', /^Someone else changed this admin/);
  assert.match(popup?.textContent ?? '', /Before: other@example\.comYoursmine@example\.comTheirstheirs@/);
  assert.match(popup?.textContent ?? '', /Before: Avatar 6YoursAvatar 1TheirsAvatar 9/);
  const [myEmail, , , theirAvatar] = popup?.querySelectorAll('input') ?? [];
  click(theirAvatar as Element);
  click(myEmail as Element);
  await rest();
  const buttons = [...(popup?.querySelectorAll('button') ?? [])];
  click(buttons.find((one) => one.textContent === 'Save changes') as Element);
  await eventually(() => happened, ['stored', 'closed']);
  assert.is(callsOf(backend).at(-1), `${write} {"email":"mine@example.com"}`);
});

test('an admin that someone else deleted is reported, and the typed values stay', async () => {
  const view = await open();
  server.admins = [own];
  await typeAll(view, { 'Email*': 'x@example.com' });
  await save(view);
  assert.match(told()[0] ?? '', /^This admin no longer exists\./);
  assert.equal([input(view, 'Email*').value, unsaved.hasAny()], ['x@example.com', true]);
  press(view.find('[role="dialog"]'), 'Escape');
  await rest();
  assert.is(confirm.state.question?.text, 'You have unsaved changes. Do you really want to close the panel?');
  await act(async () => confirm.no());
  assert.equal([happened, openDialogs()], [[], 1]);
});

test('a save of the own e-mail and image updates the session, which keeps its token', async () => {
  const { token } = session.state;
  const view = await open(own.id);
  click(input(view, 'Avatar 5'));
  await typeAll(view, { 'Email*': 'me@example.com' });
  await save(view);
  assert.equal([session.state.admin?.email, session.state.admin?.avatar], ['me@example.com', 4]);
  assert.equal([session.token(), storedSession().token, storedSession().model.avatar], [token, token, 4]);
  assert.not(callsOf(backend).some((call) => call.includes('auth-with-password')));
});

test('a new own password gives the session another token', async () => {
  localStorage.setItem('pb_admin_file_token', 'made with the old one');
  const view = await open(own.id);
  await typePasswords(view);
  assert.match(view.text(), /A new password signs you out of all other devices\./);
  await typeAll(view, { 'Email*': 'me@example.com' });
  const release = backend.hold(routes.signIn);
  await save(view);
  assert.ok(unsaved.hasAny(), 'it stays unsaved until then, should the old token be refused');
  release();
  await eventually(() => happened, ['stored', 'closed']);
  const signIn = JSON.stringify({ identity: 'me@example.com', password: secret });
  assert.is(callsOf(backend).at(-1), `POST admins/auth-with-password ${signIn}`);
  assert.equal([session.token(), storedSession().token], [laterToken, laterToken]);
  assert.is(localStorage.getItem('pb_admin_file_token'), null);
  assert.not(JSON.stringify({ ...localStorage }).includes(secret));
  assert.equal(told(), ['Successfully updated admin.']);
});

test('if the sign-in with the new password fails, the session ends and the save is reported', async () => {
  backend.answer(routes.signIn, networkError);
  const view = await open(own.id);
  await typePasswords(view);
  await save(view);
  assert.equal([session.isSignedIn(), storedSession(), unsaved.hasAny()], [false, null, false]);
  const changed = 'Your password was changed. Sign in with the new one.';
  assert.equal(told(), ['Successfully updated admin.', changed]);
});

test('Delete asks first; No does nothing, Yes deletes what is unsaved too, and the panel closes', async () => {
  const view = await open();
  await typeAll(view, { 'Email*': 'x@example.com' });
  assert.is(await remove(view, false), 'Do you really want to delete the selected admin?');
  assert.equal([callsOf(backend), happened], [[read], []]);
  await remove(view);
  await eventually(() => happened, ['stored', 'closed']);
  assert.equal([callsOf(backend), told()], [[`DELETE admins/${other.id}`], ['Successfully deleted admin.']]);
  assert.equal([unsaved.hasAny(), session.isSignedIn()], [false, true]);
});

for (const [what, admins, message] of [
  ['the last one', [own], 'The last admin cannot be deleted.'],
  ['one of several', [own, other], 'Failed to delete admin.'],
] as const) {
  test(`a refused delete of ${what} says: ${message}`, async () => {
    ({ backend, server } = startScene(admins));
    backend.answer(routes.remove, failure(400, 'Failed to delete admin.'));
    const question = await remove(await open(own.id));
    assert.match(question, /\?\nThis is your own account: you will be signed out\.$/);
    assert.equal([told(), session.isSignedIn(), happened], [[message], true, []]);
  });
}

test.run();
