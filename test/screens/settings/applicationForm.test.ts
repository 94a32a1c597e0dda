import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createApplicationForm } from '../../../ui/screens/settings/applicationForm';
import * as app from '../../../ui/state/app';
import { type FakeBackend, failure } from '../../support/backend';
import { callsOf, closeScene, routes, type Server, startScene, told } from './settingsScene';

let backend: FakeBackend;
let server: Server;

async function opened() {
  const settings = createApplicationForm();
  await settings.load();
  backend.calls.length = 0;
  return settings;
}

const shown = () => [app.state.appName, app.state.hidesControls, document.title];

test.before.each(() => {
  ({ backend, server } = startScene());
  app.adopt({ appName: 'Acme', hideControls: false });
  app.setPageName('Application settings');
});
test.after.each(closeScene);

test('the page title and the controls change only after a save', async () => {
  const settings = await opened();
  settings.set('meta.appName', 'Mine');
  settings.set('meta.hideControls', true);
  assert.equal(shown(), ['Acme', false, 'Application settings - Acme - Lowline']);
  assert.ok(await settings.save());
  assert.equal(callsOf(backend), ['GET', 'PATCH {"meta":{"appName":"Mine","hideControls":true}}']);
  assert.equal(shown(), ['Mine', true, 'Application settings - Mine - Lowline']);
  assert.equal(told(), ['Successfully saved application settings.']);
});

test("the page title and the controls follow another admin's save too", async () => {
  const settings = await opened();
  server.change({ meta: { hideControls: true } });
  settings.set('meta.appName', 'Mine');
  assert.ok(await settings.save());
  assert.equal(shown(), ['Mine', true, 'Application settings - Mine - Lowline']);
});

test('the page title and the controls stay without a save', async () => {
  const settings = await opened();
  backend.answer(routes.write, failure(400, 'No.'));
  settings.set('meta.appName', 'Mine');
  assert.not(await settings.save());
  assert.equal(shown(), ['Acme', false, 'Application settings - Acme - Lowline']);
});

for (const [path, label] of [
  ['meta.appName', 'Application name'],
  ['meta.appUrl', 'Application URL'],
] as const) {
  test(`the ${label} is required`, async () => {
    const settings = await opened();
    assert.is(settings.labels[path], label);
    settings.set(path, '  ');
    assert.not(await settings.save());
    assert.equal(Object.keys(settings.state.errors), [path]);
    assert.equal(callsOf(backend), []);
  });
}

test.run();
