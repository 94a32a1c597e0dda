import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { autoErrors, createBackupOptions } from '../../../../ui/screens/settings/backups/backupOptions';
import { settle } from '../../../api/connect';
import { type FakeBackend, failure } from '../../../support/backend';
import { callsOf, closeScene, routes, type Server, setAny, storedSecret, told } from '../settingsScene';
import { startBackups } from './backupScene';

let backend: FakeBackend;
let server: Server;
let saves = 0;

const saved = 'Successfully saved application settings.';
const s3 = {
  enabled: true,
  endpoint: 'https://s3.example.com',
  bucket: 'backups',
  region: 'eu',
  accessKey: 'key',
  secret: storedSecret,
};
const tested = 'POST test/s3 {"filesystem":"backups"}';

async function opened(backups: object = {}) {
  ({ backend, app: server } = startBackups([], { backups }));
  saves = 0;
  mock.timers.enable({ apis: ['setTimeout'] });
  const options = createBackupOptions({
    onSaved: () => {
      saves += 1;
    },
  });
  await options.settings.load();
  backend.calls.length = 0;
  return options;
}

test.after.each(() => {
  mock.timers.reset();
  closeScene();
});

const blank = 'Cannot be blank.';
const keep = 'Must be a whole number from 1 to 10000.';
const errors: [cron: string, cronMaxKeep: string, isOn: boolean, expected: object][] = [
  ['0 0 * * *', '3', true, {}],
  ['@daily', '1', true, {}],
  ['', '3', true, { 'backups.cron': blank }],
  ['  ', '3', true, { 'backups.cron': blank }],
  ['60 0 * * *', '3', true, { 'backups.cron': 'The minute "60": must be from 0 to 59.' }],
  ['@daily', '0', true, { 'backups.cronMaxKeep': keep }],
  ['@daily', '-1', true, { 'backups.cronMaxKeep': keep }],
  ['@daily', '1.5', true, { 'backups.cronMaxKeep': keep }],
  ['@daily', '10000', true, {}],
  ['@daily', '10001', true, { 'backups.cronMaxKeep': keep }],
  ['@daily', '', true, { 'backups.cronMaxKeep': blank }],
  ['', '0', true, { 'backups.cron': blank, 'backups.cronMaxKeep': keep }],
  ['', '0', false, {}],
  ['60 0 * * *', 'x', false, {}],
];
for (const [cron, cronMaxKeep, isOn, expected] of errors) {
  test(`"${cron}" and "${cronMaxKeep}", ${isOn ? 'on' : 'off'}, give the errors ${JSON.stringify(expected)}`, () => {
    const found = autoErrors({ backups: { cron, cronMaxKeep } }, { backups: { cron: '' } }, isOn);
    assert.equal(
      Object.fromEntries(Object.entries(found).map(([path, { message }]) => [path, message])),
      expected,
    );
  });
}

test('an odd stored expression does not prevent other changes', () => {
  const values = { backups: { cron: '5/1 0 * * *', cronMaxKeep: '3' } };
  assert.equal(autoErrors(values, { backups: { cron: '5/1 0 * * *' } }, true), {});
  assert.equal(Object.keys(autoErrors(values, { backups: { cron: '@daily' } }, true)), ['backups.cron']);
});

test('a stored number above the maximum is valid', () => {
  const values = { backups: { cron: '@daily', cronMaxKeep: '5000000' } };
  assert.equal(autoErrors(values, { backups: { cron: '', cronMaxKeep: 5_000_000 } }, true), {});
});

for (const [cron, isOn] of [
  ['', false],
  ['@daily', true],
] as const) {
  test(`with "${cron}" automatic backups start as ${isOn ? 'on' : 'off'}, without a change`, async () => {
    const { auto, settings } = await opened({ cron });
    assert.equal([auto.isOn, settings.isChanged()], [isOn, false]);
  });
}

test('switching on requires a time, and switching off removes the time and its error', async () => {
  const { auto, setAuto, settings } = await opened();
  setAuto(true);
  assert.equal([auto.isOn, settings.isChanged()], [true, false]);
  settings.set('backups.cron', '60 * * * *');
  assert.not(await settings.save());
  assert.equal(Object.keys(settings.state.errors), ['backups.cron']);
  assert.equal([callsOf(backend), told()], [[], []]);
  setAuto(false);
  assert.equal([auto.isOn, settings.valueAt('backups.cron')], [false, '']);
  assert.equal([settings.state.errors, settings.isChanged()], [{}, false]);
});

test('switching on again restores the typed time and the saved number of backups', async () => {
  const { setAuto, settings } = await opened({ cron: '@daily', cronMaxKeep: 5 });
  settings.set('backups.cron', '0 5 * * *');
  settings.set('backups.cronMaxKeep', '0');
  assert.not(await settings.save());
  assert.equal(Object.keys(settings.state.errors), ['backups.cronMaxKeep']);
  setAuto(false);
  assert.equal([settings.valueAt('backups.cron'), settings.valueAt('backups.cronMaxKeep')], ['', '5']);
  assert.equal(settings.state.errors, {});
  setAuto(true);
  assert.equal(
    [settings.valueAt('backups.cron'), settings.valueAt('backups.cronMaxKeep')],
    ['0 5 * * *', '5'],
  );
});

test('only changed values are sent, success is reported like in Application, and the list gets a callback', async () => {
  const { auto, setAuto, settings } = await opened();
  setAuto(true);
  settings.set('backups.cron', '0 0 * * 1,3');
  settings.set('backups.cronMaxKeep', '7');
  assert.ok(await settings.save());
  assert.equal(callsOf(backend), ['GET', 'PATCH {"backups":{"cron":"0 0 * * 1,3","cronMaxKeep":7}}']);
  assert.equal([told(), saves, auto.isOn, settings.isChanged()], [[saved], 1, true, false]);
  setAuto(false);
  assert.ok(await settings.save());
  assert.equal(callsOf(backend), ['GET', 'PATCH {"backups":{"cron":""}}']);
  assert.equal([auto.isOn, saves], [false, 2]);
});

test('a server error is at its path, and the switch stays on', async () => {
  const { auto, settings } = await opened({ cron: '@daily' });
  settings.set('backups.cron', '0 1 * * *');
  const fault = { code: 'validation_invalid_cron', message: 'Invalid cron expression.' };
  backend.answerOnce(routes.write, failure(400, 'An error occurred.', { backups: { cron: fault } }));
  assert.not(await settings.save());
  assert.equal(settings.state.errors, { 'backups.cron': fault });
  assert.equal([auto.isOn, settings.valueAt('backups.cron'), saves], [true, '0 1 * * *', 0]);
});

for (const [cron, isOn] of [
  ['', false],
  ['@daily', true],
] as const) {
  test(`Reset restores "${cron}" and the switch`, async () => {
    const { auto, setAuto, settings, reset } = await opened({ cron });
    setAuto(!isOn);
    settings.set('backups.cronMaxKeep', '9');
    settings.set('backups.s3.bucket', 'other');
    reset();
    assert.equal(
      [auto.isOn, settings.valueAt('backups.cron'), settings.valueAt('backups.cronMaxKeep')],
      [isOn, cron, '3'],
    );
    assert.equal([settings.isChanged(), settings.state.errors], [false, {}]);
  });
}

test('the switch follows a save by another admin', async () => {
  const { auto, settings } = await opened({ cron: '@daily' });
  server.change({ backups: { cron: '' } });
  settings.set('backups.cronMaxKeep', '9');
  assert.ok(await settings.save());
  assert.equal([auto.isOn, settings.valueAt('backups.cron')], [false, '']);
});

test('the storage is tested 0.1 seconds after loading, and not if the page closes before', async () => {
  const { check } = await opened({ s3 });
  mock.timers.tick(99);
  await settle();
  assert.equal([callsOf(backend), check.state.status], [[], 'none']);
  mock.timers.tick(1);
  await settle();
  assert.equal([callsOf(backend), check.state.status], [[tested], 'success']);
  mock.timers.reset();
  const left = await opened({ s3 });
  left.check.stop();
  mock.timers.tick(10_000);
  await settle();
  assert.equal([callsOf(backend), left.check.state.status], [[], 'none']);
});

test('an unused storage is not tested, and a new one is tested after the save', async () => {
  const { settings, check } = await opened();
  mock.timers.tick(10_000);
  await settle();
  assert.equal(callsOf(backend), []);
  settings.set('backups.s3.enabled', true);
  assert.not(await settings.save());
  const missing = ['accessKey', 'bucket', 'endpoint', 'region', 'secret'];
  assert.equal(
    Object.keys(settings.state.errors).sort(),
    missing.map((key) => `backups.s3.${key}`),
  );
  const { enabled, ...typed } = s3;
  for (const [key, value] of Object.entries(typed)) setAny(settings, `backups.s3.${key}`, value);
  backend.answer(routes.testS3, failure(400, 'No such bucket.'));
  assert.ok(await settings.save());
  await settle();
  const body = { backups: { s3: { ...typed, enabled } } };
  const [read, sent, ...more] = callsOf(backend);
  assert.equal([read, JSON.parse(sent?.slice('PATCH '.length) ?? '{}'), more], ['GET', body, [tested]]);
  assert.equal(told(), ['Successfully saved but failed to establish S3 connection.']);
  assert.equal(check.state, { status: 'failure', reason: 'No such bucket.' });
});

test.run();
