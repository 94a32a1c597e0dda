import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSettingsForm } from '../../ui/settings/settingsForm';
import type { FakeBackend } from '../support/backend';
import { callsOf, closeScene, mask, startScene, storedSecret } from './settingsScene';

let backend: FakeBackend;

const savedText = 'Successfully saved.';
const labels = { 'meta.appName': 'Application name', 'meta.appUrl': 'Application URL' };
type Given = Partial<Parameters<typeof createSettingsForm<'application'>>[0]>;

/** Loads the form of the application, and clears the list of calls. */
async function opened(given: Given = {}) {
  const settings = createSettingsForm({ part: 'application', labels, savedText, ...given });
  await settings.load();
  backend.calls.length = 0;
  return settings;
}

async function openedMail() {
  const mailLabels = { 'meta.senderName': 'Sender name', 'smtp.port': 'Port', 'smtp.password': 'Password' };
  const settings = createSettingsForm({ part: 'mail', labels: mailLabels, savedText });
  await settings.load();
  backend.calls.length = 0;
  return settings;
}

test.before.each(() => {
  ({ backend } = startScene({ smtp: { password: storedSecret } }));
});
test.after.each(closeScene);

test('prepared values are no change by themselves, and are sent with one', async () => {
  const given: Given = {
    prepare: ({ meta }) => {
      meta.hideControls = true;
    },
  };
  const settings = await opened(given);
  assert.equal([settings.valueAt('meta.hideControls'), settings.isChanged()], [true, false]);
  settings.set('meta.appName', 'Mine');
  settings.discard();
  assert.equal([settings.valueAt('meta.hideControls'), settings.isChanged()], [true, false]);
  settings.set('meta.appName', 'Mine');
  assert.ok(await settings.save());
  assert.equal(callsOf(backend), ['GET', 'PATCH {"meta":{"appName":"Mine","hideControls":true}}']);
});

test('six asterisks are not accepted as a value', async () => {
  const settings = await openedMail();
  settings.set('meta.senderName', mask);
  assert.not(await settings.save());
  assert.equal(Object.keys(settings.state.errors), ['meta.senderName']);
  assert.equal(callsOf(backend), []);
});

test.run();
