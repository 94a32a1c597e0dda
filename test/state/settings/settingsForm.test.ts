import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Changes } from '../../../ui/state/settings/settingsChanges';
import { createSettingsForm } from '../../../ui/state/settings/settingsForm';
import { settle } from '../../api/connect';
import {
  callsOf,
  closeScene,
  mask,
  type Server,
  startScene,
  storedSecret,
  told,
} from '../../screens/settings/settingsScene';
import type { FakeBackend } from '../../support/backend';

let backend: FakeBackend;
let server: Server;

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

const blank = { code: 'validation_required', message: 'Cannot be blank.' };

test.before.each(() => {
  ({ backend, server } = startScene({ smtp: { password: storedSecret } }));
});
test.after.each(closeScene);

test('a conflict is asked in the words of the input, and the answer goes through the check before sending', async () => {
  const heard: Changes[] = [];
  let may = false;
  const settings = await opened({
    texts: { 'meta.appName': (value) => `called ${value}` },
    maySend: async (changes) => {
      heard.push(changes);
      return may;
    },
  });
  settings.set('meta.appName', 'Mine');
  settings.set('meta.appUrl', 'http://mine');
  server.change({ meta: { appName: 'Theirs' } });
  const saving = settings.save();
  await settle();
  const asked = { base: 'called Acme', mine: 'called Mine', theirs: 'called Theirs' };
  assert.equal(settings.state.conflicts, [{ name: 'meta.appName', label: 'Application name', ...asked }]);
  settings.resolveConflicts({ 'meta.appName': 'theirs' });
  assert.not(await saving);
  assert.equal(heard, [{ meta: { appUrl: 'http://mine' } }]);
  assert.equal([callsOf(backend), told(), settings.isChanged()], [['GET', 'GET'], [], true]);
  may = true;
  settings.discard();
  settings.set('meta.appUrl', 'http://mine');
  assert.ok(await settings.save());
  assert.equal(callsOf(backend), ['GET', 'PATCH {"meta":{"appUrl":"http://mine"}}']);
});

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

test('an error is reported in a toast only if its input is not drawn', async () => {
  const settings = await opened({ check: () => ({ 'meta.appName': blank, 'meta.appUrl': blank }) });
  settings.draw('meta.appName');
  const leave = settings.draw('meta.appUrl');
  leave();
  settings.set('meta.appName', '');
  await settings.save();
  settings.notifyHiddenErrors();
  assert.equal(told(), [`${labels['meta.appUrl']}: Cannot be blank.`]);
});

test('six asterisks are not accepted as a value', async () => {
  const settings = await openedMail();
  settings.set('meta.senderName', mask);
  assert.not(await settings.save());
  assert.equal(Object.keys(settings.state.errors), ['meta.senderName']);
  assert.equal(callsOf(backend), []);
});

test.run();
