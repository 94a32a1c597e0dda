import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cancelReads } from '../../ui/api/client';
import * as app from '../../ui/state/app';
import * as toasts from '../../ui/state/toasts';
import { connect } from '../api/connect';
import { failure, fakeBackend } from '../support/backend';
import { resetDom } from '../support/dom';
import { settings } from '../support/samples';

const route = 'GET /api/settings';
let warned = mock.fn();

test.before.each(() => {
  resetDom();
  app.setPageName('');
  app.forget();
  warned = mock.fn();
  mock.method(console, 'warn', warned);
});
test.after.each(() => mock.restoreAll());

const titles: Array<[page: string, appName: string, title: string]> = [
  ['', '', 'Lowline'],
  ['posts', '', 'posts - Lowline'],
  ['', 'Acme', 'Acme - Lowline'],
  ['posts', 'Acme', 'posts - Acme - Lowline'],
  ['<b>', '&amp;', '<b> - &amp; - Lowline'],
];

for (const [page, appName, title] of titles) {
  test(`the title of the page "${page}" of the application "${appName}" is "${title}"`, () => {
    app.setPageName(page);
    app.adopt({ appName, hideControls: false });
    assert.is(document.title, title);
  });
}

for (const [hideControls, hides] of [
  [true, true],
  [null, false],
  [undefined, false],
]) {
  test(`controls are ${hides ? '' : 'not '}hidden by ${hideControls}; the next visitor sees nothing of it`, async () => {
    connect(fakeBackend({ [route]: { meta: { ...settings.meta, hideControls } } }), 't');
    app.setPageName('posts');
    await app.loadMeta();
    assert.equal([app.state.appName, app.state.hidesControls], ['Acme', hides]);
    assert.is(document.title, 'posts - Acme - Lowline');
    app.forget();
    assert.equal([app.state.appName, app.state.hidesControls], ['', false]);
    assert.is(document.title, 'posts - Lowline');
  });
}

test('a failure to read the settings is logged without a message to the user', async () => {
  connect(fakeBackend({ [route]: failure(500, 'Oops.') }), 't');
  await app.loadMeta();
  assert.is(app.state.appName, '');
  assert.is(warned.mock.callCount(), 1);
  assert.equal(toasts.state.items, []);
});

test('a cancelled read of the settings is no failure', async () => {
  const backend = fakeBackend({ [route]: { meta: settings.meta } });
  connect(backend, 't');
  backend.hold(route);
  const loading = app.loadMeta();
  cancelReads();
  await loading;
  assert.is(warned.mock.callCount(), 0);
});

test.run();
