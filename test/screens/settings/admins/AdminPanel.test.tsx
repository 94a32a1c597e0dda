import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AdminPanel } from '../../../../ui/screens/settings/admins/AdminPanel';
import { listenForKeys } from '../../../../ui/state/commandKeys';
import * as confirm from '../../../../ui/state/confirm';
import * as unsaved from '../../../../ui/state/forms/unsaved';
import * as session from '../../../../ui/state/session';
import { type FakeBackend, failure, networkError } from '../../../support/backend';
import { act, click, eventually, mount, press, rest, tick, type, type View } from '../../../support/render';
import { openDialogs } from '../pages';
import { callsOf, closeScene, other, own, routes, type Server, startScene, told } from './adminScene';

let backend: FakeBackend;
let server: Server;
let happened: string[];

const avatars = (view: View) => view.findAll<HTMLInputElement>('[role="radiogroup"] input');
const sizes = (view: View) => view.findAll('[role="radiogroup"] img').map((img) => img.getAttribute('width'));
const submit = (view: View) => view.find<HTMLButtonElement>('button[type="submit"]');
const input = (view: View, label: string) => view.byLabel<HTMLInputElement>(label);

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
  assert.is(submit(view).textContent, 'Create');
  assert.ok(submit(view).disabled);
  assert.equal(view.findAll('[role="switch"], [aria-label="More actions"], [aria-label="Copy id"]'), []);
  type(input(view, 'Email*'), 'new@example.com');
  await rest();
  assert.not(submit(view).disabled);
  await save(view);
  assert.equal(callsOf(backend), []);
  assert.is(input(view, 'Password*').getAttribute('aria-invalid'), 'true');
  await eventually(() => document.activeElement === input(view, 'Password*'), true);
  type(input(view, 'Password*'), 'long enough for it');
  type(input(view, 'Password confirm*'), 'long enough for it');
  await save(view);
  await eventually(() => happened, ['stored', 'closed']);
  assert.is(server.admins.at(-1)?.email, 'new@example.com');
});

test('an existing admin shows id and dates, and no input has the focus', async () => {
  const view = await open();
  assert.is(view.find('h2').textContent, 'Edit admin');
  assert.is(submit(view).textContent, 'Save changes');
  assert.ok(submit(view).disabled);
  assert.ok(input(view, 'id').disabled);
  assert.is(input(view, 'id').value, other.id);
  assert.ok(view.byLabel('Copy id'));
  assert.match(view.text(), /Created 2026-11-2\d \S+\.114 · Updated 2026-11-2\d \S+\.714 \(\S+\)/);
  assert.not.ok(document.activeElement === input(view, 'Email*'));
  assert.is(document.activeElement?.getAttribute('aria-label'), 'Close');
});

test('ten images are one choice, and the chosen one is larger', async () => {
  const view = await open();
  assert.equal(
    avatars(view).map((one) => one.getAttribute('aria-label')),
    Array.from({ length: 10 }, (_, at) => `Avatar ${at + 1}`),
  );
  assert.is(new Set(avatars(view).map(({ name }) => name)).size, 1);
  assert.equal(sizes(view).indexOf('40'), 5);
  click(input(view, 'Avatar 3'));
  await rest();
  assert.ok(input(view, 'Avatar 3').checked);
  assert.equal([sizes(view).indexOf('40'), sizes(view).lastIndexOf('40')], [2, 2]);
  assert.not(submit(view).disabled);
  assert.ok(unsaved.hasAny());
  await save(view);
  assert.equal(callsOf(backend).slice(1), [
    `GET admins/${other.id}`,
    `PATCH admins/${other.id} {"avatar":2}`,
  ]);
  assert.not(unsaved.hasAny());
});

test('the switch shows the password inputs, and hiding empties them', async () => {
  const view = await open();
  assert.is(view.findAll('input[type="password"]').length, 0);
  click(view.byLabel('Change password'));
  await rest();
  assert.not(submit(view).disabled);
  assert.match(view.text(), /A new password signs this admin out everywhere\./);
  type(input(view, 'Password*'), 'typed');
  click(view.byLabel('Change password'));
  await rest();
  assert.ok(submit(view).disabled);
  click(view.byLabel('Change password'));
  await rest();
  assert.is(input(view, 'Password*').value, '');
});

test('the panel explains what a new own password does', async () => {
  const view = await open(own.id);
  click(view.byLabel('Change password'));
  await rest();
  assert.match(view.text(), /A new password signs you out of all other devices\./);
});

test('a secret of 32 characters fills both passwords', async () => {
  const view = await open(null);
  click(view.byLabel('Generate'));
  await rest();
  const secret = input(view, 'Secret').value;
  assert.match(secret, /^[-\w]{32}$/);
  assert.equal([input(view, 'Password*').value, input(view, 'Password confirm*').value], [secret, secret]);
});

test('Ctrl+S saves and keeps the panel open', async () => {
  const view = await open();
  press(input(view, 'Email*'), 's', { ctrlKey: true });
  await rest();
  assert.equal(callsOf(backend), [`GET admins/${other.id}`], 'nothing changed yet');
  type(input(view, 'Email*'), 'x@example.com');
  assert.not(press(input(view, 'Email*'), 's', { ctrlKey: true }));
  await rest();
  assert.equal([happened, openDialogs()], [['stored'], 1]);
  assert.ok(submit(view).disabled);
  assert.equal(told(), ['Successfully updated admin.']);
});

test("the server's errors are under their inputs, and the first gets the focus", async () => {
  const wrong = (message: string) => ({ code: 'validation_x', message });
  const data = { email: wrong('Admin email already exists.'), avatar: wrong('Must be no greater than 9.') };
  backend.answer(routes.update, failure(400, 'Failed.', data));
  const view = await open();
  type(input(view, 'Email*'), own.email);
  await save(view);
  assert.equal([happened, openDialogs()], [[], 1]);
  assert.match(view.text(), /Must be no greater than 9\./);
  assert.is(input(view, 'Email*').getAttribute('aria-invalid'), 'true');
  type(input(view, 'Email*'), 'x@example.com');
  await rest();
  assert.is(input(view, 'Email*').getAttribute('aria-invalid'), null);
});

test('an admin that fails to load shows the error and Retry', async () => {
  backend.answerOnce(routes.get, networkError);
  const view = await open();
  assert.match(view.find('[role="alert"]').textContent ?? '', /^The admin could not be loaded\./);
  assert.ok(submit(view).disabled);
  click(view.byText('Retry'));
  await rest();
  assert.is(input(view, 'Email*').value, other.email);
});

test('closing asks about unsaved changes', async () => {
  const view = await open();
  type(input(view, 'Email*'), 'x@example.com');
  click(view.byText('Cancel'));
  await rest();
  assert.is(confirm.state.question?.text, 'You have unsaved changes. Do you really want to close the panel?');
  await act(async () => confirm.no());
  await rest();
  assert.equal([happened, openDialogs()], [[], 1]);
  press(view.find('[role="dialog"]'), 'Escape');
  await rest();
  await act(() => confirm.yes());
  await eventually(() => happened, ['closed']);
});

test('a popup asks about values that both changed', async () => {
  const view = await open();
  Object.assign(server.admins[1] ?? {}, { avatar: 8, email: 'theirs@example.com' });
  click(input(view, 'Avatar 1'));
  type(input(view, 'Email*'), 'mine@example.com');
  await save(view);
  const popup = view.findAll('[role="dialog"]').at(-1);
  assert.match(popup?.textContent ?? '', /^Someone else changed this admin/);
  assert.match(popup?.textContent ?? '', /Before: Avatar 6YoursAvatar 1TheirsAvatar 9/);
  const [myEmail, , , theirAvatar] = popup?.querySelectorAll('input') ?? [];
  click(theirAvatar as Element);
  click(myEmail as Element);
  await rest();
  click(
    [...(popup?.querySelectorAll('button') ?? [])].find(
      (one) => one.textContent === 'Save changes',
    ) as Element,
  );
  await eventually(() => happened, ['stored', 'closed']);
  assert.is(callsOf(backend).at(-1), `PATCH admins/${other.id} {"email":"mine@example.com"}`);
});

test('Delete asks, then the panel closes', async () => {
  const view = await open();
  type(input(view, 'Email*'), 'x@example.com');
  click(view.byLabel('More actions'));
  await rest();
  click(view.byText('Delete'));
  await rest();
  await act(() => confirm.yes());
  await eventually(() => happened, ['stored', 'closed']);
  assert.not(unsaved.hasAny());
  assert.ok(session.isSignedIn());
});

test.run();
