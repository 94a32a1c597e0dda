import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Changes } from '../../../ui/state/settings/settingsChanges';
import { createSettingsForm } from '../../../ui/state/settings/settingsForm';
import { requiredErrors } from '../../../ui/state/settings/settingsRules';
import * as toasts from '../../../ui/state/toasts';
import { settle } from '../../api/connect';
import {
  callsOf,
  closeScene,
  mask,
  routes,
  type Server,
  startScene,
  storedSecret,
  told,
} from '../../screens/settings/settingsScene';
import { type FakeBackend, failure, html, networkError } from '../../support/backend';

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
const wrongUrl = { code: 'validation_is_url', message: 'Must be a valid URL.' };
const refused = (data: object) => failure(400, 'An error occurred while submitting the form.', data);

test.before.each(() => {
  ({ backend, server } = startScene({ smtp: { password: storedSecret } }));
});
test.after.each(closeScene);

test("the form holds the server's values, numbers as text, and is unchanged", async () => {
  const loaded: string[] = [];
  const settings = createSettingsForm({
    part: 'mail',
    labels: {},
    savedText,
    onLoaded: ({ meta }) => loaded.push(meta.senderName),
  });
  assert.equal(
    [settings.state.status, settings.state.stored, settings.isChanged()],
    ['loading', null, false],
  );
  await settings.load();
  assert.equal([settings.state.status, settings.isChanged()], ['ready', false]);
  assert.equal(loaded, ['Support']);
  assert.is(settings.valueAt('smtp.port'), '587');
  assert.is(settings.state.stored?.smtp.port, 587);
  assert.is(settings.valueAt('smtp.password'), mask);
  // @ts-expect-error The compiler knows the paths.
  assert.is(settings.valueAt('smtp.none'), undefined);
});

for (const [what, given, kind] of [
  ['an error response', failure(400, 'Not now.'), 'refused'],
  ['no response', networkError, 'unreachable'],
  ['a response of another program', html(200, '<p>A portal</p>'), 'unreadable'],
] as const) {
  test(`after ${what} the load can be retried, and no toast repeats the shown error`, async () => {
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

test('a load cancelled by a newer one reports nothing and changes nothing', async () => {
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

test('an edit sets the value at its path, and removes only the error there', async () => {
  const settings = await opened({
    check: (values) => requiredErrors(values, ['meta.appName', 'meta.appUrl']),
  });
  settings.set('meta.appName', '');
  settings.set('meta.appUrl', ' ');
  assert.not(await settings.save());
  assert.equal(settings.state.errors, { 'meta.appName': blank, 'meta.appUrl': blank });
  assert.equal(callsOf(backend), []);
  settings.set('meta.appName', 'N');
  assert.equal(settings.state.errors, { 'meta.appUrl': blank });
  assert.ok(settings.isChanged());
  settings.clearErrors('meta');
  assert.equal(settings.state.errors, {});
  assert.is(settings.valueAt('meta.appUrl'), ' ');
  settings.set('meta.appName', 'Acme');
  settings.set('meta.appUrl', 'http://localhost:8090');
  assert.not(settings.isChanged());
});

test('a save reads again, sends only the changed keys and reports success', async () => {
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

test('a value that only someone else changed is taken and shown without a question', async () => {
  const settings = await opened();
  server.change({ meta: { appUrl: 'http://theirs' } });
  settings.set('meta.appName', 'Mine');
  assert.ok(await settings.save());
  assert.equal(callsOf(backend), ['GET', 'PATCH {"meta":{"appName":"Mine"}}']);
  assert.is(settings.valueAt('meta.appUrl'), 'http://theirs');
});

test('two admins who save different settings of one group both keep their changes', async () => {
  const mine = await openedMail();
  const theirs = await opened();
  mine.set('meta.senderName', 'From me');
  theirs.set('meta.appName', 'From them');
  assert.ok(await theirs.save());
  assert.ok(await mine.save());
  const { appName, senderName } = server.held['meta'] as Record<string, unknown>;
  assert.equal([appName, senderName], ['From them', 'From me']);
});

test('the same change by both is not sent again and counts as saved', async () => {
  const settings = await opened();
  settings.set('meta.appName', 'Both');
  server.change({ meta: { appName: 'Both', appUrl: 'http://theirs' } });
  assert.ok(await settings.save());
  assert.equal(callsOf(backend), ['GET']);
  assert.equal(told(), [savedText]);
  assert.equal([settings.isChanged(), settings.valueAt('meta.appUrl')], [false, 'http://theirs']);
});

/** Both persons changed the name, and I also changed the URL; the question is open. */
async function conflicting(given: Given = {}, [base, mine, theirs] = ['Acme', 'Mine', 'Theirs']) {
  const settings = await opened(given);
  settings.set('meta.appName', 'Mine');
  settings.set('meta.appUrl', 'http://mine');
  server.change({ meta: { appName: 'Theirs' } });
  const saving = settings.save();
  await settle();
  const asked = [{ name: 'meta.appName', label: labels['meta.appName'], base, mine, theirs }];
  assert.equal(settings.state.conflicts, asked);
  assert.equal(callsOf(backend), ['GET']);
  return { settings, saving };
}

for (const [choice, sent, name] of [
  ['mine', { appName: 'Mine', appUrl: 'http://mine' }, 'Mine'],
  ['theirs', { appUrl: 'http://mine' }, 'Theirs'],
] as const) {
  test(`for a value that both changed, the person can choose ${choice}`, async () => {
    const { settings, saving } = await conflicting();
    settings.resolveConflicts({ 'meta.appName': choice });
    assert.ok(await saving);
    assert.is(settings.state.conflicts, null);
    // The choice takes time, so the settings are read once more.
    assert.equal(callsOf(backend), ['GET', `PATCH ${JSON.stringify({ meta: sent })}`]);
    assert.equal([settings.valueAt('meta.appName'), settings.isChanged()], [name, false]);
  });
}

test('only a value that changes again during the question is asked about again', async () => {
  const { settings, saving } = await conflicting();
  server.change({ meta: { appName: 'Theirs again', senderName: 'Theirs' } });
  settings.resolveConflicts({ 'meta.appName': 'mine' });
  await settle();
  const asked = [
    {
      name: 'meta.appName',
      label: labels['meta.appName'],
      base: 'Theirs',
      mine: 'Mine',
      theirs: 'Theirs again',
    },
  ];
  assert.equal(settings.state.conflicts, asked);
  assert.equal(callsOf(backend), ['GET']);
  settings.resolveConflicts({ 'meta.appName': 'mine' });
  assert.ok(await saving);
  assert.equal(callsOf(backend), ['GET', 'PATCH {"meta":{"appName":"Mine","appUrl":"http://mine"}}']);
  assert.is((server.held['meta'] as { senderName: string }).senderName, 'Theirs');
});

test('cancelling the question sends nothing and keeps the typed values', async () => {
  const { settings, saving } = await conflicting();
  settings.cancelConflicts();
  assert.not(await saving);
  assert.equal([settings.state.conflicts, callsOf(backend), told()], [null, [], []]);
  assert.equal([settings.valueAt('meta.appName'), settings.valueAt('meta.appUrl')], ['Mine', 'http://mine']);
  assert.ok(settings.isChanged());
  assert.not(settings.state.isSaving);
});

test('the check before sending knows the choice, and No keeps the typed values', async () => {
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
  settings.discard();
  settings.set('meta.appUrl', 'http://mine');
  assert.ok(await settings.save());
  assert.equal(callsOf(backend), ['GET', 'PATCH {"meta":{"appUrl":"http://mine"}}']);
});

test('a server error is at its path, and the typed values stay', async () => {
  const settings = await opened();
  backend.answerOnce(routes.write, refused({ meta: { appUrl: wrongUrl } }));
  settings.set('meta.appUrl', 'nowhere');
  assert.not(await settings.save());
  assert.equal(settings.state.errors, { 'meta.appUrl': wrongUrl });
  assert.equal(told(), ['An error occurred while submitting the form.']);
  assert.equal([settings.valueAt('meta.appUrl'), settings.isChanged()], ['nowhere', true]);
  assert.ok(await settings.save());
  assert.equal(settings.state.errors, {});
});

test('errors in settings of other pages are reported with their paths', async () => {
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
  assert.equal(settings.state.errors['meta.appUrl'], wrongUrl);
});

test('a save without a response keeps the typed values, whichever call failed', async () => {
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

test('an unknown path does not compile', async () => {
  const settings = await openedMail();
  settings.set('smtp.host', 'mail.example.com');
  assert.is(settings.valueAt('smtp.host'), 'mail.example.com');
  const mistakes = () => {
    // @ts-expect-error A typing mistake.
    settings.set('smtp.hots', 'mail.example.com');
    // @ts-expect-error A group is no setting.
    settings.set('smtp', {});
    // @ts-expect-error It belongs to another page.
    settings.set('s3.region', 'eu');
    // @ts-expect-error A label needs a setting, too.
    createSettingsForm({ part: 'mail', labels: { 'smtp.hots': 'Host' }, savedText });
  };
  assert.type(mistakes, 'function');
});

test('a second save during the first does nothing', async () => {
  const settings = await opened();
  settings.set('meta.appName', 'Mine');
  const release = backend.hold(routes.read);
  const first = settings.save();
  assert.ok(settings.state.isSaving);
  assert.not(await settings.save());
  release();
  assert.ok(await first);
  assert.equal(callsOf(backend), ['GET', 'PATCH {"meta":{"appName":"Mine"}}']);
});

test('a reset restores the saved values and removes the errors', async () => {
  const settings = await opened({ check: (values) => requiredErrors(values, ['meta.appName']) });
  settings.set('meta.appName', 'Saved');
  await settings.save();
  settings.set('meta.appName', '');
  await settings.save();
  settings.discard();
  assert.equal(
    [settings.valueAt('meta.appName'), settings.state.errors, settings.isChanged()],
    ['Saved', {}, false],
  );
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

test('a check gets the saved values, because the server has accepted them', async () => {
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

test("the question uses the words of the setting's input", async () => {
  const hidden = 'meta.hideControls';
  const texts = {
    'meta.appName': (value: unknown) => `called ${value}`,
    [hidden]: () => 'never asked about',
  };
  const { settings } = await conflicting({ texts }, ['called Acme', 'called Mine', 'called Theirs']);
  settings.cancelConflicts();
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

test("after a refusal the form is based on the server's values, so typing them again counts as a change", async () => {
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

test('No after a choice keeps the typed values', async () => {
  const { settings, saving } = await conflicting({ maySend: async () => false });
  server.change({ meta: { appUrl: 'http://theirs' } });
  settings.resolveConflicts({ 'meta.appName': 'theirs' });
  await settle();
  settings.cancelConflicts();
  assert.not(await saving);
  assert.equal([settings.valueAt('meta.appName'), settings.valueAt('meta.appUrl')], ['Mine', 'http://mine']);
});

test('six asterisks are not accepted as a value', async () => {
  const settings = await openedMail();
  settings.set('meta.senderName', mask);
  assert.not(await settings.save());
  assert.equal(Object.keys(settings.state.errors), ['meta.senderName']);
  assert.equal(callsOf(backend), []);
});

test('each failed save is counted, even if it fails like the one before', async () => {
  const settings = await opened({ check: () => ({ 'meta.appName': { code: 'x', message: 'No.' } }) });
  settings.set('meta.appName', '');
  await settings.save();
  await settings.save();
  assert.is(settings.state.refusals, 2);
});

test('after the page is closed, a load changes nothing', async () => {
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
