// The forms of the settings on real servers: what is read and sent, and how two admins affect each other.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as api from '../../ui/api/settings';
import { redacted, settingsAnswer } from '../../ui/model/settings';
import { createApplicationForm } from '../../ui/screens/settings/applicationForm';
import { createMailForm } from '../../ui/screens/settings/mail/mailForm';
import { createTokensForm } from '../../ui/screens/settings/tokensForm';
import * as app from '../../ui/state/app';
import { valueAt } from '../../ui/state/settings/settingsChanges';
import type { SettingsForm } from '../../ui/state/settings/settingsForm';
import * as toasts from '../../ui/state/toasts';
import { type ConnectedClient, sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';
import {
  bodiesOf,
  callsDuring,
  opened,
  saveWith,
  settingsForms,
  told,
  type,
} from '../support/settingsOnServer';
import { askServer, eventually } from '../support/walk';

const parts = Object.keys(settingsForms) as (keyof typeof settingsForms)[];
const formOf = (part: keyof typeof settingsForms): SettingsForm => settingsForms[part]();

for (const { name, binary } of backends('contract')) {
  const server = sharedBackend(binary);
  const settingsNow = async () => (await askServer(await server.backend(), 'settings')).json;

  function scene(sentence: string, act: (client: ConnectedClient) => Promise<void>): void {
    test(`${name}: ${sentence}`, async () => act(await server.connect()));
  }

  test.after.each(() => toasts.closeAll());
  test.after(server.stop);

  scene('reads every part completely and in the requested shape', async () => {
    for (const part of parts) {
      const settings = await api.read(part);
      assert.equal(Object.keys(settings).sort(), settingsAnswer(part).groups.sort(), part);
    }
  });

  scene('sends a secret once, and never its mask', async () => {
    for (const [part, values, sent] of [
      ['mail', { 'smtp.password': 'a password' }, { smtp: { password: 'a password' } }],
      ['storage', { 's3.secret': 'a secret' }, { s3: { secret: 'a secret' } }],
      [
        'authProviders',
        { 'googleAuth.clientId': 'an id', 'googleAuth.clientSecret': 'a secret' },
        { googleAuth: { enabled: true, clientId: 'an id', clientSecret: 'a secret' } },
      ],
    ] as const) {
      const form = await opened(formOf(part));
      assert.equal(bodiesOf(await callsDuring(() => saveWith(form, values))), [sent]);
      const secretPath = Object.keys(values).at(-1) ?? '';
      assert.is(valueAt(form.state.form, secretPath), redacted);
      assert.equal(bodiesOf(await callsDuring(form.save)), []);
    }
  });

  for (const part of parts) {
    scene(`sends nothing of ${part} when nothing has changed`, async () => {
      const form = formOf(part);
      const calls = await callsDuring(() => opened(form));
      assert.equal(
        calls.map(({ method, path }) => `${method} ${path}`),
        ['GET settings'],
      );
      assert.is(calls[0]?.query['fields'], settingsAnswer(part).groups.join());
      assert.not(form.isChanged());
      assert.equal(await callsDuring(form.save), []);
    });
  }

  for (const [part, values, sent] of [
    ['application', { 'meta.appName': 'Café <b>&</b> 😀' }, { meta: { appName: 'Café <b>&</b> 😀' } }],
    ['application', { 'meta.hideControls': true }, { meta: { hideControls: true } }],
    ['mail', { 'smtp.port': '2525' }, { smtp: { port: 2525 } }],
    ['mail', { 'smtp.authMethod': 'LOGIN', 'smtp.tls': true }, { smtp: { authMethod: 'LOGIN', tls: true } }],
    [
      'mail',
      { 'meta.resetPasswordTemplate.subject': 'New password' },
      { meta: { resetPasswordTemplate: { subject: 'New password' } } },
    ],
    ['storage', { 's3.region': 'eu-west-1' }, { s3: { region: 'eu-west-1' } }],
    ['tokens', { 'recordFileToken.duration': '5' }, { recordFileToken: { duration: 5 } }],
    ['tokens', { 'adminFileToken.duration': '63072000' }, { adminFileToken: { duration: 63_072_000 } }],
    ['authProviders', { 'googleAuth.clientId': 'another' }, { googleAuth: { clientId: 'another' } }],
    ['authProviders', { 'googleAuth.enabled': false }, { googleAuth: { enabled: false } }],
  ] as const) {
    scene(`sends ${JSON.stringify(values)} only, and changes nothing else`, async () => {
      const before = await settingsNow();
      const form = await opened(formOf(part));
      const calls = await callsDuring(() => saveWith(form, values));
      assert.equal(bodiesOf(calls), [sent]);
      assert.equal(calls.length, 2, 'one to read again, one to change');
      for (const [path, value] of Object.entries(values)) assert.is(valueAt(form.state.form, path), value);
      assert.not(form.isChanged());
      assert.equal(await settingsNow(), merged(before, sent));
      assert.match(told().join(), /^Successfully (saved|updated) /);
    });
  }

  scene('the page follows the name and the switch of the application', async () => {
    const form = await opened(createApplicationForm());
    await saveWith(form, { 'meta.appName': 'House', 'meta.hideControls': false });
    assert.equal([app.state.appName, app.state.hidesControls], ['House', false]);
    assert.is(document.title, 'House - Lowline');
  });

  scene('two admins change different keys of a group, on different pages and on the same', async () => {
    const application = await opened(createApplicationForm());
    const [mine, theirs] = [await opened(createMailForm()), await opened(createMailForm())];
    await saveWith(application, { 'meta.appName': 'Theirs' });
    await saveWith(theirs, {
      'meta.verificationTemplate.subject': 'Theirs {APP_NAME}',
      'smtp.host': '127.0.0.1',
    });
    await saveWith(mine, {
      'meta.verificationTemplate.body': 'Mine {ACTION_URL}',
      'meta.senderName': 'Mine',
    });
    const { meta, smtp } = await settingsNow();
    assert.equal([meta.appName, meta.senderName, smtp.host], ['Theirs', 'Mine', '127.0.0.1']);
    assert.equal(
      [meta.verificationTemplate.subject, meta.verificationTemplate.body],
      ['Theirs {APP_NAME}', 'Mine {ACTION_URL}'],
    );
    assert.is(mine.valueAt('meta.verificationTemplate.subject'), 'Theirs {APP_NAME}', 'theirs is shown');
    assert.not(mine.isChanged());
  });

  /** Both have changed the port, and mine the name too; returns mine while it asks. */
  async function conflict() {
    const [mine, theirs] = [await opened(createMailForm()), await opened(createMailForm())];
    const base = Number(mine.valueAt('smtp.port'));
    await saveWith(theirs, { 'smtp.port': String(base + 1) });
    toasts.closeAll();
    type(mine, { 'smtp.port': String(base + 2), 'meta.senderName': `Sender ${base}` });
    const saving = mine.save();
    const port = { base: `${base}`, mine: `${base + 2}`, theirs: `${base + 1}` };
    const asked = { name: 'smtp.port', label: mine.labels['smtp.port'], ...port };
    await eventually<unknown>(() => mine.state.conflicts, [asked]);
    return { mine, theirs, saving, base };
  }

  for (const [choice, more] of [
    ['mine', 2],
    ['theirs', 1],
  ] as const) {
    scene(`keeps ${choice} of a key that both changed, if that is the choice`, async () => {
      const { mine, saving, base } = await conflict();
      const calls = await callsDuring(async () => {
        mine.resolveConflicts({ 'smtp.port': choice });
        assert.ok(await saving);
      });
      const meta = { senderName: `Sender ${base}` };
      assert.equal(bodiesOf(calls), [choice === 'mine' ? { meta, smtp: { port: base + 2 } } : { meta }]);
      const { smtp } = await settingsNow();
      assert.is(smtp.port, base + more);
      assert.is(mine.valueAt('smtp.port'), String(base + more));
      assert.equal([mine.isChanged(), mine.state.conflicts], [false, null]);
    });
  }

  scene('keeps what is typed without a choice, and asks again', async () => {
    const { mine, saving, base } = await conflict();
    const before = await settingsNow();
    const calls = await callsDuring(async () => {
      mine.cancelConflicts();
      assert.not(await saving);
    });
    assert.equal([calls, told()], [[], []]);
    assert.ok(mine.isChanged());
    assert.is(mine.valueAt('smtp.port'), String(base + 2));
    assert.equal(await settingsNow(), before);
    const again = mine.save();
    await eventually(() => mine.state.conflicts?.length, 1);
    mine.resolveConflicts({ 'smtp.port': 'mine' });
    assert.ok(await again);
    assert.is((await settingsNow()).smtp.port, base + 2);
  });

  scene('asks again if others save during the question', async () => {
    const { mine, theirs, saving, base } = await conflict();
    await saveWith(theirs, { 'smtp.port': String(base + 3), 'smtp.localName': 'theirs.example.com' });
    mine.resolveConflicts({ 'smtp.port': 'mine' });
    await eventually(() => mine.state.conflicts?.[0]?.theirs, `${base + 3}`);
    assert.is((await settingsNow()).smtp.port, base + 3);
    mine.resolveConflicts({ 'smtp.port': 'mine' });
    assert.ok(await saving);
    const { smtp } = await settingsNow();
    assert.equal([smtp.port, smtp.localName], [base + 2, 'theirs.example.com']);
  });

  scene('asks nothing if both changed a key to the same value', async () => {
    const [mine, theirs] = [await opened(createTokensForm()), await opened(createTokensForm())];
    const values = { 'recordEmailChangeToken.duration': '777' };
    await saveWith(theirs, values);
    assert.equal(bodiesOf(await callsDuring(() => saveWith(mine, values))), []);
  });

  scene('reports settings that cannot be read without a session, and keeps the reason', async (client) => {
    client.token = '';
    for (const part of parts) {
      const form = formOf(part);
      await form.load();
      assert.equal([form.state.status, form.state.loadError?.status], ['failed', 401], part);
    }
    const reason = 'The request requires valid admin authorization token to be set.';
    assert.equal([client.unauthorized, [...new Set(told())]], [parts.length, [reason]]);
  });
}

/** Merges as the server does: values replace values, groups are merged deeply. */
function merged(settings: unknown, changes: unknown): unknown {
  if (typeof changes !== 'object' || changes === null) return changes;
  const group = settings as Record<string, unknown>;
  const inner = Object.entries(changes).map(([key, value]) => [key, merged(group[key], value)]);
  return { ...group, ...Object.fromEntries(inner) };
}

test.run();
