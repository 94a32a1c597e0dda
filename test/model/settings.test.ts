import { is } from 'superstruct';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { providerKey, redacted, type SettingsPart, settingsAnswer } from '../../ui/model/settings';
import { masked, wholeSettings, write } from '../settings/settingsScene';

const fresh = masked(wholeSettings());
const parts = ['application', 'mail', 'storage', 'tokens', 'authProviders'] as const;

for (const part of parts) {
  test(`${part}: the page accepts its groups of the server, with others or alone`, () => {
    const { groups: asked, answer } = settingsAnswer(part);
    const alone = Object.fromEntries(asked.map((group) => [group, fresh[group]]));
    for (const given of [fresh, alone, { ...fresh, newGroup: 1 }]) assert.is(is(given, answer), true);
  });
}

test('the mask is the server’s mask, and a provider is stored by its name', () => {
  assert.equal([redacted, providerKey('oidc2')], ['******', 'oidc2Auth']);
});

const freshWith = (path: string, value: unknown) => {
  const changed = structuredClone(fresh);
  write(changed, path, value);
  return changed;
};

const cases: [part: SettingsPart, path: string, value: unknown, isTaken: boolean][] = [
  ['application', 'meta.senderName', undefined, true],
  ['mail', 'meta.verificationTemplate', null, false],
  ['mail', 'meta.verificationTemplate.hidden', null, true],
  ['mail', 'meta.verificationTemplate.enabled', true, true],
  ['mail', 'smtp.newKey', {}, true],
  ['tokens', 'adminAuthToken.duration', '10', false],
  ['tokens', 'adminAuthToken.secret', undefined, true],
  ['authProviders', 'vkAuth', undefined, true],
  ['authProviders', 'vkAuth.enabled', undefined, false],
  ['authProviders', 'vkAuth.pkce', false, true],
];
for (const [part, path, value, isTaken] of cases) {
  test(`${part} ${isTaken ? 'takes' : 'refuses'} ${path} of ${JSON.stringify(value)}`, () => {
    assert.is(is(freshWith(path, value), settingsAnswer(part).answer), isTaken);
  });
}

test.run();
