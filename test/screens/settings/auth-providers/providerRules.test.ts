import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authProviders } from '../../../../ui/model/authProviders';
import { groupProviders } from '../../../../ui/screens/settings/auth-providers/providerList';
import { labelsOf, optionsOf } from '../../../../ui/screens/settings/auth-providers/providerOptions';
import { providerErrors } from '../../../../ui/screens/settings/auth-providers/providerRules';
import { mask, masked, wholeSettings } from '../settingsScene';

type Groups = Record<string, Record<string, unknown>>;

const fresh = masked(wholeSettings()) as Groups;
const provider = (name: string) => fresh[`${name}Auth`] ?? {};

/** What is wrong with a provider, by its keys. */
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

  test(`${name}: its panel asks for ${endpoints.join() || 'no addresses'}`, () => {
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

  test(`${name}: when enabled it needs ${['clientId', 'clientSecret', ...needs].join()}, else nothing`, () => {
    assert.equal(wrong(name, { enabled: false }), []);
    assert.equal(wrong(name, { enabled: true }).sort(), blank('clientId', 'clientSecret', ...needs).sort());
    const addresses = Object.fromEntries(needs.map((key) => [key, 'https://example.com']));
    const given = { enabled: true, clientId: 'id', clientSecret: mask, ...addresses };
    assert.equal(wrong(name, given), []);
  });

  test(`${name}: addresses that are none are refused, also while it is not enabled`, () => {
    const typed = Object.fromEntries(all.map((key) => [key, 'nowhere']));
    assert.equal(wrong(name, typed).sort(), noUrl(...endpoints).sort());
    assert.equal(wrong(name, typed, typed), [], 'the server has taken them');
  });
}

test('a provider that a newer server knows is asked for what all have', () => {
  assert.equal(optionsOf('newcomer').endpoints, []);
  assert.equal(Object.values(labelsOf('newcomer')), ['Enable', 'Client ID', 'Client secret']);
});

test('Microsoft shows what its addresses look like', () => {
  const [auth, token] = optionsOf('microsoft').endpoints.map(({ help }) => help);
  assert.is(auth, 'Example: https://login.microsoftonline.com/YOUR_DIRECTORY_TENANT/oauth2/v2.0/authorize');
  assert.is(token, 'Example: https://login.microsoftonline.com/YOUR_DIRECTORY_TENANT/oauth2/v2.0/token');
});

type Providers = Parameters<typeof groupProviders>[0];
const grouped = (edits: Record<string, object | undefined>) =>
  groupProviders({ ...fresh, ...edits } as Providers);

test('those that are enabled come first, both in their usual order', () => {
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

test('those that a server does not know are not shown, nor is the group that only sounds like one', () => {
  const { enabled, others } = grouped({ appleAuth: undefined, emailAuth: { enabled: true } });
  assert.equal(enabled, []);
  assert.equal(others, authProviders.slice(1));
  assert.equal(groupProviders({}), { enabled: [], others: [] });
});

test.run();
