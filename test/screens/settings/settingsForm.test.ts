import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Changes } from '../../../ui/screens/settings/settingsChanges';
import { createSettingsForm } from '../../../ui/screens/settings/settingsForm';
import { requiredErrors } from '../../../ui/screens/settings/settingsRules';
import * as toasts from '../../../ui/state/toasts';
import { settle } from '../../api/connect';
import { type FakeBackend, failure, html, networkError } from '../../support/backend';
import {
  callsOf,
  closeScene,
  mask,
  routes,
  type Server,
  startScene,
  storedSecret,
  told,
} from './settingsScene';

let backend: FakeBackend;
let server: Server;

const savedText = 'Successfully saved.';
const labels = { 'meta.appName': 'Application name', 'meta.appUrl': 'Application URL' };
type Given = Partial<Parameters<typeof createSettingsForm<'application'>>[0]>;

/** The form of the application, loaded, and no call counted yet. */
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
const wrongUrl = { code: 'validation_is_url', message: 'Must be a valid URL.' };
const refused = (data: object) => failure(400, 'An error occurred while submitting the form.', data);

test.before.each(() => {
  ({ backend, server } = startScene({ smtp: { password: storedSecret } }));
});
test.after.each(closeScene);

test('it holds what the server holds, as text where it is typed, and nothing has changed', async () => {
  const loaded: string[] = [];
  const settings = createSettingsForm({
    part: 'mail',
    labels,
    savedText,
    onLoaded: ({ meta }) => loaded.push(meta.senderName),
  });
  assert.equal([settings.state.status, settings.state.saved, settings.isChanged()], ['loading', null, false]);
  await settings.load();
  assert.equal([settings.state.status, settings.isChanged()], ['ready', false]);
  assert.equal(loaded, ['Support']);
  assert.is(settings.valueAt('smtp.port'), '587');
  assert.is(settings.state.saved?.smtp.port, 587);
  assert.is(settings.valueAt('smtp.password'), mask);
  assert.is(settings.valueAt('smtp.none'), undefined);
});

for (const [what, given, kind] of [
  ['an answer', failure(400, 'Not now.'), 'refused'],
  ['no answer', networkError, 'unreachable'],
  ['an answer of something else', html(200, '<p>A portal</p>'), 'unreadable'],
] as const) {
  test(`after ${what} it can be loaded again, and no toast repeats what is drawn`, async () => {
    backend.answerOnce(routes.read, given);
    const settings = await opened();
    assert.equal(
      [settings.state.status, settings.state.loadError?.kind, told(), settings.isChanged()],
      ['failed', kind, [], false],
    );
    assert.not(await settings.save());
    assert.equal(callsOf(backend), []);
    await settings.load();
    assert.equal([settings.state.status, settings.state.loadError], ['ready', null]);
    assert.is(settings.valueAt('meta.appName'), 'Acme');
  });
}

test('a load that a newer one cancels says nothing and undoes nothing', async () => {
  const settings = createSettingsForm({ part: 'application', labels, savedText });
  const release = backend.hold(routes.read);
  const older = settings.load();
  const newer = settings.load();
  await older;
  assert.equal([settings.state.status, told()], ['loading', []]);
  release();
  await newer;
  assert.is(settings.state.status, 'ready');
});

test('what is typed stands at its path, and takes away what was wrong there and no other fault', async () => {
  const settings = await opened({
    check: (values) => requiredErrors(values, ['meta.appName', 'meta.appUrl']),
  });
  settings.set('meta.appName', '');
  settings.set('meta.appUrl', ' ');
  assert.not(await settings.save());
  assert.equal(settings.form.state.errors, { 'meta.appName': blank, 'meta.appUrl': blank });
  assert.equal(callsOf(backend), []);
  settings.set('meta.appName', 'N');
  assert.equal(settings.form.state.errors, { 'meta.appUrl': blank });
  assert.ok(settings.isChanged());
  settings.clearErrors('meta');
  assert.equal(settings.form.state.errors, {});
  assert.is(settings.valueAt('meta.appUrl'), ' ');
  settings.set('meta.appName', 'Acme');
  settings.set('meta.appUrl', 'http://localhost:8090');
  assert.not(settings.isChanged());
});

test('it is read again, then the changed keys alone are sent, and success is told', async () => {
  const heard: [string, Changes][] = [];
  const settings = await opened({ onSaved: ({ meta }, changes) => heard.push([meta.appName, changes]) });
  toasts.error('An older one complains.');
  settings.set('meta.appName', 'Mine');
  assert.ok(await settings.save());
  assert.equal(callsOf(backend), ['GET', 'PATCH {"meta":{"appName":"Mine"}}']);
  assert.equal(
    toasts.state.items.map(({ kind, message }) => `${kind}: ${message}`),
    [`success: ${savedText}`],
  );
  assert.equal(heard, [['Mine', { meta: { appName: 'Mine' } }]]);
  assert.not(settings.isChanged());
});

test('a stored secret is never sent back, and a new one is not read back', async () => {
  const settings = await openedMail();
  settings.set('smtp.port', '25');
  assert.ok(await settings.save());
  assert.equal(callsOf(backend), ['GET', 'PATCH {"smtp":{"port":25}}']);
  settings.set('smtp.password', 'new');
  assert.ok(await settings.save());
  assert.equal(callsOf(backend), ['GET', 'PATCH {"smtp":{"password":"new"}}']);
  assert.is(settings.valueAt('smtp.password'), mask);
  assert.equal(server.held['smtp'], { ...(server.held['smtp'] as object), port: 25, password: 'new' });
});

test('what only someone else changed stays and is shown, and nobody is asked', async () => {
  const settings = await opened();
  server.change({ meta: { appUrl: 'http://theirs' } });
  settings.set('meta.appName', 'Mine');
  assert.ok(await settings.save());
  assert.equal(callsOf(backend), ['GET', 'PATCH {"meta":{"appName":"Mine"}}']);
  assert.is(settings.valueAt('meta.appUrl'), 'http://theirs');
});

test('two admins who change different settings of one group one after the other both keep their change', async () => {
  const mine = await openedMail();
  const theirs = await opened();
  mine.set('meta.senderName', 'From me');
  theirs.set('meta.appName', 'From them');
  assert.ok(await theirs.save());
  assert.ok(await mine.save());
  const { appName, senderName } = server.held['meta'] as Record<string, unknown>;
  assert.equal([appName, senderName], ['From them', 'From me']);
});

test('what was changed alike by someone else is not sent again, and counts as saved', async () => {
  const settings = await opened();
  settings.set('meta.appName', 'Both');
  server.change({ meta: { appName: 'Both', appUrl: 'http://theirs' } });
  assert.ok(await settings.save());
  assert.equal(callsOf(backend), ['GET']);
  assert.equal(told(), [savedText]);
  assert.equal([settings.isChanged(), settings.valueAt('meta.appUrl')], [false, 'http://theirs']);
});

/** Both changed the name, I the address, too; the question stands. */
async function conflicting(given: Given = {}) {
  const settings = await opened(given);
  settings.set('meta.appName', 'Mine');
  settings.set('meta.appUrl', 'http://mine');
  server.change({ meta: { appName: 'Theirs' } });
  const saving = settings.save();
  await settle();
  const asked = [{ path: 'meta.appName', base: 'Acme', mine: 'Mine', theirs: 'Theirs' }];
  assert.equal(settings.state.conflicts, asked);
  assert.equal(callsOf(backend), ['GET']);
  return { settings, saving };
}

for (const [choice, sent, name] of [
  ['mine', { appName: 'Mine', appUrl: 'http://mine' }, 'Mine'],
  ['theirs', { appUrl: 'http://mine' }, 'Theirs'],
] as const) {
  test(`of what both changed ${choice} is kept when the person says so`, async () => {
    const { settings, saving } = await conflicting();
    settings.resolveConflicts({ 'meta.appName': choice });
    assert.ok(await saving);
    assert.is(settings.state.conflicts, null);
    // Choosing takes its time, so what the server holds is read once more.
    assert.equal(callsOf(backend), ['GET', `PATCH ${JSON.stringify({ meta: sent })}`]);
    assert.equal([settings.valueAt('meta.appName'), settings.isChanged()], [name, false]);
  });
}

test('what they change again while the question stands is asked about again, and nothing else', async () => {
  const { settings, saving } = await conflicting();
  server.change({ meta: { appName: 'Theirs again', senderName: 'Theirs' } });
  settings.resolveConflicts({ 'meta.appName': 'mine' });
  await settle();
  const asked = [{ path: 'meta.appName', base: 'Theirs', mine: 'Mine', theirs: 'Theirs again' }];
  assert.equal(settings.state.conflicts, asked);
  assert.equal(callsOf(backend), ['GET']);
  settings.resolveConflicts({ 'meta.appName': 'mine' });
  assert.ok(await saving);
  assert.equal(callsOf(backend), ['GET', 'PATCH {"meta":{"appName":"Mine","appUrl":"http://mine"}}']);
  assert.is((server.held['meta'] as { senderName: string }).senderName, 'Theirs');
});

test('who gives up the question keeps what is typed, and nothing is sent', async () => {
  const { settings, saving } = await conflicting();
  settings.cancelConflicts();
  assert.not(await saving);
  assert.equal([settings.state.conflicts, callsOf(backend), told()], [null, [], []]);
  assert.equal([settings.valueAt('meta.appName'), settings.valueAt('meta.appUrl')], ['Mine', 'http://mine']);
  assert.ok(settings.isChanged());
  assert.not(settings.form.state.isSaving);
});

test('what is asked before sending knows the choice, and a No keeps what is typed', async () => {
  const heard: Changes[] = [];
  let may = false;
  const maySend = async (changes: Changes) => {
    heard.push(changes);
    return may;
  };
  const { settings, saving } = await conflicting({ maySend });
  settings.resolveConflicts({ 'meta.appName': 'theirs' });
  assert.not(await saving);
  assert.equal(heard, [{ meta: { appUrl: 'http://mine' } }]);
  assert.equal([callsOf(backend), told(), settings.isChanged()], [['GET'], [], true]);
  may = true;
  settings.reset();
  settings.set('meta.appUrl', 'http://mine');
  assert.ok(await settings.save());
  assert.equal(callsOf(backend), ['GET', 'PATCH {"meta":{"appUrl":"http://mine"}}']);
});

test('what the server refuses stands at its path, and what is typed stays', async () => {
  const settings = await opened();
  backend.answerOnce(routes.write, refused({ meta: { appUrl: wrongUrl } }));
  settings.set('meta.appUrl', 'nowhere');
  assert.not(await settings.save());
  assert.equal(settings.form.state.errors, { 'meta.appUrl': wrongUrl });
  assert.equal(told(), ['An error occurred while submitting the form.']);
  assert.equal([settings.valueAt('meta.appUrl'), settings.isChanged()], ['nowhere', true]);
  assert.ok(await settings.save());
  assert.equal(settings.form.state.errors, {});
});

test('what is wrong with settings of other pages is told, each by its path', async () => {
  const settings = await opened();
  const data = { meta: { appUrl: wrongUrl, senderName: blank }, s3: { endpoint: blank } };
  backend.answerOnce(routes.write, refused(data));
  settings.set('meta.appUrl', 'nowhere');
  assert.not(await settings.save());
  assert.is(
    told().at(-1),
    'Nothing was saved. Other settings are invalid:\n' +
      'meta.senderName: Cannot be blank.\ns3.endpoint: Cannot be blank.',
  );
  assert.equal(settings.form.state.errors['meta.appUrl'], wrongUrl);
});

test('a save that is not answered keeps what is typed, whichever of its calls it was', async () => {
  const settings = await opened();
  for (const route of [routes.read, routes.write]) {
    settings.set('meta.appName', 'Mine');
    backend.answerOnce(route, networkError);
    assert.not(await settings.save());
    assert.equal([settings.state.status, settings.isChanged()], ['ready', true]);
    assert.is(told().length, 1);
    toasts.closeAll();
  }
  assert.equal(callsOf(backend), ['GET', 'GET', 'PATCH {"meta":{"appName":"Mine"}}']);
  assert.ok(await settings.save());
});

test('a second save while one runs does nothing', async () => {
  const settings = await opened();
  settings.set('meta.appName', 'Mine');
  const release = backend.hold(routes.read);
  const first = settings.save();
  assert.ok(settings.form.state.isSaving);
  assert.not(await settings.save());
  release();
  assert.ok(await first);
  assert.equal(callsOf(backend), ['GET', 'PATCH {"meta":{"appName":"Mine"}}']);
});

test('a reset brings back what was saved last, and takes the faults away', async () => {
  const settings = await opened({ check: (values) => requiredErrors(values, ['meta.appName']) });
  settings.set('meta.appName', 'Saved');
  await settings.save();
  settings.set('meta.appName', '');
  await settings.save();
  settings.reset();
  assert.equal(
    [settings.valueAt('meta.appName'), settings.form.state.errors, settings.isChanged()],
    ['Saved', {}, false],
  );
});

test('what a form is prepared with is no change by itself, and goes along with one', async () => {
  const given: Given = {
    prepare: ({ meta }) => {
      meta.hideControls = true;
    },
  };
  const settings = await opened(given);
  assert.equal([settings.valueAt('meta.hideControls'), settings.isChanged()], [true, false]);
  settings.set('meta.appName', 'Mine');
  settings.reset();
  assert.equal([settings.valueAt('meta.hideControls'), settings.isChanged()], [true, false]);
  settings.set('meta.appName', 'Mine');
  assert.ok(await settings.save());
  assert.equal(callsOf(backend), ['GET', 'PATCH {"meta":{"appName":"Mine","hideControls":true}}']);
});

test('a check is told what was saved, for what nobody touched the server has taken', async () => {
  const heard: string[] = [];
  const settings = await opened({
    check: (values, saved) => {
      heard.push(`${values.meta.appName} after ${saved.meta.appName}`);
      return {};
    },
  });
  settings.set('meta.appName', 'Mine');
  await settings.save();
  assert.equal(heard, ['Mine after Acme']);
});

for (const [value, text] of [
  [mask, 'a stored secret'],
  [true, 'On'],
  [false, 'Off'],
  [null, 'Empty'],
  [undefined, 'Empty'],
  ['', 'Empty'],
  [0, '0'],
  ['text', 'text'],
] as const) {
  test(`in a question ${JSON.stringify(value)} is "${text}"`, () => {
    const settings = createSettingsForm({ part: 'application', labels, savedText });
    assert.is(settings.textOf('meta.appName', value), text);
  });
}

test('a question speaks as the input of the setting does', () => {
  const texts = { 'meta.hideControls': (value: unknown) => (value ? 'Hidden' : 'Shown') };
  const settings = createSettingsForm({ part: 'application', labels, savedText, texts });
  assert.is(settings.textOf('meta.hideControls', true), 'Hidden');
});

test('a fault whose input is not drawn is told, one whose input is drawn is not', async () => {
  const settings = await opened({ check: () => ({ 'meta.appName': blank, 'meta.appUrl': blank }) });
  settings.draw('meta.appName');
  const leave = settings.draw('meta.appUrl');
  leave();
  await settings.save();
  settings.tellHidden();
  assert.equal(told(), [`${labels['meta.appUrl']}: Cannot be blank.`]);
});

test('after a refusal the form shows what the server holds, so that typing it again counts', async () => {
  const settings = await openedMail();
  server.change({ meta: { senderAddress: '' } });
  backend.answerOnce(routes.write, failure(400, 'No.', {}));
  settings.set('meta.senderName', 'Mine');
  assert.not(await settings.save());
  assert.equal([settings.valueAt('meta.senderName'), settings.valueAt('meta.senderAddress')], ['Mine', '']);
  callsOf(backend);
  settings.set('meta.senderAddress', 'support@example.com');
  assert.ok(await settings.save());
  assert.equal(
    callsOf(backend).at(-1),
    'PATCH {"meta":{"senderName":"Mine","senderAddress":"support@example.com"}}',
  );
});

test('who says No after a choice still has what was typed', async () => {
  const { settings, saving } = await conflicting({ maySend: async () => false });
  server.change({ meta: { appUrl: 'http://theirs' } });
  settings.resolveConflicts({ 'meta.appName': 'theirs' });
  await settle();
  settings.cancelConflicts();
  assert.not(await saving);
  assert.equal([settings.valueAt('meta.appName'), settings.valueAt('meta.appUrl')], ['Mine', 'http://mine']);
});

test('six asterisks are no value of one’s own', async () => {
  const settings = await openedMail();
  settings.set('meta.senderName', mask);
  assert.not(await settings.save());
  assert.equal(Object.keys(settings.form.state.errors), ['meta.senderName']);
  assert.equal(callsOf(backend), []);
});

test('each save that something is wrong with is counted, be it the same as before', async () => {
  const settings = await opened({ check: () => ({ 'meta.appName': { code: 'x', message: 'No.' } }) });
  settings.set('meta.appName', '');
  await settings.save();
  await settings.save();
  assert.is(settings.state.refusals, 2);
});

test('when the page is left nothing more comes of a load', async () => {
  const heard: unknown[] = [];
  const settings = createSettingsForm({
    part: 'application',
    labels,
    savedText,
    onLoaded: (saved) => heard.push(saved),
  });
  const release = backend.hold(routes.read);
  const loading = settings.load();
  settings.close();
  release();
  await loading;
  assert.equal([heard, settings.state.status, told()], [[], 'loading', []]);
});

test.run();
