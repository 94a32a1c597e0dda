// The settings of real servers: their shape, what a change leaves alone, and what the server refuses.
import '../support/bareWindow';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as api from '../../ui/backend/settings';
import { redacted, settingsAnswer } from '../../ui/model/settings';
import * as toasts from '../../ui/page/toasts';
import { valueAt } from '../../ui/settings/settingsChanges';
import type { SettingsForm } from '../../ui/settings/settingsForm';
import { type ConnectedClient, failureOf, sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';
import {
  bodiesOf,
  callsDuring,
  messagesOf,
  opened,
  saveWith,
  settingsForms,
} from '../support/settingsOnServer';
import { askServer } from '../support/walk';

const blank = 'Cannot be blank.';
const parts = Object.keys(settingsForms) as (keyof typeof settingsForms)[];
const formOf = (part: keyof typeof settingsForms): SettingsForm => settingsForms[part]();

/** Creates settings that the server would refuse if they were not stored yet. */
const hook = `
routerAdd('POST', '/api/test-no-host', (c) => {
  $app.settings().smtp.enabled = true;
  $app.settings().smtp.host = '';
  return c.noContent(204);
}, $apis.requireAdminAuth());
`;

const prepare = (dir: string) => writeFileSync(path.join(dir, 'pb_hooks/test_settings.pb.js'), hook);

for (const { name, binary } of backends('contract')) {
  const server = sharedBackend(binary, { prepare });
  const settingsNow = async () => (await askServer(await server.backend(), 'settings')).json;

  function scene(sentence: string, act: (client: ConnectedClient) => Promise<void>): void {
    test(`${name}: ${sentence}`, async () => act(await server.connect()));
  }

  test.after.each(() => toasts.closeAll());
  test.after(server.stop);

  scene('reads every part completely; its unchanged form sends nothing', async () => {
    for (const part of parts) {
      const settings = await api.read(part);
      assert.equal(Object.keys(settings).sort(), settingsAnswer(part).groups.sort(), part);
      const form = await opened(formOf(part));
      assert.equal([form.isChanged(), await callsDuring(form.save)], [false, []], part);
    }
  });

  scene('reads nothing without a session', async (client) => {
    client.token = '';
    for (const part of parts) assert.is((await failureOf(api.read(part))).status, 401, part);
  });

  scene('sends a secret once, and never its mask', async () => {
    for (const [part, values, sent] of [
      ['mail', { 'smtp.password': 'a password' }, { smtp: { password: 'a password' } }],
      ['storage', { 's3.secret': 'a secret' }, { s3: { secret: 'a secret' } }],
      [
        'authProviders',
        { 'googleAuth.enabled': true, 'googleAuth.clientId': 'an id', 'googleAuth.clientSecret': 'a secret' },
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

  for (const [part, values, sent] of [
    ['application', { 'meta.appName': 'Café <b>&</b> 😀' }, { meta: { appName: 'Café <b>&</b> 😀' } }],
    ['mail', { 'smtp.authMethod': 'LOGIN', 'smtp.tls': true }, { smtp: { authMethod: 'LOGIN', tls: true } }],
    [
      'mail',
      { 'meta.resetPasswordTemplate.subject': 'New password' },
      { meta: { resetPasswordTemplate: { subject: 'New password' } } },
    ],
    ['tokens', { 'adminFileToken.duration': '63072000' }, { adminFileToken: { duration: 63_072_000 } }],
    ['authProviders', { 'googleAuth.clientId': 'another' }, { googleAuth: { clientId: 'another' } }],
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
    });
  }

  const url = 'Must be a valid URL.';
  const negative = 'Must be no less than 0.';
  const host = 'Must be a valid IP address or DNS name.';
  for (const [part, changes, refused] of [
    [
      'application',
      { meta: { appUrl: 'localhost', appName: '' } },
      { 'meta.appUrl': url, 'meta.appName': blank },
    ],
    [
      'mail',
      {
        meta: {
          senderAddress: 'a..b@example.com',
          verificationTemplate: { actionUrl: 'x', body: 'x', subject: '' },
        },
      },
      {
        'meta.senderAddress': 'Must be a valid email address.',
        'meta.verificationTemplate.actionUrl': 'Missing required parameter "{TOKEN}".',
        'meta.verificationTemplate.body': 'Missing required parameter "{ACTION_URL}".',
        'meta.verificationTemplate.subject': blank,
      },
    ],
    ['mail', { smtp: { enabled: true, host: '', port: -1 } }, { 'smtp.host': blank, 'smtp.port': negative }],
    [
      'mail',
      { smtp: { enabled: true, host: 'no host', localName: 'a b' } },
      { 'smtp.host': host, 'smtp.localName': host },
    ],
    [
      'storage',
      { s3: { enabled: true, endpoint: 'minio', bucket: '', region: '', accessKey: '', secret: '' } },
      {
        's3.accessKey': blank,
        's3.bucket': blank,
        's3.endpoint': url,
        's3.region': blank,
        's3.secret': blank,
      },
    ],
    [
      'authProviders',
      {
        googleAuth: { enabled: true, clientId: '', clientSecret: '' },
        gitlabAuth: { authUrl: 'http://a b' },
      },
      { 'gitlabAuth.authUrl': url, 'googleAuth.clientId': blank, 'googleAuth.clientSecret': blank },
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
    scene(`refuses ${JSON.stringify(changes)}, names each key, and changes nothing`, async () => {
      const before = await settingsNow();
      const failure = await failureOf(api.update(part, changes));
      assert.is(failure.status, 400);
      assert.equal(messagesOf(failure.fields), refused);
      assert.equal(await settingsNow(), before);
    });
  }

  scene('refuses a change of one page for an error on another', async () => {
    await askServer(await server.backend(), 'test-no-host', { method: 'POST' });
    const failure = await failureOf(api.update('application', { meta: { appName: 'Another' } }));
    assert.equal(messagesOf(failure.fields), { 'smtp.host': blank });
    await api.update('mail', { smtp: { enabled: false, host: '127.0.0.1' } });
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
