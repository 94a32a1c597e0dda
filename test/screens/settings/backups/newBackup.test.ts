import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createNewBackup,
  type NewBackup,
  nameErrors,
} from '../../../../ui/screens/settings/backups/newBackup';
import { makeBackup } from '../../../../ui/state/backups';
import * as toasts from '../../../../ui/state/toasts';
import { type FakeBackend, failure, networkError } from '../../../support/backend';
import { closeScene, told } from '../settingsScene';
import { backupRoutes, busy, settleAll } from './backupAnswers';
import { startBackups } from './backupScene';

let backend: FakeBackend;
let fresh: NewBackup;
let progress = 0;

const success = 'Successfully generated new backup.';
const long = 'The backup was started but may take a while to complete. You can come back later.';
const taken = {
  code: 'validation_backup_name_exists',
  message: 'The backup file name is invalid or already exists.',
};
const refused = failure(400, 'An error occurred while validating the submitted data.', { name: taken });
const created = () => backend.callsTo(backupRoutes.create);

test.before.each(() => {
  ({ backend } = startBackups());
  progress = 0;
  fresh = createNewBackup(() => {
    progress += 1;
  });
});
test.after.each(() => {
  mock.timers.reset();
  closeScene();
});

for (const name of ['', '  ', 'a.zip', ' a.zip ', '0-_.zip', `${'a'.repeat(96)}.zip`]) {
  test(`the name "${name}" is valid`, () => {
    assert.equal(nameErrors({ name }), {});
  });
}
for (const name of [
  ...['a', '.zip', 'a.ZIP', 'A.zip', 'a b.zip', 'a.zip.txt', 'a.b.zip', '../a.zip', 'ü.zip', 'a.zip\nb.zip'],
  ...['@auto_a.zip', `${'a'.repeat(97)}.zip`],
]) {
  test(`the name "${name}" is wrong`, () => {
    assert.equal(Object.keys(nameErrors({ name })), ['name']);
  });
}

test('a wrong name is not sent', async () => {
  fresh.form.set('name', 'No Name');
  assert.not(await fresh.start());
  assert.equal([created().length, fresh.isUnderWay(), progress], [0, false, 0]);
  assert.match(fresh.form.state.errors['name']?.message ?? '', /lowercase letters/);
});

for (const [name, body] of [
  [' mine.zip ', { name: 'mine.zip' }],
  ['', {}],
  ['   ', {}],
] as const) {
  test(`the name "${name}" sends ${JSON.stringify(body)}, and success is reported`, async () => {
    fresh.form.set('name', name);
    const starting = fresh.start();
    assert.ok(fresh.isUnderWay());
    assert.ok(await starting);
    assert.equal(
      created().map((call) => call.body),
      [body],
    );
    await settleAll();
    assert.equal([fresh.isUnderWay(), told(), progress], [false, [success], 1]);
  });
}

for (const [what, given, errors, messages] of [
  [
    'an error of the name',
    refused,
    { name: taken },
    ['An error occurred while validating the submitted data.'],
  ],
  ['a refusal', busy, {}, ['Try again later - another backup/restore process has already been started.']],
  ['no response', networkError, {}, ['The server cannot be reached. Check the connection and try again.']],
] as const) {
  test(`an early error, ${what}, stays in the form, and the backup can be started again`, async () => {
    fresh.form.set('name', 'mine.zip');
    backend.answerOnce(backupRoutes.create, given);
    assert.not(await fresh.start());
    await settleAll();
    assert.equal([fresh.form.state.errors, told()], [errors, messages]);
    assert.equal([fresh.form.state.values, fresh.isUnderWay(), progress], [{ name: 'mine.zip' }, false, 1]);
    assert.ok(await fresh.start());
  });
}

async function startedLong() {
  mock.timers.enable({ apis: ['setTimeout'] });
  fresh.form.set('name', 'mine.zip');
  const release = backend.hold(backupRoutes.create);
  let ended: boolean | null = null;
  void fresh.start().then((isFine) => {
    ended = isFine;
  });
  mock.timers.tick(1499);
  await settleAll();
  assert.equal([ended, told(), progress], [null, [], 0]);
  mock.timers.tick(1);
  await settleAll();
  return { release, ended: () => ended };
}

test('after 1.5 seconds the popup may close with a toast of 4.5 seconds, and the list is read then and at the end', async () => {
  const { release, ended } = await startedLong();
  assert.is(ended(), true);
  assert.equal(
    toasts.state.items.map(({ kind, message, durationMs }) => [kind, message, durationMs]),
    [['info', long, 4500]],
  );
  assert.equal([fresh.isUnderWay(), progress], [true, 1]);
  release();
  await settleAll();
  assert.equal([fresh.isUnderWay(), progress, told()], [false, 2, [long, success]]);
});

for (const [what, given, message] of [
  ['a refusal', failure(400, 'No space left.'), 'No space left.'],
  ['an error of the name', refused, 'An error occurred while validating the submitted data.'],
  ['no response', networkError, 'The server cannot be reached. Check the connection and try again.'],
] as const) {
  test(`a late error, ${what}, is a toast and not in the form`, async () => {
    const { release } = await startedLong();
    backend.answerOnce(backupRoutes.create, given);
    release();
    await settleAll();
    assert.equal([told().slice(0, 2), fresh.form.state.errors], [[long, message], {}]);
    assert.equal([fresh.isUnderWay(), progress], [false, 2]);
  });
}

test('a fast backup shows no message about a long one', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  await fresh.start();
  await settleAll();
  mock.timers.tick(1500);
  await settleAll();
  assert.equal([told(), progress], [[success], 1]);
});

test('a second start during the first is refused', async () => {
  const release = backend.hold(backupRoutes.create);
  const starting = fresh.start();
  await settleAll();
  assert.not(await fresh.start());
  assert.equal([created().length, fresh.isUnderWay()], [1, true]);
  release();
  assert.ok(await starting);
});

test('a backup started beside another task has no name, and ends when it is made', async () => {
  const release = backend.hold(backupRoutes.create);
  let hasEnded = false;
  const making = makeBackup().then(() => {
    hasEnded = true;
  });
  await settleAll();
  assert.equal([hasEnded, told()], [false, []]);
  release();
  await making;
  assert.equal([created().map(({ body }) => body), told()], [[{}], [success]]);
});

test('a failed backup is reported and does not stop the other task', async () => {
  backend.answerOnce(backupRoutes.create, busy);
  await makeBackup();
  assert.equal(told(), ['Try again later - another backup/restore process has already been started.']);
});

test.run();
