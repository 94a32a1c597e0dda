import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authProviders } from '../../../../ui/model/authProviders';
import { createProviderForm } from '../../../../ui/screens/settings/auth-providers/providerForm';
import { createProviderList } from '../../../../ui/screens/settings/auth-providers/providerList';
import * as confirm from '../../../../ui/state/confirm';
import { type FakeBackend, failure, networkError } from '../../../support/backend';
import {
  answer,
  callsOf,
  closeScene,
  mask,
  read,
  routes,
  type Server,
  startScene,
  storedSecret,
  told,
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
  JSON.parse(JSON.stringify(settings.valueAt(`${name}Auth`)));

test.before.each(() => {
  ({ backend, server } = startScene({ githubAuth: github, oidcAuth: { ...github, ...addresses } }));
  heard = [];
});
test.after.each(closeScene);

for (const name of authProviders.filter((one) => !['github', 'oidc'].includes(one))) {
  test(`${name}: never set up, so Enable is on before anybody has changed anything`, async () => {
    const provider = await opened(name);
    assert.equal([valuesOf(provider, name).enabled, provider.settings.isChanged()], [true, false]);
    assert.is(provider.mayClose(), true);
    provider.settings.set(provider.at('clientId'), 'id');
    assert.ok(provider.settings.isChanged());
    provider.settings.reset();
    assert.equal([valuesOf(provider, name).enabled, provider.settings.isChanged()], [true, false]);
  });
}

for (const [what, given] of [
  ['with a client id', { clientId: 'id' }],
  ['with a secret', { clientSecret: storedSecret }],
] as const) {
  test(`a provider that was set up ${what} and disabled stays disabled`, async () => {
    server.change({ googleAuth: given });
    const provider = await opened('google');
    assert.equal([valuesOf(provider, 'google').enabled, provider.settings.isChanged()], [false, false]);
  });
}

test('an OpenID Connect provider that was never set up begins with a name and PKCE', async () => {
  assert.match(JSON.stringify(valuesOf(await opened('oidc2'), 'oidc2')), '"displayName":"OIDC","pkce":true');
  server.change({ oidc3Auth: { displayName: 'Mine' } });
  assert.is(valuesOf(await opened('oidc3'), 'oidc3').displayName, 'Mine');
  const { displayName, pkce } = valuesOf(await opened('google'), 'google');
  assert.equal([displayName, pkce], ['', null]);
});

test('the preselected switch is sent along with what is typed, and only this provider', async () => {
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

test('a provider that is used is saved by what changed, its secret untouched', async () => {
  const { settings, at } = await opened('github');
  settings.set(at('clientId'), 'other');
  assert.ok(await settings.save());
  assert.equal(callsOf(backend), ['GET', 'PATCH {"githubAuth":{"clientId":"other"}}']);
  assert.is(read(server.held, 'githubAuth.clientSecret'), storedSecret);
});

test('Clear all fields empties and disables it; nothing is sent before Save', async () => {
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

test('a provider that was cleared and saved is shown as it is then, disabled', async () => {
  const provider = await opened('github');
  provider.clear();
  assert.ok(await provider.settings.save());
  assert.is(provider.settings.valueAt(provider.at('enabled')), false);
});

test('of an OpenID Connect provider it empties the addresses and the name, and PKCE is off', async () => {
  const provider = await opened('oidc');
  provider.settings.set(provider.at('displayName'), 'Mine');
  provider.clear();
  assert.equal(valuesOf(provider, 'oidc'), {
    ...{ enabled: false, clientId: '', clientSecret: '', displayName: '', pkce: false },
    ...{ authUrl: '', tokenUrl: '', userApiUrl: '' },
  });
});

test('it takes the faults away that were told', async () => {
  const provider = await opened('oidc2');
  provider.settings.set(provider.at('authUrl'), 'nowhere');
  assert.not(await provider.settings.save());
  assert.ok(Object.keys(provider.settings.form.state.errors).length > 3);
  provider.clear();
  assert.equal(provider.settings.form.state.errors, {});
});

test('also those of the provider that have no input', async () => {
  server.change({ microsoftAuth: { clientId: 'id' } });
  const provider = await opened('microsoft');
  const wrong = { code: 'validation_is_url', message: 'Must be a valid URL.' };
  backend.answerOnce(routes.write, failure(400, 'Failed.', { microsoftAuth: { userApiUrl: wrong } }));
  provider.settings.set(provider.at('clientId'), 'other');
  assert.not(await provider.settings.save());
  assert.equal(provider.settings.form.state.errors, { 'microsoftAuth.userApiUrl': wrong });
  provider.clear();
  assert.equal(provider.settings.form.state.errors, {});
});

test('closing asks while something is unsaved', async () => {
  const provider = await opened('google');
  provider.settings.set(provider.at('clientId'), 'id');
  const closing = provider.mayClose();
  assert.is(confirm.state.question?.text, 'You have unsaved changes. Do you really want to close the panel?');
  await answer(false);
  assert.is(await closing, false);
  const again = provider.mayClose();
  await answer(true);
  assert.is(await again, true);
});

test('the provider is told where to send people back to', async () => {
  assert.is((await opened('google')).redirectUrl, 'http://localhost:8090/api/oauth2-redirect');
});

test('the list is loaded, and again after a failure; a refresh keeps what is shown meanwhile', async () => {
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

test('of two loads of the list only the newer one counts', async () => {
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

test.run();
