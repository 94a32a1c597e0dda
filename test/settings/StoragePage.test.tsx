import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { StoragePage } from '../../ui/settings/StoragePage';
import { type FakeBackend, failure } from '../support/backend';
import { click, eventually, mount, rest, type, type View } from '../support/render';
import { bar, button, input, isInvalid, open, press, submit } from './pages';
import { callsOf, closeScene, routes, type Server, startScene, storedS3, told } from './settingsScene';

let backend: FakeBackend;
let server: Server;

const on = 'Use S3 storage';
const labels = (view: View) => view.findAll('form label').map(({ textContent }) => textContent);
const statuses = (view: View) => view.findAll('form [role="status"]').map(({ textContent }) => textContent);
const success = 'S3 connected successfully';
const broken = 'Failed to establish S3 connection';

async function startWith(changes: object = {}): Promise<View> {
  ({ backend, server } = startScene(changes));
  return open(<StoragePage />);
}

test.after.each(async () => {
  mock.timers.reset();
  mount(null).unmount();
  closeScene();
  await rest();
});

test('the inputs are visible and required only while the storage is on', async () => {
  const view = await startWith();
  assert.equal(labels(view), [on]);
  click(input(view, on));
  await rest();
  assert.equal(labels(view), [
    ...[on, 'Endpoint*', 'Bucket*', 'Region*', 'Access key*', 'Secret*'],
    'Force path-style addressing',
  ]);
  await submit(view);
  for (const label of labels(view).slice(1, 6)) assert.ok(isInvalid(view, label ?? ''), label ?? '');
  click(input(view, on));
  await rest();
  assert.equal([labels(view), bar(view)], [[on], '']);
});

for (const [isOn, from, to] of [
  [false, 'the local file system', 'the S3 storage'],
  [true, 'the S3 storage', 'the local file system'],
] as const) {
  test(`switching the storage warns that files stay in ${from}`, async () => {
    const view = await startWith({ s3: { ...storedS3, enabled: isOn } });
    await eventually(() => statuses(view), isOn ? [success] : []);
    const tools = () => view.findAll('form a').map(({ textContent }) => textContent);
    assert.equal(tools(), []);
    click(input(view, on));
    await rest();
    assert.match(statuses(view).join(), `Move them by hand from ${from} to ${to}, with a command line tool`);
    assert.equal(tools(), ['rclone', 's5cmd']);
    assert.equal(statuses(view).length, 1, 'what was tested is not what is typed');
    press('Reset');
    await rest();
    assert.equal([tools(), input(view, on).checked, bar(view)], [[], isOn, '']);
  });
}

test('an active storage is tested, and a badge shows the result', async () => {
  ({ backend, server } = startScene({ s3: storedS3 }));
  const release = backend.hold(routes.testS3);
  const view = await open(<StoragePage />);
  await eventually(() => statuses(view), [' Testing the S3 connection...']);
  release();
  await rest();
  assert.equal(statuses(view), [success]);
  assert.equal(callsOf(backend), ['GET', 'POST test/s3 {"filesystem":"storage"}']);
  type(input(view, 'Bucket*'), 'other');
  await rest();
  assert.equal(statuses(view), []);
  type(input(view, 'Bucket*'), 'files');
  await rest();
  assert.equal(statuses(view), [success]);
});

test('a storage that is turned on is saved, then tested; a failure is a warning', async () => {
  const view = await startWith();
  backend.answer(routes.testS3, failure(400, 'No such bucket.'));
  click(input(view, on));
  await rest();
  for (const [label, text] of [
    ['Endpoint*', storedS3.endpoint],
    ['Bucket*', storedS3.bucket],
    ['Region*', storedS3.region],
    ['Access key*', storedS3.accessKey],
    ['Secret*', 'new'],
  ] as const) {
    type(input(view, label), text);
  }
  await rest();
  await submit(view);
  assert.equal(told(), ['Successfully saved but failed to establish S3 connection.']);
  assert.match(statuses(view).join(), broken);
  assert.equal([bar(view), input(view, 'Secret*').readOnly], ['', true]);
  const { enabled, bucket, region, endpoint, accessKey } = storedS3;
  assert.equal(callsOf(backend).slice(1), [
    'GET',
    `PATCH ${JSON.stringify({ s3: { enabled, bucket, region, endpoint, accessKey, secret: 'new' } })}`,
    'POST test/s3 {"filesystem":"storage"}',
  ]);
  assert.is((server.held['s3'] as typeof storedS3).secret, 'new');
});

test('a storage that is turned off is saved without a test', async () => {
  const view = await startWith({ s3: storedS3 });
  await eventually(() => statuses(view), [success]);
  backend.calls.length = 0;
  click(input(view, on));
  await rest();
  await submit(view);
  assert.equal(callsOf(backend), ['GET', 'PATCH {"s3":{"enabled":false}}']);
  assert.equal([statuses(view), labels(view), button('Reset')], [[], [on], null]);
});

test.run();
