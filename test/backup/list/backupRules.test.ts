import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { autoErrors } from '../../../ui/backup/list/backupOptions';
import { nameErrors } from '../../../ui/backup/list/newBackup';
import { newestBackupAge, newestTime, timeOf } from '../../../ui/model/backup';
import { makeBackup } from '../../../ui/page/backups';
import { closeScene, told } from '../../settings/settingsScene';
import { backupRoutes, busy, settleAll } from './backupAnswers';
import { startBackups } from './backupScene';

for (const name of ['', ' a.zip ', `${'a'.repeat(96)}.zip`]) {
  test(`the name "${name}" is valid`, () => assert.equal(nameErrors({ name }), {}));
}
for (const name of [
  ...['.zip', 'A.zip', '../a.zip', 'a.zip\nb.zip', '@auto_a.zip', `${'a'.repeat(97)}.zip`],
]) {
  test(`the name "${name}" is wrong`, () =>
    assert.match(nameErrors({ name })['name']?.message ?? '', /lowercase/));
}

const blank = 'Cannot be blank.';
const keep = 'Must be a whole number from 1 to 10000.';
const errors: [cron: string, cronMaxKeep: string, expected: object, stored?: object][] = [
  ['@daily', '1', {}],
  ['  ', '3', { 'backups.cron': blank }],
  ['60 0 * * *', '3', { 'backups.cron': 'The minute "60": must be from 0 to 59.' }],
  ['@daily', '0', { 'backups.cronMaxKeep': keep }],
  ['@daily', '10001', { 'backups.cronMaxKeep': keep }],
  ['@daily', '', { 'backups.cronMaxKeep': blank }],
  // What is stored does not prevent other changes.
  ['5/1 0 * * *', '3', {}, { cron: '5/1 0 * * *' }],
  ['@daily', '5000000', {}, { cron: '', cronMaxKeep: 5_000_000 }],
];
for (const [cron, cronMaxKeep, expected, stored = { cron: '' }] of errors) {
  test(`"${cron}" and "${cronMaxKeep}" after ${JSON.stringify(stored)}: ${JSON.stringify(expected)}`, () => {
    const values = { backups: { cron, cronMaxKeep } };
    const found = Object.entries(autoErrors(values, { backups: stored }, true));
    assert.equal(Object.fromEntries(found.map(([path, { message }]) => [path, message])), expected);
    assert.equal(autoErrors(values, { backups: stored }, false), {});
  });
}

const at = (modified: string) => ({ key: 'a.zip', size: 1, modified });

test('the newest backup counts, in UTC, and one without a time is ignored', () => {
  assert.is(timeOf(at('2026-11-21 00:45:38.285Z')), Date.UTC(2026, 10, 21, 0, 45, 38, 285));
  const some = ['2026-11-20 00:00:00.000Z', 'yesterday', '2026-11-21 00:00:00.000Z'].map(at);
  assert.is(newestTime(some), Date.UTC(2026, 10, 21));
  assert.is(newestBackupAge(some, Date.UTC(2026, 10, 24)), 'Latest backup: 3 days ago');
  for (const none of [[], [at('yesterday')]]) {
    assert.equal([newestTime(none), newestBackupAge(none, 0)], [null, 'No backup yet']);
  }
});

test('a backup beside another task has no name, and ends when it is made; a failure is told', async () => {
  const { backend } = startBackups();
  const release = backend.hold(backupRoutes.create);
  let hasEnded = false;
  const making = makeBackup().then(() => {
    hasEnded = true;
  });
  await settleAll();
  assert.equal([hasEnded, told()], [false, []]);
  release();
  await making;
  assert.equal(backend.callsTo(backupRoutes.create)[0]?.body, {});
  backend.answerOnce(backupRoutes.create, busy);
  await makeBackup();
  assert.equal(told(), [
    'Successfully generated new backup.',
    'Try again later - another backup/restore process has already been started.',
  ]);
  closeScene();
});

test.run();
