// Signs a user in through a provider like an application: this creates the link between user and account.

import type { TestBackend } from './server';

/** A provider in the response of `auth-methods`. */
export interface OfferedProvider {
  readonly name: string;
  readonly displayName: string;
  readonly state: string;
  readonly authUrl: string;
  readonly codeVerifier: string;
  readonly codeChallengeMethod: string;
}

interface SignIn {
  /** The collection of the user; `users` by default. */
  readonly collection?: string;
  /** One of the backend's providers; `oidc` by default. */
  readonly provider?: string;
  /** The `sub` of the account at the provider; the provider's first account by default. */
  readonly sub?: string;
}

export interface ProviderAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the server really says, whatever that is
  readonly json: any;
}

/** Returns the URL to which the provider redirects. */
export const redirectUrlOf = (backend: TestBackend) => `${backend.url}/api/oauth2-redirect`;

export async function offeredProviders(
  backend: TestBackend,
  collection = 'users',
): Promise<OfferedProvider[]> {
  const answer = await fetch(`${backend.url}/api/collections/${collection}/auth-methods`);
  return ((await answer.json()) as { authProviders: OfferedProvider[] }).authProviders;
}

/** Returns the code from the provider's redirect; follows the pages like a browser. */
export async function codeOf(backend: TestBackend, offered: OfferedProvider, sub?: string): Promise<string> {
  const redirectUrl = redirectUrlOf(backend);
  const hint = sub === undefined ? '' : `&login_hint=${encodeURIComponent(sub)}`;
  const cookies = new Map<string, string>();
  let at = offered.authUrl + encodeURIComponent(redirectUrl) + hint;
  while (!at.startsWith(redirectUrl)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const page = await fetch(at, { redirect: 'manual', headers: { cookie } });
    const next = page.headers.get('location');
    if (next === null) throw new Error(`${page.status} of ${at}: ${await page.text()}`);
    for (const set of page.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    at = new URL(next, at).href;
  }
  const { searchParams } = new URL(at);
  const code = searchParams.get('code');
  if (code === null || searchParams.get('state') !== offered.state)
    throw new Error(`The provider redirected to ${at}.`);
  return code;
}

export async function spendCode(
  backend: TestBackend,
  { name, codeVerifier }: OfferedProvider,
  code: string,
  collection = 'users',
): Promise<ProviderAnswer> {
  const answer = await fetch(`${backend.url}/api/collections/${collection}/auth-with-oauth2`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ provider: name, code, codeVerifier, redirectUrl: redirectUrlOf(backend) }),
  });
  return { status: answer.status, json: await answer.json() };
}

/** Runs the whole sign-in; throws when the backend refuses it or does not offer the provider. */
export async function signInThrough(
  backend: TestBackend,
  { collection = 'users', provider = 'oidc', sub }: SignIn = {},
) {
  const offered = (await offeredProviders(backend, collection)).find(({ name }) => name === provider);
  if (!offered) throw new Error(`${collection} does not offer ${provider}.`);
  const { status, json } = await spendCode(backend, offered, await codeOf(backend, offered, sub), collection);
  if (status !== 200) throw new Error(`${status} of auth-with-oauth2: ${JSON.stringify(json)}`);
  return json as {
    token: string;
    record: { id: string; email: string; verified: boolean };
    meta: { id: string; name: string; isNew: boolean };
  };
}
