import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authProviders, providerTitle } from '../../ui/model/authProviders';

test('a provider has its own name, and most are only capitalized', () => {
  assert.is(new Set(authProviders.map(providerTitle)).size, 25);
  const names = ['apple', 'google', 'github', 'vk', 'patreon', 'mailcow', 'oidc3'].map((name) =>
    providerTitle(name as never),
  );
  assert.equal(names, ['Apple', 'Google', 'GitHub', 'VK', 'Patreon (v2)', 'mailcow', '(3) OpenID Connect']);
});

test('a provider that only a newer server knows has its short name', () => {
  assert.is(providerTitle('house_of_keys'), 'House of keys');
  assert.is(providerTitle('constructor'), 'Constructor');
});

test.run();
