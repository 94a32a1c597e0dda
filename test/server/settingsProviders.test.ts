// Sign-in providers on real servers: configured by the form, used, removed; and the secret for Apple.
import '../support/bareWindow';
import { generateKeyPairSync, verify } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as api from '../../ui/api/settings';
import { authProviders } from '../../ui/model/authProviders';
import { providerKey, redacted, type SettingsOf } from '../../ui/model/settings';
import { createAppleSecret } from '../../ui/screens/settings/auth-providers/appleSecret';
import { createProviderForm } from '../../ui/screens/settings/auth-providers/providerForm';
import { createProviderList, groupProviders } from '../../ui/screens/settings/auth-providers/providerList';
import { optionsOf } from '../../ui/screens/settings/auth-providers/providerOptions';
import * as toasts from '../../ui/state/toasts';
import { type OpenIdProvider, openIdProvider } from '../support/openIdProvider';
import { codeOf, offeredProviders, redirectUrlOf, signInThrough, spendCode } from '../support/providerSignIn';
import { failureOf, sharedBackend } from '../support/realBackend';
import { backends, type TestBackend } from '../support/server';
import { bodiesOf, callsDuring, messagesOf, opened, saveWith, told } from '../support/settingsOnServer';
import { askServer } from '../support/walk';

const saved = 'Successfully updated provider settings.';
const ada = { sub: 'people|ada', email: 'ada@example.com', name: 'Ada' };
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
      started ??= openIdProvider(redirectUrlOf(backend), [ada]);
      await act(backend, await started);
      assert.equal([client.unauthorized, client.forbidden], [0, 0]);
    });
  }

  test.after.each(() => toasts.closeAll());
  test.after(async () => {
    await Promise.all([started?.then((provider) => provider.stop()), server.stop()]);
  });

  async function openProvider(
    provider: string,
    onSaved: (saved: SettingsOf<'authProviders'>) => void = () => {},
  ) {
    const form = createProviderForm(provider, onSaved);
    await opened(form.settings);
    return form;
  }

  const offered = async (backend: TestBackend) => (await offeredProviders(backend)).map((each) => each.name);

  /** Returns the status of a sign-in by Ada. */
  async function statusOfSignIn(backend: TestBackend): Promise<number> {
    const [first] = await offeredProviders(backend);
    assert.is(first?.name, 'oidc');
    if (!first) return 0;
    return (await spendCode(backend, first, await codeOf(backend, first))).status;
  }

  scene('sets up a provider by its form only, and a user signs in through it', async (backend, provider) => {
    const list = createProviderList();
    await list.load();
    assert.equal(groupProviders(list.state.providers), { enabled: [], others: [...authProviders] });

    const { settings, at, redirectUrl } = await openProvider('oidc', list.adopt);
    assert.is(redirectUrl, redirectUrlOf(backend));
    const fresh = (['enabled', 'displayName', 'pkce'] as const).map((key) => settings.valueAt(at(key)));
    assert.equal([fresh, settings.isChanged()], [[true, 'OIDC', true], false]);
    const { clientId, clientSecret, authUrl, tokenUrl, userApiUrl } = provider.settings;
    const calls = await callsDuring(() =>
      saveWith(settings, {
        [at('clientId')]: clientId,
        [at('clientSecret')]: clientSecret,
        [at('authUrl')]: authUrl,
        [at('tokenUrl')]: tokenUrl,
        [at('userApiUrl')]: userApiUrl,
        [at('displayName')]: 'House of Keys',
      }),
    );
    assert.equal([bodiesOf(calls), told()], [[{ oidcAuth: provider.settings }], [saved]]);
    assert.is(settings.valueAt(at('clientSecret')), redacted);
    assert.equal(groupProviders(list.state.providers).enabled, ['oidc'], 'the list follows');

    const [first] = await offeredProviders(backend);
    assert.equal([first?.name, first?.displayName], ['oidc', 'House of Keys']);
    assert.is(first?.codeChallengeMethod, 'S256');
    const { record, meta } = await signInThrough(backend);
    assert.equal([record.email, meta.id, meta.isNew], [ada.email, ada.sub, true]);
  });

  scene('keeps the secret when another key changes, and refuses a wrong one', async (backend, provider) => {
    const { settings, at } = await openProvider('oidc');
    const calls = await callsDuring(() => saveWith(settings, { [at('displayName')]: 'Keys' }));
    assert.equal(bodiesOf(calls), [{ oidcAuth: { displayName: 'Keys' } }]);
    assert.is(await statusOfSignIn(backend), 200);
    await saveWith(await openProvider('google').then((google) => google.settings), {
      'googleAuth.clientId': 'an id',
      'googleAuth.clientSecret': 'a secret',
      'googleAuth.enabled': false,
    });
    assert.is(await statusOfSignIn(backend), 200, 'nor is it lost with another provider');

    await saveWith(settings, { [at('clientSecret')]: 'wrong' });
    assert.is(await statusOfSignIn(backend), 400);
    await saveWith(settings, { [at('clientSecret')]: provider.settings.clientSecret });
    assert.is(await statusOfSignIn(backend), 200);
  });

  scene('PKCE can be left out', async (backend) => {
    const { settings, at } = await openProvider('oidc');
    const calls = await callsDuring(() => saveWith(settings, { [at('pkce')]: false }));
    assert.equal(bodiesOf(calls), [{ oidcAuth: { pkce: false } }]);
    assert.is((await offeredProviders(backend))[0]?.codeChallengeMethod, '');
    await saveWith(settings, { [at('pkce')]: true });
    assert.is((await offeredProviders(backend))[0]?.codeChallengeMethod, 'S256');
  });

  scene('a save clears all fields, which disables the provider', async (backend) => {
    const { settings, clear } = await openProvider('oidc');
    clear();
    assert.is(await statusOfSignIn(backend), 200, 'nothing happens before the save');
    const empty = {
      enabled: false,
      clientId: '',
      clientSecret: '',
      authUrl: '',
      tokenUrl: '',
      userApiUrl: '',
      displayName: '',
      pkce: false,
    };
    const calls = await callsDuring(() => saveWith(settings, {}));
    assert.equal(bodiesOf(calls), [{ oidcAuth: empty }]);
    assert.equal(await offered(backend), []);
    assert.equal((await askServer(backend, 'settings')).json.oidcAuth, empty);
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
    const made: { clientId: string; secret: string }[] = [];
    const form = createAppleSecret('', (secret) => made.push(secret));
    for (const [key, value] of Object.entries(appleKey)) form.set(key as 'clientId', ` ${value}\n`);
    form.set('duration', '86400');
    const before = Math.floor(Date.now() / 1000);
    assert.ok(await form.submit(), JSON.stringify(form.state.errors));
    assert.equal(told(), ['Successfully generated client secret.']);
    const [{ clientId = '', secret = '' } = {}, ...more] = made;
    assert.equal([clientId, more], [appleKey.clientId, []]);

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

    const { settings, at } = await openProvider('apple');
    await saveWith(settings, { [at('clientId')]: clientId, [at('clientSecret')]: secret });
    assert.is(settings.valueAt(at('clientSecret')), redacted);
  });

  scene('shows an error in a key for Apple at its field, from the form or the server', async () => {
    const form = createAppleSecret(appleKey.clientId, () => assert.unreachable());
    form.set('teamId', 'short');
    form.set('duration', '15777001');
    assert.equal(bodiesOf(await callsDuring(form.submit)), []);
    assert.equal(messagesOf(form.state.errors), {
      teamId: 'The length must be exactly 10.',
      keyId: 'Cannot be blank.',
      privateKey: 'Cannot be blank.',
      duration: 'Must be from 1 second to 182 days 14 hours 30 minutes.',
    });

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

  scene("refuses a text that only looks like a key with the server's message", async () => {
    const form = createAppleSecret(appleKey.clientId, () => assert.unreachable());
    const fake = '-----BEGIN PRIVATE KEY-----\nbm8ga2V5\n-----END PRIVATE KEY-----';
    for (const [key, value] of Object.entries({ ...appleKey, privateKey: fake })) {
      form.set(key as 'clientId', value);
    }
    assert.not(await form.submit());
    assert.match(told()[0] ?? '', /^Failed to generate client secret\. Raw error: \n/);
    form.set('privateKey', 'no key');
    toasts.closeAll();
    assert.not(await form.submit());
    assert.equal(messagesOf(form.state.errors), { privateKey: 'Must be in a valid format.' });
    assert.is(form.state.values.teamId, appleKey.teamId, 'stays typed');
  });
}

test.run();
