// Signs a user in through a provider like an application: this creates the link between user and account.

import type { TestBackend } from './server';
import { askServer } from './walk';

/** A provider in the response of `auth-methods`. */
export interface OfferedProvider {
  readonly name: string;
  readonly displayName: string;
  readonly state: string;
  readonly authUrl: string;
  readonly codeVerifier: string;
  readonly codeChallengeMethod: string;
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

export function spendCode(backend: TestBackend, { name, codeVerifier }: OfferedProvider, code: string) {
  const body = { provider: name, code, codeVerifier, redirectUrl: redirectUrlOf(backend) };
  return askServer(backend, 'collections/users/auth-with-oauth2', { method: 'POST', body, token: '' });
}

/**
 * Runs the whole sign-in of a user; throws when the backend refuses it or does not offer the provider. `sub` is that of
 * the account at the provider, by default its first one.
 */
export async function signInThrough(
  backend: TestBackend,
  { provider = 'oidc', sub }: { readonly provider?: string; readonly sub?: string } = {},
) {
  const offered = (await offeredProviders(backend)).find(({ name }) => name === provider);
  if (!offered) throw new Error(`The users are not offered ${provider}.`);
  const { status, json } = await spendCode(backend, offered, await codeOf(backend, offered, sub));
  if (status !== 200) throw new Error(`${status} of auth-with-oauth2: ${JSON.stringify(json)}`);
  return json as {
    token: string;
    record: { id: string; email: string; verified: boolean };
    meta: { id: string; name: string; isNew: boolean };
  };
}
