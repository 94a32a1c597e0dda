// Sign-in providers on real servers: what unlinks a user, what enables each, and the secret for Apple.
import '../support/bareWindow';
import { generateKeyPairSync, verify } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { request } from '../../ui/backend/client';
import * as records from '../../ui/backend/records';
import * as api from '../../ui/backend/settings';
import { authProviders } from '../../ui/model/authProviders';
import { providerKey } from '../../ui/model/settings';
import * as toasts from '../../ui/page/toasts';
import { createProviderForm, optionsOf } from '../../ui/settings/auth-providers/providerForm';
import { type OpenIdProvider, openIdProvider } from '../support/openIdProvider';
import { offeredProviders, redirectUrlOf, signInThrough } from '../support/providerSignIn';
import { failureOf, sharedBackend } from '../support/realBackend';
import { backends, type TestBackend } from '../support/server';
import { messagesOf, opened, saveWith } from '../support/settingsOnServer';
import { askServer } from '../support/walk';

const users = { id: '_pb_users_auth_' };
const person = (name: string) => ({ sub: `people|${name}`, email: `${name}@example.com`, name });
const [fay, ida] = [person('fay'), person('ida')];

const linksOf = async (id: string) =>
  (await records.listExternalAuths(users.id, id)).map(({ provider, providerId }) => [provider, providerId]);
const placeholder = 'https://provider.example.com/x';

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const appleKey = {
  clientId: 'com.example.web',
  teamId: 'TEAM567890',
  keyId: 'KEY4567890',
  privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};

for (const { name, binary } of backends()) {
  const server = sharedBackend(binary);
  let started: Promise<OpenIdProvider> | null = null;

  function scene(sentence: string, act: (backend: TestBackend, provider: OpenIdProvider) => Promise<void>) {
    test(`${name}: ${sentence}`, async () => {
      const client = await server.connect();
      const backend = await server.backend();
      started ??= openIdProvider(redirectUrlOf(backend), [fay, ida]);
      await act(backend, await started);
      assert.equal([client.unauthorized, client.forbidden], [0, 0]);
    });
  }

  test.after.each(() => toasts.closeAll());
  test.after(async () => {
    await Promise.all([started?.then((provider) => provider.stop()), server.stop()]);
  });

  async function openProvider(provider: string) {
    const form = createProviderForm(provider, () => {});
    await opened(form.settings);
    return form;
  }

  const offered = async (backend: TestBackend) => (await offeredProviders(backend)).map((each) => each.name);

  scene('unlinks only the named one of two providers', async (backend, provider) => {
    await api.update('authProviders', { oidcAuth: provider.settings, oidc2Auth: provider.settings });
    const { record } = await signInThrough(backend, { sub: fay.sub });
    const second = await signInThrough(backend, { sub: fay.sub, provider: 'oidc2' });
    assert.is(second.record.id, record.id);
    assert.equal((await linksOf(record.id)).sort(), [
      ['oidc', fay.sub],
      ['oidc2', fay.sub],
    ]);
    await records.unlink(users.id, record.id, 'oidc');
    assert.equal(await linksOf(record.id), [['oidc2', fay.sub]]);
  });

  scene('verified by hand: newer servers remove the links, older ones keep them', async (backend) => {
    const { record, token } = await signInThrough(backend, { sub: ida.sub });
    const path = `collections/users/records/${record.id}`;
    await request('PATCH', path, { body: { verified: false } });
    assert.equal(await linksOf(record.id), [['oidc', ida.sub]]);
    await request('PATCH', path, { body: { verified: true } });
    const isNewer = name !== '0.22.20';
    assert.equal(await linksOf(record.id), isNewer ? [] : [['oidc', ida.sub]]);
    const refresh = await fetch(`${backend.url}/api/collections/users/auth-refresh`, {
      method: 'POST',
      headers: { Authorization: token },
    });
    assert.is(refresh.status, isNewer ? 401 : 200);
  });

  scene('enables each provider by its form with the required values, and clears it', async (backend) => {
    for (const provider of authProviders) {
      const { settings, at } = await openProvider(provider);
      const { endpoints, needsEndpoints } = optionsOf(provider);
      const addresses = needsEndpoints ? endpoints.map(({ key }) => [at(key), placeholder]) : [];
      await saveWith(settings, {
        [at('enabled')]: true,
        [at('clientId')]: `id of ${provider}`,
        [at('clientSecret')]: 'a secret',
        ...Object.fromEntries(addresses),
      });
    }
    assert.equal((await offered(backend)).sort(), [...authProviders].sort());
    for (const { name, authUrl } of await offeredProviders(backend)) {
      assert.match(authUrl, /^https:\/\//, name);
      assert.is(new URL(authUrl).searchParams.get('client_id'), `id of ${name}`);
    }
    for (const provider of authProviders) {
      const { settings, clear } = await openProvider(provider);
      clear();
      await saveWith(settings, {});
    }
    assert.equal(await offered(backend), []);
    const settings = (await askServer(backend, 'settings')).json;
    for (const provider of authProviders) {
      const { enabled, clientId, clientSecret } = settings[providerKey(provider)];
      assert.equal([enabled, clientId, clientSecret], [false, '', ''], provider);
    }
  });

  scene('signs the secret for Apple with the key, and includes its owner and expiry', async () => {
    const before = Math.floor(Date.now() / 1000);
    const secret = await api.generateAppleSecret({ ...appleKey, duration: 86_400 });
    const [head = '', claims = '', signature = ''] = secret.split('.');
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    assert.equal([read(head).alg, read(head).kid], ['ES256', appleKey.keyId]);
    const { iss, sub, aud, iat, exp } = read(claims);
    assert.equal([iss, sub], [appleKey.teamId, appleKey.clientId]);
    assert.equal([aud].flat(), ['https://appleid.apple.com']);
    assert.is(exp - iat, 86_400);
    assert.ok(iat >= before && iat <= Date.now() / 1000, String(iat));
    const key = { key: keys.publicKey, dsaEncoding: 'ieee-p1363' } as const;
    assert.ok(verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url')));
  });

  scene('refuses an invalid key for Apple at each field', async () => {
    const wrong = { ...appleKey, teamId: 'short', keyId: '', privateKey: 'no key', duration: 15_777_001 };
    const failure = await failureOf(api.generateAppleSecret(wrong));
    assert.equal(
      [failure.kind, failure.status, failure.message],
      ['refused', 400, 'Invalid client secret data.'],
    );
    assert.equal(messagesOf(failure.fields), {
      teamId: 'The length must be exactly 10.',
      keyId: 'Cannot be blank.',
      privateKey: 'Must be in a valid format.',
      duration: 'Must be no greater than 15777000.',
    });
  });

  scene('gives the reason why a text that only looks like a key is refused', async () => {
    const privateKey = '-----BEGIN PRIVATE KEY-----\nbm8ga2V5\n-----END PRIVATE KEY-----';
    const { message } = await failureOf(api.generateAppleSecret({ ...appleKey, privateKey, duration: 60 }));
    assert.match(message, /^Failed to generate client secret\. Raw error: \n/);
  });
}

test.run();
