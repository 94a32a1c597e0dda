import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listenForKeys } from '../../../ui/page/commandKeys';
import * as confirm from '../../../ui/page/confirm';
import * as unsaved from '../../../ui/page/forms/unsaved';
import { ProviderPanel } from '../../../ui/settings/auth-providers/ProviderPanel';
import { type FakeBackend, failure } from '../../support/backend';
import {
  act,
  click,
  eventually,
  mount,
  press as pressKey,
  rest,
  type,
  type View,
} from '../../support/render';
import { button, input, isInvalid, open, openDialogs, press, submit } from '../pages';
import { callsOf, closeScene, routes, startScene, storedSecret, told } from '../settingsScene';

let backend: FakeBackend;
let happened: string[];

const used = { enabled: true, clientId: 'id', clientSecret: storedSecret };
const labels = (view: View) => view.findAll('[role="dialog"] label').map(({ textContent }) => textContent);
const save = () => button('Save changes') as HTMLButtonElement;

async function openPanel(name: string, changes: object = {}): Promise<View> {
  ({ backend } = startScene(changes));
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

const endpoints = ['Auth URL', 'Token URL', 'User API URL'];
const required = endpoints.map((label) => `${label}*`);
const generic = ['Display name*', ...required, 'Support PKCE'];

test.before(() => void listenForKeys());

for (const [name, title, section, fields] of [
  ['apple', 'Apple', null, []],
  ['microsoft', 'Microsoft', 'Azure AD endpoints', required.slice(0, 2)],
  ['gitlab', 'GitLab', 'Self-hosted endpoints (optional)', endpoints],
  ['mailcow', 'mailcow', 'Endpoints', required],
  ['oidc', 'OpenID Connect', 'Endpoints', generic],
  ['oidc2', '(2) OpenID Connect', 'Endpoints', generic],
] as const) {
  test(`${name}: "${title} provider" also asks for ${fields.join() || 'nothing'}`, async () => {
    const view = await openPanel(name);
    assert.is(view.find('h2').textContent, `${title} provider`);
    assert.equal([input(view, 'Enable').checked, save().disabled, unsaved.hasAny()], [false, true, false]);
    click(input(view, 'Enable'));
    await rest();
    assert.equal(labels(view), ['Enable', 'Client ID*', 'Client secret*', ...fields]);
    assert.equal(
      view.findAll('h3').map(({ textContent }) => textContent),
      section ? [section] : [],
    );
    assert.is(button('Generate secret') !== null, name === 'apple');
    assert.match(view.text(), 'http://localhost:8090/api/oauth2-redirect');
  });
}

test('a new OpenID Connect provider starts with PKCE, and with a name unless it has one', async () => {
  const shown = (view: View) => [input(view, 'Display name').value, input(view, 'Support PKCE').checked];
  assert.equal(shown(await openPanel('oidc2')), ['OIDC', true]);
  mount(null).unmount();
  assert.equal(shown(await openPanel('oidc3', { oidc3Auth: { displayName: 'Mine' } })), ['Mine', true]);
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
  assert.equal(labels(view), ['Enable', 'Client ID', 'Client secret', ...endpoints]);
  assert.equal(view.findAll('[aria-invalid]'), []);
  await submit(view);
  await eventually(() => happened, ['saved', 'closed']);
  assert.is(callsOf(backend).at(-1), 'PATCH {"mailcowAuth":{"enabled":false,"clientId":""}}');
});

test('Clear all fields empties and disables the provider in the form, which Save then sends', async () => {
  const urls = { authUrl: 'https://a.b/1', tokenUrl: 'https://a.b/2', userApiUrl: 'https://a.b/3' };
  const view = await openPanel('oidc', { oidcAuth: { ...used, displayName: 'Mine', pkce: true, ...urls } });
  type(input(view, 'Auth URL*'), 'nowhere');
  await rest();
  await submit(view);
  assert.ok(isInvalid(view, 'Auth URL*'));
  press('Clear all fields');
  await rest();
  assert.equal([input(view, 'Enable').checked, input(view, 'Support PKCE').checked], [false, false]);
  assert.equal([view.findAll('[aria-invalid]'), callsOf(backend)], [[], ['GET']]);
  click(view.byLabel('Keep the stored value'));
  await rest();
  assert.is(input(view, 'Client secret').value, '******');
  press('Clear all fields');
  await rest();
  pressKey(input(view, 'Client ID'), 's', { ctrlKey: true });
  await rest();
  assert.equal([happened, openDialogs(), save().disabled], [['saved'], 1, true]);
  assert.not(input(view, 'Enable').checked, 'it is not switched on again');
  const texts = ['clientId', 'clientSecret', 'displayName', 'authUrl', 'tokenUrl', 'userApiUrl'];
  const empty = Object.fromEntries(texts.map((key) => [key, '']));
  assert.equal(JSON.parse(callsOf(backend).at(-1)?.replace('PATCH ', '') ?? ''), {
    oidcAuth: { enabled: false, pkce: false, ...empty },
  });
});

test('a server error in a value without an input is reported', async () => {
  const view = await openPanel('google');
  const wrong = { code: 'validation_is_url', message: 'Must be a valid URL.' };
  backend.answer(
    routes.write,
    failure(400, 'Failed.', { googleAuth: { authUrl: wrong }, s3: { endpoint: wrong } }),
  );
  type(input(view, 'Client ID'), 'id');
  type(input(view, 'Client secret'), 'secret');
  await rest();
  await submit(view);
  assert.match(told().at(-1) ?? '', /googleAuth\.authUrl: Must be a valid URL\.\ns3\.endpoint: Must/);
  press('Cancel');
  await rest();
  assert.is(confirm.state.question?.text, 'You have unsaved changes. Do you really want to close the panel?');
  assert.equal(happened, []);
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
  type(inPopup(view, 'Team ID*'), ' TEAM567890');
  type(inPopup(view, 'Key ID*'), 'KEY4567890 ');
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
  const wrong = (label: string) => inPopup(view, label).getAttribute('aria-invalid');
  assert.equal(['Client ID*', 'Team ID*', 'Private key*'].map(wrong), [null, 'true', 'true']);
  assert.equal(callsOf(backend), ['GET']);
  press('Close');
  await rest();
  assert.is(confirm.state.question?.text, 'You have unsaved changes. Do you really want to close the popup?');
  await act(() => confirm.yes());
  await eventually(() => Boolean(popup(view)), false);
  assert.ok(save().disabled);
});

test.run();
