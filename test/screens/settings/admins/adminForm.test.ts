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
const hasChanges = ({ state, form }: AdminForm) => canSave(form.state.values, form.state.original, state);
const storedSession = () => JSON.parse(localStorage.getItem('pb_admin_auth') ?? 'null');

/** The form of an admin that is there, and no call counted yet. */
async function opened(id: string | null = other.id) {
  const form = await openForm(id);
  backend.calls.length = 0;
  return form;
}

test.before.each(() => {
  ({ backend, server } = startScene());
});
test.after.each(closeScene);

test('a new admin is made with all that was typed, and stays open as an existing one', async () => {
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
  assert.is(admin.form.state.values.password, '');
  assert.is(session.state.admin?.id, own.id);

  admin.set('avatar', 8);
  assert.ok(await admin.save());
  assert.is(callsOf(backend).at(-1), 'PATCH admins/new000000000001 {"avatar":8}');
});

test('an admin is read by its id, and one that cannot be read can be asked for again', async () => {
  backend.answerOnce(routes.get, networkError);
  const admin = await openForm(other.id);
  assert.equal([admin.state.status, admin.state.loadError?.kind, told()], ['failed', 'unreachable', []]);
  assert.not(await admin.save());
  await admin.load();
  assert.equal(admin.form.state.values, { email: other.email, avatar: 5, password: '', passwordConfirm: '' });
  assert.equal([admin.state.status, admin.state.loadError], ['ready', null]);
});

test('a panel that has gone waits for no answer', async () => {
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
  test(`only ${name} is sent when only that changed`, async () => {
    const admin = await opened();
    for (const [key, value] of Object.entries(edit)) admin.set(key as 'email', value as string);
    assert.ok(await admin.save());
    assert.equal(callsOf(backend), [read, `${write} ${body}`]);
    assert.equal(told(), ['Successfully updated admin.']);
    assert.not(admin.form.isChanged());
    assert.equal([session.token(), session.state.admin?.avatar], [storedSession().token, own.avatar]);
  });
}

test('a password of someone else is sent alone, and leaves the session as it is', async () => {
  const admin = await opened();
  admin.showPassword(true);
  assert.ok(hasChanges(admin));
  assert.not(await admin.save(), 'nothing is typed yet');
  assert.equal(Object.keys(admin.form.state.errors), ['password', 'passwordConfirm']);
  assert.equal(callsOf(backend), []);
  const { token } = session.state;
  admin.setPasswords(secret);
  assert.ok(await admin.save());
  assert.equal(callsOf(backend), [
    read,
    `${write} ${JSON.stringify({ password: secret, passwordConfirm: secret })}`,
  ]);
  assert.equal([admin.state.showsPassword, admin.form.state.values.password], [false, '']);
  assert.is(session.token(), token);
});

test('hiding the passwords empties them, and nothing is left to save', async () => {
  const admin = await opened();
  admin.showPassword(true);
  admin.setPasswords(secret);
  assert.ok(admin.form.isChanged());
  admin.showPassword(false);
  assert.equal([admin.form.isChanged(), hasChanges(admin)], [false, false]);
});

test('what the server refuses stands at its field, and what was typed stays', async () => {
  const taken = { code: 'validation_admin_email_exists', message: 'Admin email already exists.' };
  backend.answer(routes.update, failure(400, 'Failed to update admin.', { email: taken }));
  const admin = await opened();
  admin.set('email', own.email);
  assert.not(await admin.save());
  assert.equal(admin.form.state.errors, { email: taken });
  assert.is(admin.form.state.values.email, own.email);
  assert.ok(admin.form.isChanged());
  admin.set('email', 'x@example.com');
  assert.equal(admin.form.state.errors, {});
});

test('while it is saved nothing can be edited, and it is saved once', async () => {
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
  assert.equal([admin.form.state.values.avatar, admin.state.showsPassword], [1, false]);
});

test('what only someone else changed is taken over and not sent', async () => {
  const admin = await opened();
  Object.assign(server.admins[1] ?? {}, { email: 'theirs@example.com' });
  admin.set('avatar', 1);
  assert.ok(await admin.save());
  assert.equal(callsOf(backend), [read, `${write} {"avatar":1}`]);
  assert.equal([admin.form.state.values.email, admin.form.state.values.avatar], ['theirs@example.com', 1]);
});

test('where both changed to the same nothing is sent', async () => {
  const admin = await opened();
  Object.assign(server.admins[1] ?? {}, { avatar: 1 });
  admin.set('avatar', 1);
  assert.ok(await admin.save());
  assert.equal(callsOf(backend), [read]);
  assert.not(admin.form.isChanged());
});

for (const [choice, body, kept] of [
  ['mine', '{"email":"mine@example.com","avatar":1}', 'mine@example.com'],
  ['theirs', '{"avatar":1}', 'theirs@example.com'],
] as const) {
  test(`what both changed is put to the person, who takes ${choice}`, async () => {
    const admin = await opened();
    Object.assign(server.admins[1] ?? {}, { email: 'theirs@example.com' });
    admin.set('email', 'mine@example.com');
    admin.set('avatar', 1);
    const saving = admin.save();
    await settle();
    assert.equal(admin.state.conflicts, [
      { path: 'email', base: other.email, mine: 'mine@example.com', theirs: 'theirs@example.com' },
    ]);
    admin.resolveConflicts({ email: choice });
    assert.ok(await saving);
    assert.equal(callsOf(backend), [read, read, `${write} ${body}`]);
    assert.equal([admin.form.state.values.email, admin.state.conflicts], [kept, null]);
  });
}

test('who saves again while the person chooses is asked about again', async () => {
  const admin = await opened();
  const theirs = server.admins[1] ?? other;
  theirs.avatar = 3;
  admin.set('avatar', 1);
  const saving = admin.save();
  await settle();
  theirs.avatar = 4;
  admin.resolveConflicts({ avatar: 'mine' });
  await settle();
  assert.equal(admin.state.conflicts, [{ path: 'avatar', base: 3, mine: 1, theirs: 4 }]);
  admin.resolveConflicts({ avatar: 'mine' });
  assert.ok(await saving);
  assert.is(callsOf(backend).at(-1), `${write} {"avatar":1}`);
});

test('giving up the choice sends nothing and keeps what was typed', async () => {
  const admin = await opened();
  Object.assign(server.admins[1] ?? {}, { avatar: 3 });
  admin.set('avatar', 1);
  const saving = admin.save();
  await settle();
  admin.cancelConflicts();
  assert.not(await saving);
  assert.equal([callsOf(backend), told()], [[read], []]);
  assert.equal([admin.form.state.values.avatar, admin.form.isChanged()], [1, true]);
});

test('an admin that someone else has deleted is told of, and what was typed stays', async () => {
  const admin = await opened();
  server.admins = [own];
  admin.set('avatar', 1);
  assert.not(await admin.save());
  assert.match(told()[0] ?? '', /^This admin no longer exists\./);
  assert.ok(admin.form.isChanged());
});

test('the own e-mail and picture are those of the session at once, and its token stays', async () => {
  const { token } = session.state;
  const admin = await opened(own.id);
  admin.set('email', 'me@example.com');
  admin.set('avatar', 4);
  assert.ok(await admin.save());
  assert.equal([session.state.admin?.email, session.state.admin?.avatar], ['me@example.com', 4]);
  assert.equal([session.token(), storedSession().token, storedSession().model.avatar], [token, token, 4]);
  assert.not(callsOf(backend).some((call) => call.includes('auth-with-password')));
});

test('with the own new password the session goes on by another token', async () => {
  localStorage.setItem('pb_admin_file_token', 'made with the old one');
  const admin = await opened(own.id);
  admin.showPassword(true);
  admin.setPasswords(secret);
  admin.set('email', 'me@example.com');
  const release = backend.hold(routes.signIn);
  const saving = admin.save();
  await settle();
  assert.ok(admin.form.isChanged(), 'unsaved until then: it stays should the old token be refused');
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

test('when the new password does not sign in the session ends, and the save is told', async () => {
  backend.answer(routes.signIn, networkError);
  const admin = await opened(own.id);
  admin.showPassword(true);
  admin.setPasswords(secret);
  assert.ok(await admin.save());
  assert.equal([session.isSignedIn(), storedSession(), admin.form.isChanged()], [false, null, false]);
  assert.equal(told(), [
    'Successfully updated admin.',
    'Your password was changed. Sign in with the new one.',
  ]);
});

test('it closes at once while nothing differs, and asks when something does', async () => {
  const admin = await opened();
  assert.is(admin.mayClose(), true);
  admin.set('avatar', 1);
  const closing = admin.mayClose();
  assert.is(await answer(false), 'You have unsaved changes. Do you really want to close the panel?');
  assert.is(await closing, false);
  admin.set('avatar', other.avatar);
  assert.is(admin.mayClose(), true);
});

test('a delete is asked for, and a No does nothing', async () => {
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
  assert.equal([admin.form.isChanged(), session.isSignedIn()], [false, true]);
});

test('who deletes the own account is told so before, and is signed out at once', async () => {
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
