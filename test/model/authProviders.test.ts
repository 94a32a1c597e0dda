import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authProviders, providerTitle } from '../../ui/model/authProviders';

for (const [name, title] of [
  ['github', 'GitHub'],
  ['vk', 'VK'],
  ['patreon', 'Patreon (v2)'],
  ['livechat', 'LiveChat'],
  ['mailcow', 'mailcow'],
  ['oidc', 'OpenID Connect'],
  ['oidc3', '(3) OpenID Connect'],
] as const) {
  test(`${name} is called ${title}`, () => assert.is(providerTitle(name), title));
}

test('each of the 25 has its own name, and most are only capitalized', () => {
  assert.is(authProviders.length, 25);
  assert.is(new Set(authProviders.map(providerTitle)).size, 25);
  assert.equal(authProviders.slice(0, 3).map(providerTitle), ['Apple', 'Google', 'Microsoft']);
});

test('a provider that only a newer server knows has its short name', () => {
  assert.is(providerTitle('house_of_keys'), 'House of keys');
  assert.is(providerTitle('constructor'), 'Constructor');
});

test.run();
