import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authProviders, providerTitle } from '../../../ui/model/authProviders';
import { ProvidersPage } from '../../../ui/settings/auth-providers/ProvidersPage';
import type { FakeBackend } from '../../support/backend';
import { click, eventually, mount, press as pressKey, rest, type, type View } from '../../support/render';
import { bar, button, input, open, press, submit } from '../pages';
import { callsOf, closeScene, type Server, startScene, storedSecret, told } from '../settingsScene';

let backend: FakeBackend;
let server: Server;

const used = { enabled: true, clientId: 'id', clientSecret: storedSecret };
const cards = (view: View) => view.findAll('li:has(h3)');
const names = (view: View) => cards(view).map((card) => card.querySelector('code')?.textContent);
const card = (view: View, name: string) =>
  cards(view).find((one) => one.querySelector('code')?.textContent === name) as HTMLElement;
const gear = (view: View, name: string) =>
  card(view, name).querySelector('[aria-label$=" provider settings"]') as HTMLElement;
const badges = (view: View) => cards(view).map((one) => /Enabled$/.test(one.textContent ?? ''));
const panel = (view: View) => view.findAll('[role="dialog"]')[0] ?? null;
const without = (...gone: string[]) => authProviders.filter((name) => !gone.includes(name));

async function startWith(changes: object = {}): Promise<View> {
  ({ backend, server } = startScene(changes));
  return open(<ProvidersPage />);
}

async function openPanel(view: View, name: string): Promise<void> {
  click(gear(view, name));
  await rest();
}

test.after.each(async () => {
  mount(null).unmount();
  closeScene();
  await rest();
});

test('all 25 providers have a title and a short name, and a fresh server has none enabled', async () => {
  const view = await startWith();
  assert.is(view.find('h1').textContent, 'Auth providers');
  assert.equal(names(view), authProviders);
  assert.equal(
    cards(view).map((one) => one.querySelector('h3')?.textContent),
    authProviders.map(providerTitle),
  );
  assert.equal(badges(view), Array(25).fill(false));
  assert.match(bar(view) ?? '', /^0 enabled/);
});

test('an empty search result has a message, and its button and Escape clear the search and focus it', async () => {
  const view = await startWith({ googleAuth: used });
  const box = input(view, 'Search providers');
  for (const clear of [
    () => press('Show all providers'),
    () => pressKey(box, 'Escape'),
    () => click(view.byLabel('Clear search')),
  ]) {
    type(box, 'no such');
    await rest();
    assert.equal([cards(view), Boolean(view.byText('No providers found.'))], [[], true]);
    clear();
    await rest();
    assert.equal([box.value, cards(view).length], ['', 25]);
    assert.ok(document.activeElement === box);
  }
});

test('Refresh shows a provider that someone else has enabled', async () => {
  const view = await startWith();
  server.change({ stravaAuth: used });
  click(view.byLabel('Refresh'));
  await rest();
  assert.is(names(view)[0], 'strava');
});

test('a saved provider moves to the enabled ones, and its panel closes', async () => {
  const view = await startWith({ googleAuth: used });
  const before = card(view, 'discord');
  await openPanel(view, 'discord');
  assert.is(panel(view)?.querySelector('h2')?.textContent, 'Discord provider');
  assert.ok(button('Save changes')?.disabled);
  click(input(view, 'Enable'));
  await rest();
  type(input(view, 'Client ID*'), 'my id');
  type(input(view, 'Client secret*'), 'my secret');
  await rest();
  await submit(view, '[role="dialog"] form');
  await eventually(() => Boolean(panel(view)), false);
  assert.equal(names(view), ['google', 'discord', ...without('google', 'discord')]);
  assert.ok(card(view, 'discord') === before);
  assert.ok(document.activeElement === gear(view, 'discord'), 'its gear has the focus again');
  assert.equal(badges(view), [true, true, ...Array(23).fill(false)]);
  assert.match(bar(view) ?? '', /^2 enabled/);
  type(input(view, 'Search providers'), ' openid ');
  await rest();
  assert.equal(names(view), ['oidc', 'oidc2', 'oidc3']);
  assert.match(bar(view) ?? '', /^3 found, 0 enabled/);
  assert.equal(told(), ['Successfully updated provider settings.']);
  assert.is(
    callsOf(backend).at(-1),
    'PATCH {"discordAuth":{"enabled":true,"clientId":"my id","clientSecret":"my secret"}}',
  );
});

test.run();
