// A real OpenID provider for the backend's `oidc` settings: it signs every visitor in and redirects back.
//
//   const provider = await openIdProvider(`${backend.url}/api/oauth2-redirect`, [ada]);
//   await patchSettings({ oidcAuth: provider.settings });
//   await provider.stop();

import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OpenIdAccount {
  /** The permanent id of the account at the provider. */
  readonly sub: string;
  readonly email: string;
  readonly name: string;
  /** False: the provider has not verified the address, so the backend does not accept it. */
  readonly email_verified?: boolean;
}

export type OpenIdProvider = Awaited<ReturnType<typeof openIdProvider>>;

const clientId = 'lowline-tests';
const clientSecret = 'a secret that only the backend and the provider know';

/**
 * Starts a provider that redirects to `redirectUrl` without a question. It signs in the account whose `sub`
 * is the `login_hint`, else the first one.
 */
export async function openIdProvider(
  redirectUrl: string,
  accounts: readonly [OpenIdAccount, ...OpenIdAccount[]],
) {
  const server = http.createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accountOf = (sub: string | undefined) => accounts.find((account) => account.sub === sub);

  const provider = await withoutWarnings(async () => {
    const { Provider } = await import('oidc-provider');
    return new Provider(url, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [redirectUrl],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      features: { devInteractions: { enabled: false } },
      findAccount(_, sub) {
        const account = accountOf(sub);
        return account && { accountId: sub, claims: () => ({ email_verified: true, ...account }) };
      },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      // In seconds.
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    });
  });

  /** Replaces the page where a user would type a password and agree. */
  async function signIn(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { params } = await provider.interactionDetails(request, response);
    const hint = params['login_hint'];
    const account = hint === undefined ? accounts[0] : accountOf(hint);
    if (!account) throw new Error(`There is no account ${hint}.`);
    const accountId = account.sub;
    const grant = new provider.Grant({ accountId, clientId: params['client_id'] });
    grant.addOIDCScope(params['scope'] ?? '');
    const consent = { grantId: await grant.save() };
    await provider.interactionFinished(request, response, { login: { accountId }, consent });
  }

  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) answer(request, response);
    else signIn(request, response).catch((error) => response.writeHead(400).end(String(error)));
  });

  return {
    url,
    /** The values for the backend's `oidcAuth` settings. */
    settings: {
      enabled: true,
      clientId,
      clientSecret,
      authUrl: `${url}/auth`,
      tokenUrl: `${url}/token`,
      userApiUrl: `${url}/me`,
      displayName: 'House of Keys',
      pkce: true,
    },
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        // The backend keeps its connections open for the next request.
        server.closeAllConnections();
      }),
  };
}

/** Hides the provider's advice for production, such as not to keep everything in memory. */
async function withoutWarnings<T>(act: () => Promise<T>): Promise<T> {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('oidc-provider WARNING')) warn(...words);
  };
  try {
    return await act();
  } finally {
    console.warn = warn;
  }
}
