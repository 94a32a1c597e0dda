import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authProviders } from '../../../../ui/model/authProviders';
import { ProviderPanel } from '../../../../ui/screens/settings/auth-providers/ProviderPanel';
import { listenForKeys } from '../../../../ui/state/commandKeys';
import * as confirm from '../../../../ui/state/confirm';
import * as unsaved from '../../../../ui/state/forms/unsaved';
import { type FakeBackend, failure, networkError } from '../../../support/backend';
import {
  act,
  click,
  eventually,
  mount,
  press as pressKey,
  rest,
  type,
  type View,
} from '../../../support/render';
import { button, input, isInvalid, open, openDialogs, press, submit } from '../pages';
import { callsOf, closeScene, routes, type Server, startScene, storedSecret, told } from '../settingsScene';

let backend: FakeBackend;
let server: Server;
let happened: string[];

const used = { enabled: true, clientId: 'id', clientSecret: storedSecret };
const labels = (view: View) => view.findAll('[role="dialog"] label').map(({ textContent }) => textContent);
const save = () => button('Save changes') as HTMLButtonElement;

async function openPanel(name: string, changes: object = {}): Promise<View> {
  ({ backend, server } = startScene(changes));
  happened = [];
  return open(
    <ProviderPanel
      name={name}
      onSaved={() => happened.push('saved')}
      onClose={() => happened.push('closed')}
    />,
  );
}

test.after.each(async () => {
  mount(null).unmount();
  closeScene();
  await rest();
});

const titles: Record<string, string> = {
  apple: 'Apple',
  google: 'Google',
  microsoft: 'Microsoft',
  yandex: 'Yandex',
  facebook: 'Facebook',
  instagram: 'Instagram',
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  gitee: 'Gitee',
  gitea: 'Gitea',
  discord: 'Discord',
  twitter: 'Twitter',
  kakao: 'Kakao',
  vk: 'VK',
  spotify: 'Spotify',
  ...{
    twitch: 'Twitch',
    patreon: 'Patreon (v2)',
    strava: 'Strava',
    livechat: 'LiveChat',
    mailcow: 'mailcow',
  },
  planningcenter: 'Planning Center',
  oidc: 'OpenID Connect',
  oidc2: '(2) OpenID Connect',
  oidc3: '(3) OpenID Connect',
};

const optional = ['Auth URL', 'Token URL', 'User API URL'];
const generic = ['Display name*', ...optional.map((label) => `${label}*`), 'Support PKCE'];
const extra: Record<string, { title: string; fields: string[] }> = {
  microsoft: { title: 'Azure AD endpoints', fields: ['Auth URL*', 'Token URL*'] },
  gitlab: { title: 'Self-hosted endpoints (optional)', fields: optional },
  gitea: { title: 'Self-hosted endpoints (optional)', fields: optional },
  mailcow: { title: 'Endpoints', fields: optional.map((label) => `${label}*`) },
  oidc: { title: 'Endpoints', fields: generic },
  oidc2: { title: 'Endpoints', fields: generic },
  oidc3: { title: 'Endpoints', fields: generic },
};

test.before(() => void listenForKeys());

test('each provider has a title', () => {
  assert.equal(Object.keys(titles), authProviders);
});

for (const name of authProviders) {
  const { title, fields = [] } = extra[name] ?? {};
  test(`${name}: "${titles[name]} provider" also asks for ${fields.join() || 'nothing'}`, async () => {
    const view = await openPanel(name);
    assert.is(view.find('h2').textContent, `${titles[name]} provider`);
    assert.equal(labels(view), ['Enable', 'Client ID*', 'Client secret*', ...fields]);
    assert.equal(
      view.findAll('h3').map(({ textContent }) => textContent),
      title ? [title] : [],
    );
    assert.is(button('Generate secret') !== null, name === 'apple');
    assert.ok(input(view, 'Enable').checked);
    assert.ok(save().disabled);
    assert.not(unsaved.hasAny());
  });
}

test('a new OpenID Connect provider starts with a name and with PKCE on', async () => {
  const view = await openPanel('oidc');
  assert.is(input(view, 'Display name*').value, 'OIDC');
  assert.ok(input(view, 'Support PKCE').checked);
  assert.match(view.text(), /Keep this on unless the provider does not support it\./);
});

test('Microsoft shows examples of its URLs', async () => {
  const view = await openPanel('microsoft');
  const help = input(view, 'Auth URL*').getAttribute('aria-describedby') ?? '';
  assert.match(
    document.getElementById(help)?.textContent ?? '',
    /^Example: https:\/\/login\.microsoftonline\.com\//,
  );
});

test('a disabled provider requires nothing, and its errors go', async () => {
  const view = await openPanel('mailcow', { mailcowAuth: { ...used, authUrl: 'https://a.b' } });
  type(input(view, 'Client ID*'), '');
  await rest();
  await submit(view);
  assert.equal(
    ['Client ID*', 'Auth URL*', 'Token URL*', 'User API URL*'].map((label) => isInvalid(view, label)),
    [true, false, true, true],
  );
  assert.equal([callsOf(backend), happened], [['GET'], []]);
  click(input(view, 'Enable'));
  await rest();
  assert.equal(labels(view), ['Enable', 'Client ID', 'Client secret', ...optional]);
  assert.equal(view.findAll('[aria-invalid]'), []);
  await submit(view);
  await eventually(() => happened, ['saved', 'closed']);
  assert.is(callsOf(backend).at(-1), 'PATCH {"mailcowAuth":{"enabled":false,"clientId":""}}');
});

test('the first input with an error gets the focus', async () => {
  const view = await openPanel('google');
  type(input(view, 'Client ID*'), 'id');
  await rest();
  await submit(view);
  await eventually(() => document.activeElement === input(view, 'Client secret*'), true);
});

test('a stored secret is a mask, and stays if nobody replaces it', async () => {
  const view = await openPanel('github', { githubAuth: used });
  assert.equal(
    [input(view, 'Client secret*').value, input(view, 'Client secret*').readOnly],
    ['******', true],
  );
  type(input(view, 'Client ID*'), 'other');
  await rest();
  await submit(view);
  assert.is(callsOf(backend).at(-1), 'PATCH {"githubAuth":{"clientId":"other"}}');
  assert.is((server.held['githubAuth'] as typeof used).clientSecret, storedSecret);
});

test('Ctrl+S saves and keeps the panel open, and without a change does nothing', async () => {
  const view = await openPanel('github', { githubAuth: used });
  assert.not(pressKey(input(view, 'Client ID*'), 's', { ctrlKey: true }));
  await rest();
  assert.equal(callsOf(backend), ['GET']);
  type(input(view, 'Client ID*'), 'other');
  pressKey(input(view, 'Client ID*'), 's', { ctrlKey: true });
  await rest();
  assert.equal([happened, openDialogs()], [['saved'], 1]);
  assert.equal(told(), ['Successfully updated provider settings.']);
  assert.ok(save().disabled);
  assert.is(input(view, 'Client ID*').value, 'other');
});

test('Clear all fields empties and disables the provider, which Save then sends', async () => {
  const view = await openPanel('oidc', {
    oidcAuth: { ...used, displayName: 'Mine', authUrl: 'https://a.b' },
  });
  press('Clear all fields');
  await rest();
  assert.not(input(view, 'Enable').checked);
  assert.not(input(view, 'Support PKCE').checked);
  for (const label of ['Client ID', 'Client secret', 'Display name', ...optional]) {
    assert.is(input(view, label).value, '', label);
  }
  assert.ok(unsaved.hasAny());
  assert.equal(callsOf(backend), ['GET']);
  assert.not(save().disabled);
  click(view.byLabel('Keep the stored value'));
  await rest();
  assert.is(input(view, 'Client secret').value, '******');
});

test('during a save the panel cannot be closed or edited', async () => {
  const view = await openPanel('github', { githubAuth: used });
  type(input(view, 'Client ID*'), 'other');
  await rest();
  const release = backend.hold(routes.write);
  await submit(view);
  assert.ok(input(view, 'Client ID*').readOnly);
  assert.ok(input(view, 'Enable').disabled);
  assert.ok(button('Cancel')?.disabled);
  assert.ok(button('Clear all fields')?.disabled);
  pressKey(view.find('[role="dialog"]'), 'Escape');
  await rest();
  assert.equal([happened, openDialogs()], [[], 1]);
  release();
  await eventually(() => happened, ['saved', 'closed']);
});

test('closing asks about unsaved changes', async () => {
  const view = await openPanel('google');
  type(input(view, 'Client ID*'), 'id');
  await rest();
  press('Cancel');
  await rest();
  assert.is(confirm.state.question?.text, 'You have unsaved changes. Do you really want to close the panel?');
  await act(async () => confirm.no());
  await rest();
  assert.equal([happened, openDialogs()], [[], 1]);
  pressKey(view.find('[role="dialog"]'), 'Escape');
  await rest();
  await act(() => confirm.yes());
  await eventually(() => happened, ['closed']);
});

test('a provider that fails to load shows the error and Retry', async () => {
  ({ backend } = startScene());
  backend.answerOnce(routes.read, networkError);
  const view = await open(<ProviderPanel name="google" onSaved={() => {}} onClose={() => {}} />);
  assert.match(view.find('[role="alert"]').textContent ?? '', /^The provider could not be loaded\./);
  assert.equal([save().disabled, button('Clear all fields'), told()], [true, null, []]);
  press('Retry');
  await rest();
  assert.ok(input(view, 'Client ID*'));
});

test('a popup asks about values that both changed', async () => {
  const view = await openPanel('github', { githubAuth: used });
  type(input(view, 'Client ID*'), 'mine');
  server.change({ githubAuth: { clientId: 'theirs' } });
  await rest();
  await submit(view);
  const popup = view.findAll('[role="dialog"]').at(-1) as HTMLElement;
  assert.match(popup.textContent ?? '', /Client IDBefore: idYoursmineTheirstheirs/);
  click(popup.querySelectorAll('input')[0] as Element);
  await rest();
  click([...popup.querySelectorAll('button')].at(-1) as Element);
  await eventually(() => happened, ['saved', 'closed']);
  assert.is(callsOf(backend).at(-1), 'PATCH {"githubAuth":{"clientId":"mine"}}');
});

test('a server error in a value without an input is reported', async () => {
  const view = await openPanel('google');
  const wrong = { code: 'validation_is_url', message: 'Must be a valid URL.' };
  backend.answer(
    routes.write,
    failure(400, 'Failed.', { googleAuth: { authUrl: wrong }, s3: { endpoint: wrong } }),
  );
  type(input(view, 'Client ID*'), 'id');
  type(input(view, 'Client secret*'), 'secret');
  await rest();
  await submit(view);
  assert.match(told().at(-1) ?? '', /googleAuth\.authUrl: Must be a valid URL\.\ns3\.endpoint: Must/);
  assert.equal(happened, []);
});

test('the redirect URL can be copied', async () => {
  const view = await openPanel('google');
  assert.match(view.text(), 'http://localhost:8090/api/oauth2-redirect');
  assert.ok(view.byLabel('Copy redirect URL'));
});

async function openApple(): Promise<View> {
  const view = await openPanel('apple', { appleAuth: { ...used, clientId: 'com.example' } });
  press('Generate secret');
  await rest();
  return view;
}
const popup = (view: View) => view.findAll('[role="dialog"]')[1] as HTMLElement | undefined;
const inPopup = (view: View, label: string) => {
  const found = [...(popup(view)?.querySelectorAll('label') ?? [])].find(
    ({ textContent }) => textContent === label,
  );
  return found?.control as HTMLInputElement;
};

test('the secret of Apple is generated from a key, and Enter in the popup does not save the panel', async () => {
  const view = await openApple();
  assert.is(popup(view)?.querySelector('h2')?.textContent, 'Generate Apple client secret');
  assert.is(inPopup(view, 'Client ID*').value, 'com.example');
  assert.is(inPopup(view, 'Duration (in seconds)*').value, '15777000');
  assert.match(popup(view)?.textContent ?? '', /The server does not store it/);
  type(inPopup(view, 'Team ID*'), 'TEAM567890');
  type(inPopup(view, 'Key ID*'), 'KEY4567890');
  type(inPopup(view, 'Private key*'), '\nthe key\n');
  await rest();
  assert.not(pressKey(inPopup(view, 'Team ID*'), 's', { ctrlKey: true }));
  act(() => popup(view)?.querySelector('form')?.requestSubmit());
  await eventually(() => Boolean(popup(view)), false);
  assert.equal(callsOf(backend).slice(1), [
    'POST apple/generate-client-secret ' +
      '{"clientId":"com.example","teamId":"TEAM567890","keyId":"KEY4567890","privateKey":"the key","duration":15777000}',
  ]);
  assert.equal(told(), ['Successfully generated client secret.']);
  assert.equal([input(view, 'Client secret*').value, happened], ['made.of.a.key', []]);
  assert.not(save().disabled);
  await submit(view);
  assert.is(callsOf(backend).at(-1), 'PATCH {"appleAuth":{"clientSecret":"made.of.a.key"}}');
});

test('errors of the key are at its inputs, and closing asks', async () => {
  const view = await openApple();
  type(inPopup(view, 'Team ID*'), 'SHORT');
  await rest();
  act(() => popup(view)?.querySelector('form')?.requestSubmit());
  await rest();
  assert.equal(
    ['Client ID*', 'Team ID*', 'Key ID*', 'Duration (in seconds)*', 'Private key*'].map((label) =>
      inPopup(view, label).getAttribute('aria-invalid'),
    ),
    [null, 'true', 'true', null, 'true'],
  );
  assert.equal(callsOf(backend), ['GET']);
  press('Close');
  await rest();
  assert.is(confirm.state.question?.text, 'You have unsaved changes. Do you really want to close the popup?');
  await act(() => confirm.yes());
  await eventually(() => Boolean(popup(view)), false);
  assert.ok(save().disabled);
});

test.run();
