import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authProviders } from '../../../ui/model/authProviders';
import { type AppleKeyForm, appleKeyErrors } from '../../../ui/settings/auth-providers/appleSecret';
import { providerErrors } from '../../../ui/settings/auth-providers/providerForm';
import { groupProviders } from '../../../ui/settings/auth-providers/providerList';
import { mask, masked, wholeSettings } from '../settingsScene';

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
const options: Record<string, { endpoints: string[]; needs: string[] }> = {
  microsoft: { endpoints: all.slice(0, 2), needs: all.slice(0, 2) },
  gitlab: { endpoints: all, needs: [] },
  gitea: { endpoints: all, needs: [] },
  mailcow: { endpoints: all, needs: all },
  oidc: { endpoints: all, needs: ['displayName', ...all] },
  oidc2: { endpoints: all, needs: ['displayName', ...all] },
  oidc3: { endpoints: all, needs: ['displayName', ...all] },
  // Only a newer server knows it.
  newcomer: { endpoints: [], needs: [] },
};

for (const name of [...authProviders, 'newcomer']) {
  const { endpoints = [], needs = [] } = options[name] ?? {};

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

type Providers = Parameters<typeof groupProviders>[0];
const grouped = (edits: Record<string, object | undefined>) =>
  groupProviders({ ...fresh, ...edits } as Providers);

test('providers that the server does not know are hidden, and so is a group with a similar name', () => {
  const { enabled, others } = grouped({ appleAuth: undefined, emailAuth: { enabled: true } });
  assert.equal(enabled, []);
  assert.equal(others, authProviders.slice(1));
  assert.equal(groupProviders({}), { enabled: [], others: [] });
});

for (const [text, found] of [
  [' openid ', ['oidc', 'oidc2', 'oidc3']],
  ['(v2)', ['patreon']],
  ['  ', authProviders],
] as const) {
  test(`the search "${text}" finds ${found.length} providers`, () => {
    const others = authProviders.filter((name) => (found as readonly string[]).includes(name));
    assert.equal(groupProviders(fresh as Providers, text), { enabled: [], others });
  });
}

const whole: AppleKeyForm = {
  clientId: 'com.example.app',
  teamId: 'TEAM567890',
  keyId: 'KEY4567890',
  privateKey: 'the key',
  duration: '15777000',
};
const length = 'The length must be exactly 10.';
const bounds = 'Must be from 1 second to 182 days 14 hours 30 minutes.';
const unreadable = 'Not a duration. Use seconds, or units such as 14d, 30m or 1h 30m.';

const appleKeys: [edits: Partial<AppleKeyForm>, wrong: Record<string, string>][] = [
  [{}, {}],
  [{ teamId: 'TEAM56789' }, { teamId: length }],
  [{ keyId: ' KEY4567890 ' }, {}],
  [{ duration: '0' }, { duration: bounds }],
  [{ duration: '15777001' }, { duration: bounds }],
  [{ duration: '1.5' }, { duration: unreadable }],
];
for (const [edits, wrong] of appleKeys) {
  test(`${JSON.stringify(edits)} gives the errors ${JSON.stringify(wrong)}`, () => {
    const errors = Object.entries(appleKeyErrors({ ...whole, ...edits }));
    assert.equal(Object.fromEntries(errors.map(([path, { message }]) => [path, message])), wrong);
  });
}

test.run();
