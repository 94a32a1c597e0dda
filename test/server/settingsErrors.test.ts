// Errors in settings on real servers: what is not sent, and where the server's messages are shown.
import '../support/bareWindow';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as api from '../../ui/api/settings';
import { createApplicationForm } from '../../ui/screens/settings/applicationForm';
import { createMailForm } from '../../ui/screens/settings/mail/mailForm';
import { valueAt } from '../../ui/state/settings/settingsChanges';
import type { SettingsForm } from '../../ui/state/settings/settingsForm';
import * as toasts from '../../ui/state/toasts';
import { type ConnectedClient, failureOf, sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';
import {
  callsDuring,
  messagesOf,
  opened,
  providerForm,
  saveWith,
  settingsForms,
  type TypedValues,
  told,
  type,
} from '../support/settingsOnServer';
import { askServer } from '../support/walk';

/** Creates settings that the server would refuse if they were not stored yet. */
const hook = `
routerAdd('POST', '/api/test-no-host', (c) => {
  $app.settings().smtp.enabled = true;
  $app.settings().smtp.host = '';
  return c.noContent(204);
}, $apis.requireAdminAuth());
`;

function takeAnything(dir: string): void {
  writeFileSync(path.join(dir, 'pb_hooks/test_settings.pb.js'), hook);
}

for (const { name, binary } of backends('contract')) {
  const server = sharedBackend(binary, { prepare: takeAnything });
  const settingsNow = async () => (await askServer(await server.backend(), 'settings')).json;

  function scene(sentence: string, act: (client: ConnectedClient) => Promise<void>): void {
    test(`${name}: ${sentence}`, async () => act(await server.connect()));
  }

  test.after.each(() => toasts.closeAll());
  test.after(server.stop);

  const blank = 'Cannot be blank.';
  const bounds = 'Must be from 5 seconds to 730 days.';
  for (const [what, make, values, errors] of [
    ['no name', settingsForms.application, { 'meta.appName': ' ' }, { 'meta.appName': blank }],
    ['no sender', settingsForms.mail, { 'meta.senderName': '' }, { 'meta.senderName': blank }],
    [
      'no mailbox',
      settingsForms.mail,
      { 'meta.senderAddress': 'me' },
      { 'meta.senderAddress': 'Must be a valid email address.' },
    ],
    [
      'a link without its token',
      settingsForms.mail,
      { 'meta.verificationTemplate.actionUrl': '{APP_URL}' },
      { 'meta.verificationTemplate.actionUrl': 'Required parameter {TOKEN} is missing.' },
    ],
    [
      'no port',
      settingsForms.mail,
      { 'smtp.enabled': true, 'smtp.host': '', 'smtp.port': '' },
      { 'smtp.host': blank, 'smtp.port': blank },
    ],
    [
      'a port that none can have',
      settingsForms.mail,
      { 'smtp.port': '65536' },
      { 'smtp.port': 'Must be a whole number from 1 to 65535.' },
    ],
    [
      'a storage without a place',
      settingsForms.storage,
      { 's3.enabled': true, 's3.region': 'x' },
      { 's3.endpoint': blank, 's3.bucket': blank, 's3.accessKey': blank, 's3.secret': blank },
    ],
    [
      '4 seconds',
      settingsForms.tokens,
      { 'recordAuthToken.duration': '4' },
      { 'recordAuthToken.duration': bounds },
    ],
    [
      'too many seconds',
      settingsForms.tokens,
      { 'adminAuthToken.duration': '63072001' },
      { 'adminAuthToken.duration': bounds },
    ],
    [
      'a provider without a client',
      () => providerForm('discord'),
      { 'discordAuth.clientSecret': 'x' },
      { 'discordAuth.clientId': blank },
    ],
    [
      'an address of nothing',
      () => providerForm('gitlab'),
      { 'gitlabAuth.enabled': false, 'gitlabAuth.authUrl': 'gitlab' },
      { 'gitlabAuth.authUrl': 'Must be a valid URL.' },
    ],
  ] as readonly [string, () => SettingsForm, TypedValues, Record<string, string>][]) {
    scene(`does not send ${what}`, async () => {
      const form = await opened(make());
      type(form, values);
      const calls = await callsDuring(async () => assert.not(await form.save()));
      assert.equal([calls, told()], [[], []]);
      assert.equal(messagesOf(form.state.errors), errors);
      assert.ok(form.isChanged());
    });
  }

  for (const [what, make, values, errors] of [
    [
      'an invalid address',
      settingsForms.application,
      { 'meta.appUrl': 'localhost' },
      { 'meta.appUrl': 'Must be a valid URL.' },
    ],
    [
      'an invalid mailbox',
      settingsForms.mail,
      { 'meta.senderAddress': 'a..b@example.com' },
      { 'meta.senderAddress': 'Must be a valid email address.' },
    ],
    [
      'invalid hosts',
      settingsForms.mail,
      { 'smtp.enabled': true, 'smtp.host': 'no host', 'smtp.localName': 'a b' },
      {
        'smtp.host': 'Must be a valid IP address or DNS name.',
        'smtp.localName': 'Must be a valid IP address or DNS name.',
      },
    ],
    [
      'an invalid endpoint',
      settingsForms.storage,
      { 's3.endpoint': 'minio' },
      { 's3.endpoint': 'Must be a valid URL.' },
    ],
    [
      'an invalid address of a provider',
      () => providerForm('gitlab'),
      { 'gitlabAuth.enabled': false, 'gitlabAuth.authUrl': 'http://a b' },
      { 'gitlabAuth.authUrl': 'Must be a valid URL.' },
    ],
  ] as readonly [string, () => SettingsForm, TypedValues, Record<string, string>][]) {
    scene(`shows ${what}, which only the server finds, at its field`, async () => {
      const form = await opened(make());
      const before = await settingsNow();
      type(form, values);
      assert.not(await form.save());
      assert.equal(messagesOf(form.state.errors), errors);
      assert.equal(told(), []);
      for (const [path, value] of Object.entries(values))
        assert.is(valueAt(form.state.form, path), value, 'stays typed');
      assert.equal(await settingsNow(), before);
    });
  }

  for (const [what, make, first, theirs, mine, error] of [
    [
      'port',
      settingsForms.mail,
      { 'smtp.port': '25' },
      { 'smtp.port': '0' },
      { 'smtp.enabled': true },
      'smtp.port',
    ],
    [
      'bucket',
      settingsForms.storage,
      {
        's3.endpoint': 'http://127.0.0.1:1',
        's3.bucket': 'b',
        's3.region': 'r',
        's3.accessKey': 'k',
        's3.secret': 's',
      },
      { 's3.bucket': '' },
      { 's3.enabled': true },
      's3.bucket',
    ],
    [
      'client',
      settingsForms.authProviders,
      { 'googleAuth.enabled': false, 'googleAuth.clientId': 'id', 'googleAuth.clientSecret': 'secret' },
      { 'googleAuth.clientId': '' },
      { 'googleAuth.enabled': true },
      'googleAuth.clientId',
    ],
  ] as readonly [string, () => SettingsForm, TypedValues, TypedValues, TypedValues, string][]) {
    scene(`shows an error at the field when enabling what has lost its ${what} meanwhile`, async () => {
      await saveWith(await opened(make()), first);
      const [enabling, emptying] = [await opened(make()), await opened(make())];
      await saveWith(emptying, theirs);
      toasts.closeAll();
      type(enabling, mine);
      assert.not(await enabling.save());
      assert.equal([messagesOf(enabling.state.errors), told()], [{ [error]: blank }, []]);
      assert.ok(enabling.isChanged());
      await saveWith(await opened(make()), first);
    });
  }

  scene('the server names every key that it refuses, where our rules are stricter', async () => {
    for (const [part, changes, refused] of [
      [
        'mail',
        { meta: { verificationTemplate: { actionUrl: 'x', body: 'x', subject: '' } } },
        {
          'meta.verificationTemplate.actionUrl': 'Missing required parameter "{TOKEN}".',
          'meta.verificationTemplate.body': 'Missing required parameter "{ACTION_URL}".',
          'meta.verificationTemplate.subject': blank,
        },
      ],
      ['mail', { smtp: { port: -1 } }, { 'smtp.port': 'Must be no less than 0.' }],
      [
        'storage',
        { s3: { enabled: true, bucket: '', region: '' } },
        { 's3.bucket': blank, 's3.region': blank },
      ],
      [
        'authProviders',
        { googleAuth: { enabled: true, clientId: '', clientSecret: '' } },
        { 'googleAuth.clientId': blank, 'googleAuth.clientSecret': blank },
      ],
      [
        'tokens',
        { recordAuthToken: { duration: 4, secret: 'short' } },
        {
          'recordAuthToken.duration': 'Must be no less than 5.',
          'recordAuthToken.secret': 'The length must be between 30 and 300.',
        },
      ],
    ] as const) {
      const failure = await failureOf(api.update(part, changes));
      assert.is(failure.status, 400);
      assert.equal(messagesOf(failure.fields), refused);
    }
  });

  scene('reports an error on another page', async () => {
    const backend = await server.backend();
    await askServer(backend, 'test-no-host', { method: 'POST' });
    const form = await opened(createApplicationForm());
    type(form, { 'meta.appName': 'Another' });
    assert.not(await form.save());
    assert.equal(told(), ['Nothing was saved. Other settings are invalid:\nsmtp.host: Cannot be blank.']);
    assert.ok(form.isChanged());
    await saveWith(await opened(createMailForm()), { 'smtp.host': '127.0.0.1' });
    await saveWith(form, {});
    assert.equal(told(), ['Successfully saved application settings.'], 'the older complaint is over');
    assert.is((await settingsNow()).meta.appName, 'Another');
  });
}

test.run();
