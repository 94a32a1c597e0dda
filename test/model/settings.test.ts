import { is } from 'superstruct';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authProviders } from '../../ui/model/authProviders';
import { providerKey, redacted, type SettingsPart, settingsAnswer } from '../../ui/model/settings';
import { masked, wholeSettings, write } from '../screens/settings/settingsScene';

const fresh = masked(wholeSettings());
const tokens = [
  ...['recordAuthToken', 'recordVerificationToken', 'recordPasswordResetToken', 'recordEmailChangeToken'],
  ...['recordFileToken', 'adminAuthToken', 'adminPasswordResetToken', 'adminFileToken'],
];

const groups = {
  application: ['meta'],
  mail: ['meta', 'smtp'],
  storage: ['s3'],
  tokens,
  authProviders: authProviders.map((name) => `${name}Auth`),
} satisfies Partial<Record<SettingsPart, string[]>>;
const parts = Object.keys(groups) as (keyof typeof groups)[];

for (const part of parts) {
  test(`${part}: the page requests ${groups[part].length} groups and accepts the server’s values`, () => {
    const { groups: asked, answer } = settingsAnswer(part);
    assert.equal(asked, groups[part]);
    assert.is(is(fresh, answer), true);
    const alone = Object.fromEntries(asked.map((group) => [group, fresh[group]]));
    assert.is(is(alone, answer), true, 'without the groups that were not asked for');
    assert.is(is({ ...fresh, newGroup: 1 }, answer), true);
  });
}

test('the mask is the server’s mask, and a provider is stored by its name', () => {
  assert.is(redacted, '******');
  assert.is(providerKey('oidc2'), 'oidc2Auth');
  assert.is(authProviders.length, 25);
});

const freshWith = (path: string, value: unknown) => {
  const changed = structuredClone(fresh);
  write(changed, path, value);
  return changed;
};

const cases: [part: SettingsPart, path: string, value: unknown, isTaken: boolean][] = [
  ['application', 'meta.appName', undefined, false],
  ['application', 'meta.appUrl', null, false],
  ['application', 'meta.senderName', undefined, true],
  ['mail', 'meta.senderName', undefined, false],
  ['mail', 'meta.appName', undefined, true],
  ['mail', 'meta.verificationTemplate', null, false],
  ['mail', 'meta.verificationTemplate.body', 1, false],
  ['mail', 'meta.verificationTemplate.hidden', null, true],
  ['mail', 'meta.verificationTemplate.enabled', true, true],
  ['mail', 'smtp.port', '587', false],
  ['mail', 'smtp.newKey', {}, true],
  ['storage', 's3.secret', undefined, false],
  ['tokens', 'adminAuthToken.duration', '10', false],
  ['tokens', 'adminAuthToken.secret', undefined, true],
  ['tokens', 'recordFileToken', undefined, false],
  ['authProviders', 'vkAuth', undefined, true],
  ['authProviders', 'vkAuth.enabled', undefined, false],
  ['authProviders', 'vkAuth.clientSecret', null, false],
  ['authProviders', 'vkAuth.authUrl', null, true],
  ['authProviders', 'vkAuth.displayName', 5, false],
  ['authProviders', 'vkAuth.pkce', false, true],
  ['authProviders', 'vkAuth.pkce', '', false],
  ['authProviders', 'emailAuth', null, true],
];
for (const [part, path, value, isTaken] of cases) {
  test(`${part} ${isTaken ? 'takes' : 'refuses'} ${path} of ${JSON.stringify(value)}`, () => {
    assert.is(is(freshWith(path, value), settingsAnswer(part).answer), isTaken);
  });
}

test.run();
