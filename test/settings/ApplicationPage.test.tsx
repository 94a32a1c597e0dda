import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { followFocus } from '../../ui/base/focus';
import { PageLinks } from '../../ui/kit/layout/PageLinks';
import { listenForKeys } from '../../ui/page/commandKeys';
import * as unsaved from '../../ui/page/forms/unsaved';
import * as app from '../../ui/page/pageTitle';
import * as connection from '../../ui/page/session/connection';
import { ApplicationPage } from '../../ui/settings/ApplicationPage';
import { type FakeBackend, failure, networkError } from '../support/backend';
import { act, click, eventually, focus, mount, rest, type } from '../support/render';
import { bar, button, input, isInvalid, open, press, saveByButton, submit } from './pages';
import { callsOf, closeScene, routes, type Server, startScene, told } from './settingsScene';

let backend: FakeBackend;
let server: Server;
const name = 'Application name*';
const patch = 'PATCH {"meta":{"appName":"Mine"}}';

test.before(() => void listenForKeys());

test.before.each(() => {
  ({ backend, server } = startScene());
});
test.after.each(async () => {
  mount(null).unmount();
  closeScene();
  await rest();
});

test('a failed page loads again when the server is back, a loaded page does not', async () => {
  backend.answerOnce(routes.read, failure(400, 'Not now.'));
  backend.answerOnce(routes.read, networkError);
  const view = await open(<ApplicationPage />);
  assert.match(view.find('[role="alert"]').textContent ?? '', /^The settings could not be loaded\.Not now\./);
  press('Retry');
  await rest();
  assert.equal([view.findAll('form').length, told()], [0, []]);
  const back = async () => {
    connection.lost();
    await act(async () => window.dispatchEvent(new Event('online')));
    await rest();
  };
  await back();
  assert.is(input(view, name).value, 'Acme');
  type(input(view, name), 'Mine');
  await back();
  assert.is(input(view, name).value, 'Mine');
});

test('the bar has the links of every page, and while something has changed Cancel and Save', async () => {
  followFocus();
  const hide = 'Hide collection create and edit controls';
  const view = await open(
    <PageLinks value={<a href="#/docs">Docs</a>}>
      <ApplicationPage />
    </PageLinks>,
  );
  assert.equal([bar(view), unsaved.hasAny()], ['Docs', false]);
  type(input(view, name), 'Mine');
  click(input(view, hide));
  await rest();
  assert.equal([bar(view), unsaved.hasAny()], ['2 unsaved changesCancelSave changes', true]);
  press('Cancel');
  await rest();
  assert.equal([bar(view), unsaved.hasAny(), callsOf(backend)], ['Docs', false, ['GET']]);
  assert.equal([input(view, name).value, input(view, hide).checked], ['Acme', false]);
});

for (const [how, save] of [
  ['Enter', submit],
  ['the button', saveByButton],
] as const) {
  test(`${how} saves the changes, and the bar disappears`, async () => {
    const view = await open(<ApplicationPage />);
    type(input(view, name), 'Mine');
    await rest();
    await save(view);
    assert.equal(callsOf(backend).slice(1), ['GET', patch]);
    assert.equal(
      [bar(view), unsaved.hasAny(), told()],
      ['', false, ['Successfully saved application settings.']],
    );
  });
}

test('during a save nothing can be typed, cancelled or saved again', async () => {
  const view = await open(<ApplicationPage />);
  type(input(view, name), 'Mine');
  await rest();
  const release = backend.hold(routes.write);
  await saveByButton(view);
  assert.ok(input(view, name).readOnly);
  assert.ok(input(view, 'Application URL*').readOnly);
  assert.ok(input(view, 'Hide collection create and edit controls').disabled);
  assert.ok(button('Cancel')?.disabled);
  assert.is(button('Save changes')?.getAttribute('aria-busy'), 'true');
  await submit(view);
  release();
  await rest();
  assert.equal(callsOf(backend), ['GET', 'GET', patch]);
  assert.not(input(view, name).readOnly);
});

test('an error is at its input, which gets the focus, and typing removes it', async () => {
  const view = await open(<ApplicationPage />);
  type(input(view, 'Application URL*'), ' ');
  await rest();
  focus(input(view, name));
  await submit(view);
  await eventually(() => document.activeElement === input(view, 'Application URL*'), true);
  assert.equal([isInvalid(view, name), isInvalid(view, 'Application URL*')], [false, true]);
  assert.match(view.text(), /Cannot be blank\./);
  assert.equal(callsOf(backend), ['GET']);
  type(input(view, 'Application URL*'), 'http://a.b');
  await rest();
  assert.not(isInvalid(view, 'Application URL*'));
});

test('the page title and the controls follow a save, mine and that of others, and nothing else', async () => {
  app.setMeta({ appName: 'Acme', hideControls: false });
  app.setPageName('Application settings');
  const shown = () => [app.state.appName, app.state.hidesControls, document.title];
  const before = ['Acme', false, 'Application settings - Acme - Lowline'];
  const view = await open(<ApplicationPage />);
  type(input(view, name), 'Mine');
  await rest();
  assert.equal(shown(), before);
  backend.answerOnce(routes.write, failure(400, 'No.'));
  await submit(view);
  assert.equal(shown(), before);
  server.change({ meta: { hideControls: true } });
  await submit(view);
  assert.equal(shown(), ['Mine', true, 'Application settings - Mine - Lowline']);
});

test.run();
