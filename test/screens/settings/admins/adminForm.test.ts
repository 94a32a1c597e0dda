import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AdminForm } from '../../../../ui/screens/settings/admins/adminForm';
import { canSave } from '../../../../ui/screens/settings/admins/adminRules';
import * as confirm from '../../../../ui/state/confirm';
import * as session from '../../../../ui/state/session';
import { settle } from '../../../api/connect';
import { type FakeBackend, failure, networkError } from '../../../support/backend';
import {
  answer,
  callsOf,
  closeScene,
  laterToken,
  openForm,
  other,
  own,
  routes,
  type Server,
  startScene,
  told,
} from './adminScene';

let backend: FakeBackend;
let server: Server;

const secret = 'a secret of the test';
const read = `GET admins/${other.id}`;
const write = `PATCH admins/${other.id}`;
const hasChanges = ({ state }: AdminForm) => canSave(state);
const storedSession = () => JSON.parse(localStorage.getItem('pb_admin_auth') ?? 'null');

/** Opens the form of an existing admin, and clears the list of calls. */
async function opened(id: string | null = other.id) {
  const form = await openForm(id);
  backend.calls.length = 0;
  return form;
}

test.before.each(() => {
  ({ backend, server } = startScene());
});
test.after.each(closeScene);

test('a new admin is created with all typed values, and stays open as an existing one', async () => {
  const admin = await opened(null);
  assert.equal([admin.state.isNew, admin.state.showsPassword, hasChanges(admin)], [true, true, false]);
  admin.set('email', 'new@example.com');
  admin.set('avatar', 7);
  admin.setPasswords(secret);
  assert.ok(hasChanges(admin));
  assert.ok(await admin.save());
  const body = { email: 'new@example.com', avatar: 7, password: secret, passwordConfirm: secret };
  assert.equal(callsOf(backend), [`POST admins ${JSON.stringify(body)}`]);
  assert.equal(told(), ['Successfully created admin.']);
  assert.equal([admin.state.isNew, admin.state.showsPassword, hasChanges(admin)], [false, false, false]);
  assert.is(admin.state.stored?.email, 'new@example.com');
  assert.is(admin.state.form.password, '');
  assert.is(session.state.admin?.id, own.id);

  admin.set('avatar', 8);
  assert.ok(await admin.save());
  assert.is(callsOf(backend).at(-1), 'PATCH admins/new000000000001 {"avatar":8}');
});

test('an admin is read by its id, and a failed read can be retried', async () => {
  backend.answerOnce(routes.get, networkError);
  const admin = await openForm(other.id);
  assert.equal([admin.state.status, admin.state.loadError?.kind, told()], ['failed', 'unreachable', []]);
  assert.not(await admin.save());
  await admin.load();
  assert.equal(admin.state.form, { email: other.email, avatar: 5, password: '', passwordConfirm: '' });
  assert.equal([admin.state.status, admin.state.loadError], ['ready', null]);
});

test('a closed panel ignores responses', async () => {
  const release = backend.hold(routes.get);
  const opening = openForm(other.id);
  await settle();
  closeScene();
  release();
  const admin = await opening;
  assert.equal([admin.state.status, told()], ['loading', []]);
});

for (const [name, edit, body] of [
  ['the e-mail', { email: 'x@example.com' }, '{"email":"x@example.com"}'],
  ['the picture', { avatar: 9 }, '{"avatar":9}'],
  ['both', { email: 'x@example.com', avatar: 9 }, '{"email":"x@example.com","avatar":9}'],
] as const) {
  test(`only ${name} is sent if only that changed`, async () => {
    const admin = await opened();
    for (const [key, value] of Object.entries(edit)) admin.set(key as 'email', value as string);
    assert.ok(await admin.save());
    assert.equal(callsOf(backend), [read, `${write} ${body}`]);
    assert.equal(told(), ['Successfully updated admin.']);
    assert.not(admin.state.isChanged);
    assert.equal([session.token(), session.state.admin?.avatar], [storedSession().token, own.avatar]);
  });
}

test("someone else's new password is sent alone, and the session stays", async () => {
  const admin = await opened();
  admin.showPassword(true);
  assert.ok(hasChanges(admin));
  assert.not(await admin.save(), 'nothing is typed yet');
  assert.equal(Object.keys(admin.state.errors), ['password', 'passwordConfirm']);
  assert.equal(callsOf(backend), []);
  const { token } = session.state;
  admin.setPasswords(secret);
  assert.ok(await admin.save());
  assert.equal(callsOf(backend), [
    read,
    `${write} ${JSON.stringify({ password: secret, passwordConfirm: secret })}`,
  ]);
  assert.equal([admin.state.showsPassword, admin.state.form.password], [false, '']);
  assert.is(session.token(), token);
});

test('hiding the passwords empties them, and leaves nothing to save', async () => {
  const admin = await opened();
  admin.showPassword(true);
  admin.setPasswords(secret);
  assert.ok(admin.state.isChanged);
  admin.showPassword(false);
  assert.equal([admin.state.isChanged, hasChanges(admin)], [false, false]);
});

test("the server's errors are at their fields, and the typed values stay", async () => {
  const taken = { code: 'validation_admin_email_exists', message: 'Admin email already exists.' };
  backend.answer(routes.update, failure(400, 'Failed to update admin.', { email: taken }));
  const admin = await opened();
  admin.set('email', own.email);
  assert.not(await admin.save());
  assert.equal(admin.state.errors, { email: taken });
  assert.is(admin.state.form.email, own.email);
  assert.ok(admin.state.isChanged);
  admin.set('email', 'x@example.com');
  assert.equal(admin.state.errors, {});
});

test('during a save nothing can be edited or saved again', async () => {
  const release = backend.hold(routes.update);
  const admin = await opened();
  admin.set('avatar', 1);
  const saving = admin.save();
  await settle();
  admin.set('avatar', 2);
  admin.showPassword(true);
  assert.not(await admin.save());
  assert.not(await admin.remove());
  release();
  assert.ok(await saving);
  assert.equal([admin.state.form.avatar, admin.state.showsPassword], [1, false]);
});

test('a value that only someone else changed is taken and not sent', async () => {
  const admin = await opened();
  Object.assign(server.admins[1] ?? {}, { email: 'theirs@example.com' });
  admin.set('avatar', 1);
  assert.ok(await admin.save());
  assert.equal(callsOf(backend), [read, `${write} {"avatar":1}`]);
  assert.equal([admin.state.form.email, admin.state.form.avatar], ['theirs@example.com', 1]);
});

test('the same change by both is not sent', async () => {
  const admin = await opened();
  Object.assign(server.admins[1] ?? {}, { avatar: 1 });
  admin.set('avatar', 1);
  assert.ok(await admin.save());
  assert.equal(callsOf(backend), [read]);
  assert.not(admin.state.isChanged);
});

for (const [choice, body, kept] of [
  ['mine', '{"email":"mine@example.com","avatar":1}', 'mine@example.com'],
  ['theirs', '{"avatar":1}', 'theirs@example.com'],
] as const) {
  test(`a value that both changed is a question, and the person chooses ${choice}`, async () => {
    const admin = await opened();
    Object.assign(server.admins[1] ?? {}, { email: 'theirs@example.com' });
    admin.set('email', 'mine@example.com');
    admin.set('avatar', 1);
    const saving = admin.save();
    await settle();
    assert.equal(admin.state.conflicts, [
      {
        name: 'email',
        label: 'Email',
        base: other.email,
        mine: 'mine@example.com',
        theirs: 'theirs@example.com',
      },
    ]);
    admin.resolveConflicts({ email: choice });
    assert.ok(await saving);
    assert.equal(callsOf(backend), [read, read, `${write} ${body}`]);
    assert.equal([admin.state.form.email, admin.state.conflicts], [kept, null]);
  });
}

test('a save during the question asks again', async () => {
  const admin = await opened();
  const theirs = server.admins[1] ?? other;
  theirs.avatar = 3;
  admin.set('avatar', 1);
  const saving = admin.save();
  await settle();
  theirs.avatar = 4;
  admin.resolveConflicts({ avatar: 'mine' });
  await settle();
  assert.equal(admin.state.conflicts, [
    { name: 'avatar', label: 'Avatar', base: 'Avatar 4', mine: 'Avatar 2', theirs: 'Avatar 5' },
  ]);
  admin.resolveConflicts({ avatar: 'mine' });
  assert.ok(await saving);
  assert.is(callsOf(backend).at(-1), `${write} {"avatar":1}`);
});

test('cancelling the question sends nothing and keeps the typed values', async () => {
  const admin = await opened();
  Object.assign(server.admins[1] ?? {}, { avatar: 3 });
  admin.set('avatar', 1);
  const saving = admin.save();
  await settle();
  admin.cancelConflicts();
  assert.not(await saving);
  assert.equal([callsOf(backend), told()], [[read], []]);
  assert.equal([admin.state.form.avatar, admin.state.isChanged], [1, true]);
});

test('an admin that someone else deleted is reported, and the typed values stay', async () => {
  const admin = await opened();
  server.admins = [own];
  admin.set('avatar', 1);
  assert.not(await admin.save());
  assert.match(told()[0] ?? '', /^This admin no longer exists\./);
  assert.ok(admin.state.isChanged);
});

test('a save of the own e-mail and image updates the session, which keeps its token', async () => {
  const { token } = session.state;
  const admin = await opened(own.id);
  admin.set('email', 'me@example.com');
  admin.set('avatar', 4);
  assert.ok(await admin.save());
  assert.equal([session.state.admin?.email, session.state.admin?.avatar], ['me@example.com', 4]);
  assert.equal([session.token(), storedSession().token, storedSession().model.avatar], [token, token, 4]);
  assert.not(callsOf(backend).some((call) => call.includes('auth-with-password')));
});

test('a new own password gives the session another token', async () => {
  localStorage.setItem('pb_admin_file_token', 'made with the old one');
  const admin = await opened(own.id);
  admin.showPassword(true);
  admin.setPasswords(secret);
  admin.set('email', 'me@example.com');
  const release = backend.hold(routes.signIn);
  const saving = admin.save();
  await settle();
  assert.ok(admin.state.isChanged, 'unsaved until then: it stays should the old token be refused');
  release();
  assert.ok(await saving);
  assert.is(
    callsOf(backend).at(-1),
    `POST admins/auth-with-password ${JSON.stringify({ identity: 'me@example.com', password: secret })}`,
  );
  assert.equal([session.token(), storedSession().token], [laterToken, laterToken]);
  assert.is(session.state.admin?.email, 'me@example.com');
  assert.is(localStorage.getItem('pb_admin_file_token'), null);
  assert.not(JSON.stringify({ ...localStorage }).includes(secret));
  assert.equal(told(), ['Successfully updated admin.']);
});

test('if the sign-in with the new password fails, the session ends and the save is reported', async () => {
  backend.answer(routes.signIn, networkError);
  const admin = await opened(own.id);
  admin.showPassword(true);
  admin.setPasswords(secret);
  assert.ok(await admin.save());
  assert.equal([session.isSignedIn(), storedSession(), admin.state.isChanged], [false, null, false]);
  assert.equal(told(), [
    'Successfully updated admin.',
    'Your password was changed. Sign in with the new one.',
  ]);
});

test('the form closes at once without changes, and asks otherwise', async () => {
  const admin = await opened();
  assert.is(admin.mayClose(), true);
  admin.set('avatar', 1);
  const closing = admin.mayClose();
  assert.is(await answer(false), 'You have unsaved changes. Do you really want to close the panel?');
  assert.is(await closing, false);
  admin.set('avatar', other.avatar);
  assert.is(admin.mayClose(), true);
});

test('a delete asks first, and No does nothing', async () => {
  const admin = await opened();
  const declined = admin.remove();
  assert.is(confirm.state.question?.isDangerous, true);
  assert.is(await answer(false), 'Do you really want to delete the selected admin?');
  assert.not(await declined);
  assert.equal(callsOf(backend), []);
  admin.set('avatar', 1);
  const removing = admin.remove();
  await answer(true);
  assert.ok(await removing);
  assert.equal([callsOf(backend), told()], [[`DELETE admins/${other.id}`], ['Successfully deleted admin.']]);
  assert.equal([admin.state.isChanged, session.isSignedIn()], [false, true]);
});

test('a delete of the own account warns first, and signs out at once', async () => {
  const admin = await opened(own.id);
  const removing = admin.remove();
  assert.match(
    await answer(true),
    /^Do you really .*\?\nThis is your own account: you will be signed out\.$/,
  );
  assert.ok(await removing);
  assert.equal([callsOf(backend), session.isSignedIn()], [[`DELETE admins/${own.id}`], false]);
  assert.equal(told(), ['Successfully deleted admin.']);
});

for (const [what, admins, message] of [
  ['the last one', [own], 'The last admin cannot be deleted.'],
  ['one of several', [own, other], 'Failed to delete admin.'],
] as const) {
  test(`a refused delete of ${what} says: ${message}`, async () => {
    ({ backend, server } = startScene(admins));
    backend.answer(routes.remove, failure(400, 'Failed to delete admin.'));
    const admin = await opened(own.id);
    const removing = admin.remove();
    await answer(true);
    assert.not(await removing);
    assert.equal([told(), session.isSignedIn(), admin.state.status], [[message], true, 'ready']);
  });
}

test.run();
