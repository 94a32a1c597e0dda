import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authProviders } from '../../../../ui/model/authProviders';
import {
  createProviderForm,
  providerErrors,
} from '../../../../ui/screens/settings/auth-providers/providerForm';
import {
  createProviderList,
  groupProviders,
} from '../../../../ui/screens/settings/auth-providers/providerList';
import { labelsOf, optionsOf } from '../../../../ui/screens/settings/auth-providers/providerOptions';
import * as confirm from '../../../../ui/state/confirm';
import { type FakeBackend, failure, networkError } from '../../../support/backend';
import {
  answer,
  callsOf,
  closeScene,
  mask,
  masked,
  read,
  routes,
  type Server,
  startScene,
  storedSecret,
  told,
  wholeSettings,
} from '../settingsScene';

let backend: FakeBackend;
let server: Server;
let heard: string[];

const github = { enabled: true, clientId: 'id', clientSecret: storedSecret };
const addresses = { authUrl: 'https://a.b/1', tokenUrl: 'https://a.b/2', userApiUrl: 'https://a.b/3' };

async function opened(name: string) {
  const provider = createProviderForm(name, (saved) => heard.push(JSON.stringify(saved[`${name}Auth`])));
  await provider.settings.load();
  backend.calls.length = 0;
  return provider;
}

const valuesOf = ({ settings }: Awaited<ReturnType<typeof opened>>, name: string) =>
  JSON.parse(JSON.stringify(settings.state.form[`${name}Auth`]));

test.before.each(() => {
  ({ backend, server } = startScene({ githubAuth: github, oidcAuth: { ...github, ...addresses } }));
  heard = [];
});
test.after.each(closeScene);

for (const name of authProviders.filter((one) => !['github', 'oidc'].includes(one))) {
  test(`${name}: Enable is on before any change if the provider was never set up`, async () => {
    const provider = await opened(name);
    assert.equal([valuesOf(provider, name).enabled, provider.settings.isChanged()], [true, false]);
    assert.is(provider.settings.mayClose(), true);
    provider.settings.set(provider.at('clientId'), 'id');
    assert.ok(provider.settings.isChanged());
    provider.settings.discard();
    assert.equal([valuesOf(provider, name).enabled, provider.settings.isChanged()], [true, false]);
  });
}

for (const [what, given] of [
  ['with a client id', { clientId: 'id' }],
  ['with a secret', { clientSecret: storedSecret }],
] as const) {
  test(`a disabled provider that was set up ${what} stays disabled`, async () => {
    server.change({ googleAuth: given });
    const provider = await opened('google');
    assert.equal([valuesOf(provider, 'google').enabled, provider.settings.isChanged()], [false, false]);
  });
}

test('an OpenID Connect provider that was never set up starts with a name and PKCE', async () => {
  assert.match(JSON.stringify(valuesOf(await opened('oidc2'), 'oidc2')), '"displayName":"OIDC","pkce":true');
  server.change({ oidc3Auth: { displayName: 'Mine' } });
  assert.is(valuesOf(await opened('oidc3'), 'oidc3').displayName, 'Mine');
  const { displayName, pkce } = valuesOf(await opened('google'), 'google');
  assert.equal([displayName, pkce], ['', null]);
});

test('the preselected switch is sent with the typed values of only this provider', async () => {
  const { settings, at } = await opened('google');
  settings.set(at('clientId'), 'id');
  settings.set(at('clientSecret'), 'new');
  assert.ok(await settings.save());
  const sent = { googleAuth: { enabled: true, clientId: 'id', clientSecret: 'new' } };
  assert.equal(callsOf(backend), ['GET', `PATCH ${JSON.stringify(sent)}`]);
  assert.equal(told(), ['Successfully updated provider settings.']);
  assert.is(heard.length, 1);
  assert.match(heard[0] ?? '', `"clientId":"id","clientSecret":"${mask}"`);
});

test('a save of a used provider sends the changes and keeps its secret', async () => {
  const { settings, at } = await opened('github');
  settings.set(at('clientId'), 'other');
  assert.ok(await settings.save());
  assert.equal(callsOf(backend), ['GET', 'PATCH {"githubAuth":{"clientId":"other"}}']);
  assert.is(read(server.held, 'githubAuth.clientSecret'), storedSecret);
});

test('Clear all fields empties and disables the provider; nothing is sent before Save', async () => {
  const provider = await opened('github');
  provider.clear();
  const { enabled, clientId, clientSecret, pkce } = valuesOf(provider, 'github');
  assert.equal([enabled, clientId, clientSecret, pkce], [false, '', '', null]);
  assert.equal(callsOf(backend), []);
  assert.ok(await provider.settings.save());
  const sent = { githubAuth: { enabled: false, clientId: '', clientSecret: '' } };
  assert.equal(callsOf(backend), ['GET', `PATCH ${JSON.stringify(sent)}`]);
  assert.is(read(server.held, 'githubAuth.clientSecret'), '');
});

test('a cleared and saved provider is shown as disabled', async () => {
  const provider = await opened('github');
  provider.clear();
  assert.ok(await provider.settings.save());
  assert.is(provider.settings.valueAt(provider.at('enabled')), false);
});

test('Clear all fields empties the URLs and the name of an OpenID Connect provider, and turns PKCE off', async () => {
  const provider = await opened('oidc');
  provider.settings.set(provider.at('displayName'), 'Mine');
  provider.clear();
  assert.equal(valuesOf(provider, 'oidc'), {
    enabled: false,
    clientId: '',
    clientSecret: '',
    displayName: '',
    pkce: false,
    authUrl: '',
    tokenUrl: '',
    userApiUrl: '',
  });
});

test('Clear all fields removes the shown errors', async () => {
  const provider = await opened('oidc2');
  provider.settings.set(provider.at('authUrl'), 'nowhere');
  assert.not(await provider.settings.save());
  assert.ok(Object.keys(provider.settings.state.errors).length > 3);
  provider.clear();
  assert.equal(provider.settings.state.errors, {});
});

test('Clear all fields also removes errors without an input', async () => {
  server.change({ microsoftAuth: { clientId: 'id' } });
  const provider = await opened('microsoft');
  const wrong = { code: 'validation_is_url', message: 'Must be a valid URL.' };
  backend.answerOnce(routes.write, failure(400, 'Failed.', { microsoftAuth: { userApiUrl: wrong } }));
  provider.settings.set(provider.at('clientId'), 'other');
  assert.not(await provider.settings.save());
  assert.equal(provider.settings.state.errors, { 'microsoftAuth.userApiUrl': wrong });
  provider.clear();
  assert.equal(provider.settings.state.errors, {});
});

test('closing asks while something is unsaved', async () => {
  const provider = await opened('google');
  provider.settings.set(provider.at('clientId'), 'id');
  const closing = provider.settings.mayClose();
  assert.is(confirm.state.question?.text, 'You have unsaved changes. Do you really want to close the panel?');
  await answer(false);
  assert.is(await closing, false);
  const again = provider.settings.mayClose();
  await answer(true);
  assert.is(await again, true);
});

test('the redirect URL is shown for registration with the provider', async () => {
  assert.is((await opened('google')).redirectUrl, 'http://localhost:8090/api/oauth2-redirect');
});

test('the list can be loaded again after a failure, and a refresh keeps the shown list', async () => {
  const list = createProviderList();
  backend.answerOnce(routes.read, networkError);
  await list.load();
  assert.equal([list.state.status, list.state.loadError?.kind, told()], ['failed', 'unreachable', []]);
  const loading = list.load();
  assert.is(list.state.status, 'loading');
  await loading;
  assert.equal([list.state.status, list.state.loadError], ['ready', null]);
  assert.ok(list.state.providers['githubAuth']?.enabled);
  server.change({ githubAuth: { enabled: false } });
  const refreshing = list.load();
  assert.equal([list.state.status, list.state.providers['githubAuth']?.enabled], ['ready', true]);
  await refreshing;
  assert.not(list.state.providers['githubAuth']?.enabled);
  backend.answerOnce(routes.read, failure(400, 'No.'));
  await list.load();
  assert.equal([list.state.status, list.state.loadError?.message], ['failed', 'No.']);
});

test('the newer of two loads of the list wins', async () => {
  const list = createProviderList();
  const release = backend.hold(routes.read);
  const older = list.load();
  const newer = list.load();
  await older;
  assert.is(list.state.status, 'loading');
  release();
  await newer;
  assert.is(list.state.status, 'ready');
});

type Groups = Record<string, Record<string, unknown>>;

const fresh = masked(wholeSettings()) as Groups;
const provider = (name: string) => fresh[`${name}Auth`] ?? {};

/** Returns the errors of a provider, by its keys. */
function wrong(name: string, edits: object, saved: object = {}): string[] {
  const key = `${name}Auth`;
  const errors = providerErrors(
    name,
    { ...fresh, [key]: { ...provider(name), ...edits } },
    { ...fresh, [key]: { ...provider(name), ...saved } },
  );
  return Object.entries(errors).map(([path, { message }]) => `${path.replace(`${key}.`, '')}: ${message}`);
}

const blank = (...keys: string[]) => keys.map((key) => `${key}: Cannot be blank.`);
const noUrl = (...keys: string[]) => keys.map((key) => `${key}: Must be a valid URL.`);

const all = ['authUrl', 'tokenUrl', 'userApiUrl'];
const options: Record<string, { title: string; endpoints: string[]; needs: string[] }> = {
  microsoft: {
    title: 'Azure AD endpoints',
    endpoints: ['authUrl', 'tokenUrl'],
    needs: ['authUrl', 'tokenUrl'],
  },
  gitlab: { title: 'Self-hosted endpoints (optional)', endpoints: all, needs: [] },
  gitea: { title: 'Self-hosted endpoints (optional)', endpoints: all, needs: [] },
  mailcow: { title: 'Endpoints', endpoints: all, needs: all },
  oidc: { title: 'Endpoints', endpoints: all, needs: ['displayName', ...all] },
  oidc2: { title: 'Endpoints', endpoints: all, needs: ['displayName', ...all] },
  oidc3: { title: 'Endpoints', endpoints: all, needs: ['displayName', ...all] },
};

for (const name of authProviders) {
  const { title = null, endpoints = [], needs = [] } = options[name] ?? {};
  const isGeneric = name.startsWith('oidc');

  test(`${name}: the panel asks for ${endpoints.join() || 'no URLs'}`, () => {
    const { endpointsTitle, endpoints: asked } = optionsOf(name);
    assert.equal([endpointsTitle, asked.map(({ key }) => key)], [title, endpoints]);
    assert.equal(
      Object.keys(labelsOf(name)),
      [
        ...['enabled', 'clientId', 'clientSecret', ...endpoints],
        ...(isGeneric ? ['displayName', 'pkce'] : []),
      ].map((key) => `${name}Auth.${key}`),
    );
  });

  test(`${name}: it needs ${['clientId', 'clientSecret', ...needs].join()} only while enabled`, () => {
    assert.equal(wrong(name, { enabled: false }), []);
    assert.equal(wrong(name, { enabled: true }).sort(), blank('clientId', 'clientSecret', ...needs).sort());
    const addresses = Object.fromEntries(needs.map((key) => [key, 'https://example.com']));
    const given = { enabled: true, clientId: 'id', clientSecret: mask, ...addresses };
    assert.equal(wrong(name, given), []);
  });

  test(`${name}: invalid URLs are refused even while it is disabled`, () => {
    const typed = Object.fromEntries(all.map((key) => [key, 'nowhere']));
    assert.equal(wrong(name, typed).sort(), noUrl(...endpoints).sort());
    assert.equal(wrong(name, typed, typed), [], 'the server has taken them');
  });
}

test('a provider of a newer server needs the common values', () => {
  assert.equal(optionsOf('newcomer').endpoints, []);
  assert.equal(Object.values(labelsOf('newcomer')), ['Enable', 'Client ID', 'Client secret']);
});

test('Microsoft shows examples of its URLs', () => {
  const [auth, token] = optionsOf('microsoft').endpoints.map(({ help }) => help);
  assert.is(auth, 'Example: https://login.microsoftonline.com/YOUR_DIRECTORY_TENANT/oauth2/v2.0/authorize');
  assert.is(token, 'Example: https://login.microsoftonline.com/YOUR_DIRECTORY_TENANT/oauth2/v2.0/token');
});

type Providers = Parameters<typeof groupProviders>[0];
const grouped = (edits: Record<string, object | undefined>) =>
  groupProviders({ ...fresh, ...edits } as Providers);

test('enabled providers come first, and both groups keep the usual order', () => {
  assert.equal(grouped({}), { enabled: [], others: [...authProviders] });
  const { enabled, others } = grouped({
    vkAuth: { enabled: true },
    googleAuth: { enabled: true },
    oidc3Auth: { enabled: true },
  });
  assert.equal(enabled, ['google', 'vk', 'oidc3']);
  assert.equal(
    others,
    authProviders.filter((name) => !enabled.includes(name)),
  );
});

test('providers that the server does not know are hidden, and so is a group with a similar name', () => {
  const { enabled, others } = grouped({ appleAuth: undefined, emailAuth: { enabled: true } });
  assert.equal(enabled, []);
  assert.equal(others, authProviders.slice(1));
  assert.equal(groupProviders({}), { enabled: [], others: [] });
});

test.run();
