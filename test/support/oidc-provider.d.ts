declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** The scopes that the user has granted to the client. */
  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Interaction {
    readonly params: Readonly<Record<string, string | undefined>>;
  }

  interface InteractionResult {
    login: { accountId: string };
    consent: { grantId: string };
  }

  interface Account {
    accountId: string;
    claims(): object;
  }

  interface Configuration {
    clients: readonly object[];
    claims: Readonly<Record<string, readonly string[]>>;
    features: Readonly<Record<string, { enabled: boolean }>>;
    findAccount(context: unknown, sub: string): Account | undefined;
    interactions: { url(context: unknown, interaction: { uid: string }): string };
    pkce: { required(): boolean };
    ttl: Readonly<Record<string, number>>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Grant: new (of: {
      accountId: string;
      clientId: string | undefined;
    }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: InteractionResult,
    ): Promise<void>;
  }
}
