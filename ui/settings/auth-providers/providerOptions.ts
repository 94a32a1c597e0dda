import { type AuthProvider, providerKey } from '../../model/settings';

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

export interface Endpoint {
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

/** Returns the labels of a provider's inputs, by path. */
export function labelsOf(name: string): Readonly<Record<string, string>> {
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
