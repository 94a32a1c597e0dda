// Links between users and a provider, created by a real sign-in.
import { record as object, string, unknown } from 'superstruct';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { request } from '../../ui/api/client';
import { count } from '../../ui/api/listedRecords';
import * as records from '../../ui/api/records';
import { authProviders } from '../../ui/model/authProviders';
import { type OpenIdAccount, type OpenIdProvider, openIdProvider } from '../support/openIdProvider';
import { offeredProviders, redirectUrlOf, signInThrough } from '../support/providerSignIn';
import { failureOf, sharedBackend } from '../support/realBackend';
import { backends, type TestBackend } from '../support/server';

const users = { id: '_pb_users_auth_' };
const person = (name: string, more: Partial<OpenIdAccount> = {}) => ({
  sub: `people|${name}`,
  email: `${name}@example.com`,
  name,
  ...more,
});
const [ada, eve, dan, fay, ida] = [
  person('ada'),
  person('eve'),
  person('dan', { email_verified: false }),
  person('fay'),
  person('ida'),
];

const linksOf = async (id: string) =>
  (await records.listExternalAuths(users.id, id)).map(({ provider, providerId }) => [provider, providerId]);
const settingsOf = () => request('GET', 'settings', { answer: object(string(), unknown()) });

for (const { name, binary } of backends()) {
  const server = sharedBackend(binary);
  let started: Promise<OpenIdProvider> | null = null;

  async function start(backend: TestBackend): Promise<OpenIdProvider> {
    const provider = await openIdProvider(redirectUrlOf(backend), [ada, eve, dan, fay, ida]);
    const second = { ...provider.settings, displayName: '' };
    await request('PATCH', 'settings', { body: { oidcAuth: provider.settings, oidc2Auth: second } });
    return provider;
  }

  /** The provider and its settings exist before the first test. */
  function scene(sentence: string, act: (backend: TestBackend, provider: OpenIdProvider) => Promise<void>) {
    test(`${name}: ${sentence}`, async () => {
      const client = await server.connect();
      const backend = await server.backend();
      started ??= start(backend);
      await act(backend, await started);
      assert.equal([client.unauthorized, client.forbidden, client.unreachable], [0, 0, 0]);
    });
  }

  scene('the settings have exactly the providers that we name', async () => {
    const settings = await settingsOf();
    const keys = Object.keys(settings).filter((key) => key.endsWith('Auth') && key !== 'emailAuth');
    assert.equal(keys.sort(), authProviders.map((provider) => `${provider}Auth`).sort());
  });

  scene('offers a provider as the settings say, and masks its secret', async (backend, provider) => {
    const { oidcAuth } = await settingsOf();
    assert.equal(oidcAuth, { ...provider.settings, clientSecret: '******' });
    const [first, second, ...others] = await offeredProviders(backend);
    assert.equal(others, []);
    assert.equal([first?.name, first?.displayName], ['oidc', 'House of Keys']);
    assert.equal([second?.name, second?.displayName], ['oidc2', 'OIDC'], 'without a name of its own');
    assert.is(first?.codeChallengeMethod, 'S256');
    assert.ok(first?.authUrl.startsWith(`${provider.url}/auth?`), first?.authUrl);
  });

  scene('a sign-in through the provider creates a linked account', async (backend) => {
    const before = await count(users.id, '');
    const { record, meta } = await signInThrough(backend);
    assert.equal([record.email, record.verified], [ada.email, true]);
    assert.equal([meta.id, meta.name, meta.isNew], [ada.sub, 'ada', true]);
    assert.equal(await linksOf(record.id), [['oidc', ada.sub]]);
    const again = await signInThrough(backend);
    assert.equal([again.record.id, again.meta.isNew], [record.id, false]);
    assert.equal(await linksOf(record.id), [['oidc', ada.sub]], 'the link is there once');
    assert.is(await count(users.id, ''), before + 1);
  });

  scene(
    'removes an unlinked provider, and a sign-in through it links the same account again',
    async (backend) => {
      const { record } = await signInThrough(backend, { sub: eve.sub });
      await records.unlink(users.id, record.id, 'oidc');
      assert.equal(await linksOf(record.id), []);
      assert.is((await failureOf(records.unlink(users.id, record.id, 'oidc'))).status, 404);
      const again = await signInThrough(backend, { sub: eve.sub });
      assert.equal([again.record.id, again.meta.isNew], [record.id, false]);
      assert.equal(await linksOf(record.id), [['oidc', eve.sub]]);
    },
  );

  scene('an unlinked user without a verified email gets a new account', async (backend) => {
    const { record } = await signInThrough(backend, { sub: dan.sub });
    assert.is(record.email, '');
    assert.is((await signInThrough(backend, { sub: dan.sub })).record.id, record.id);
    await records.unlink(users.id, record.id, 'oidc');
    const stranger = await signInThrough(backend, { sub: dan.sub });
    assert.is(stranger.meta.isNew, true);
    assert.is.not(stranger.record.id, record.id);
  });

  scene('unlinks only the named one of two providers', async (backend) => {
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

  test.after(async () => {
    await Promise.all([started?.then((provider) => provider.stop()), server.stop()]);
  });
}

test.run();
