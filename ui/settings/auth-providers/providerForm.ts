import { apiAddress } from '../../backend/client';
import { providerTitle } from '../../model/authProviders';
import type { FieldErrors } from '../../model/fieldErrors';
import { type AuthProvider, providerKey, type SettingsOf } from '../../model/settings';
import { valueAt } from '../settingsChanges';
import { createSettingsForm } from '../settingsForm';
import { allErrors, requiredErrors, urlErrors } from '../settingsRules';

/** Validates a provider before sending; a disabled provider needs no values. */
export function providerErrors(name: string, values: object, saved: object): FieldErrors {
  const at = (key: string) => `${providerKey(name)}.${key}`;
  const { endpoints, needsEndpoints, isGeneric } = optionsOf(name);
  const addresses = endpoints.map(({ key }) => at(key));
  const needed = [
    at('clientId'),
    at('clientSecret'),
    ...(isGeneric ? [at('displayName')] : []),
    ...(needsEndpoints ? addresses : []),
  ];
  const isEnabled = valueAt(values, at('enabled')) === true;
  return allErrors(isEnabled ? requiredErrors(values, needed) : {}, urlErrors(values, saved, addresses));
}

type ProviderPath = `${string}.${keyof AuthProvider}`;

export type ProviderForm = ReturnType<typeof createProviderForm>;

export function createProviderForm(name: string, onSaved: (saved: SettingsOf<'authProviders'>) => void) {
  const key = providerKey(name);
  const { endpoints, isGeneric } = optionsOf(name);
  const at = (part: keyof AuthProvider): ProviderPath => `${key}.${part}`;
  const settings = createSettingsForm({
    part: 'authProviders',
    noun: `provider ${providerTitle(name)}`,
    labels: labelsOf(name),
    savedText: 'Successfully updated provider settings.',
    prepare: (values) => {
      const provider = values[key];
      if (provider && isGeneric && isUntouched(provider))
        Object.assign(provider, { displayName: provider.displayName || 'OIDC', pkce: true });
    },
    check: (values, saved) => providerErrors(name, values, saved),
    onSaved,
  });

  return {
    settings,
    at,
    /** The redirect URL to register with the provider. */
    redirectUrl: apiAddress('oauth2-redirect'),

    /** Empties all settings and disables the provider in the form; a save stores this. */
    clear(): void {
      const empty: (keyof AuthProvider)[] = ['clientId', 'clientSecret', ...endpoints.map(({ key }) => key)];
      if (isGeneric) empty.push('displayName');
      for (const part of empty) settings.set(at(part), '');
      settings.set(at('enabled'), false);
      settings.set(at('pkce'), isGeneric ? false : null);
      settings.clearErrors(key);
    },
  };
}

function isUntouched({ enabled, clientId, clientSecret }: Record<string, unknown>): boolean {
  return enabled !== true && clientId === '' && clientSecret === '';
}

/** The inputs of a provider besides client id and secret. */
export interface ProviderOptions {
  /** The title above the endpoints; null if there are none. */
  endpointsTitle: string | null;
  endpoints: readonly Endpoint[];
  /** The endpoints are required while the provider is enabled. */
  needsEndpoints: boolean;
  /** Any OpenID Connect server, with a name of the operator's choice. */
  isGeneric: boolean;
}

interface Endpoint {
  key: 'authUrl' | 'tokenUrl' | 'userApiUrl';
  label: string;
  help?: string;
}

const authUrl: Endpoint = { key: 'authUrl', label: 'Auth URL' };
const tokenUrl: Endpoint = { key: 'tokenUrl', label: 'Token URL' };
const userApiUrl: Endpoint = { key: 'userApiUrl', label: 'User API URL' };
const all = [authUrl, tokenUrl, userApiUrl];

const none: ProviderOptions = {
  endpointsTitle: null,
  endpoints: [],
  needsEndpoints: false,
  isGeneric: false,
};
const selfHosted = { ...none, endpointsTitle: 'Self-hosted endpoints (optional)', endpoints: all };
const generic = { endpointsTitle: 'Endpoints', endpoints: all, needsEndpoints: true, isGeneric: true };
const azure = 'Example: https://login.microsoftonline.com/YOUR_DIRECTORY_TENANT/oauth2/v2.0';

const special: Readonly<Record<string, ProviderOptions>> = {
  microsoft: {
    endpointsTitle: 'Azure AD endpoints',
    endpoints: [
      { ...authUrl, help: `${azure}/authorize` },
      { ...tokenUrl, help: `${azure}/token` },
    ],
    needsEndpoints: true,
    isGeneric: false,
  },
  gitlab: selfHosted,
  gitea: selfHosted,
  mailcow: { ...none, endpointsTitle: 'Endpoints', endpoints: all, needsEndpoints: true },
  oidc: generic,
  oidc2: generic,
  oidc3: generic,
};

export function optionsOf(name: string): ProviderOptions {
  return special[name] ?? none;
}

function labelsOf(name: string): Readonly<Record<string, string>> {
  const at = (key: keyof AuthProvider) => `${providerKey(name)}.${key}`;
  const { endpoints, isGeneric } = optionsOf(name);
  return {
    [at('enabled')]: 'Enable',
    [at('clientId')]: 'Client ID',
    [at('clientSecret')]: 'Client secret',
    ...Object.fromEntries(endpoints.map(({ key, label }) => [at(key), label])),
    ...(isGeneric && { [at('displayName')]: 'Display name', [at('pkce')]: 'Support PKCE' }),
  };
}
