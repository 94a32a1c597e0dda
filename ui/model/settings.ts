import { boolean, type Infer, nullable, number, optional, type Struct, string, type } from 'superstruct';
import { authProviders } from './authProviders';

/** What the server sends in place of a stored secret. Sent back it would be stored as six asterisks. */
export const redacted = '******';

const MailTemplate = type({
  subject: string(),
  actionUrl: string(),
  body: string(),
  /** Not to be shown: nothing in this server sends it. */
  hidden: optional(nullable(boolean())),
});

const S3 = type({
  enabled: boolean(),
  endpoint: string(),
  bucket: string(),
  region: string(),
  accessKey: string(),
  secret: string(),
  forcePathStyle: boolean(),
});

const TokenOptions = type({
  /** Seconds. */
  duration: number(),
  /** Stored as the mask; another one makes all earlier tokens void. */
  secret: optional(string()),
});

const AuthProvider = type({
  enabled: boolean(),
  clientId: string(),
  clientSecret: string(),
  authUrl: optional(nullable(string())),
  tokenUrl: optional(nullable(string())),
  userApiUrl: optional(nullable(string())),
  displayName: optional(nullable(string())),
  /** Null: whatever suits the provider. */
  pkce: optional(nullable(boolean())),
});
export type AuthProvider = Infer<typeof AuthProvider>;

const Application = type({
  meta: type({ appName: string(), appUrl: string(), hideControls: boolean() }),
});

const Mail = type({
  meta: type({
    senderName: string(),
    senderAddress: string(),
    verificationTemplate: MailTemplate,
    resetPasswordTemplate: MailTemplate,
    confirmEmailChangeTemplate: MailTemplate,
  }),
  smtp: type({
    enabled: boolean(),
    host: string(),
    port: number(),
    username: string(),
    password: string(),
    /** False: StartTLS where the server offers it. */
    tls: boolean(),
    /** '' stands for PLAIN. */
    authMethod: string(),
    /** '' stands for localhost. */
    localName: string(),
  }),
});

const Storage = type({ s3: S3 });

const Tokens = type({
  recordAuthToken: TokenOptions,
  recordVerificationToken: TokenOptions,
  recordPasswordResetToken: TokenOptions,
  recordEmailChangeToken: TokenOptions,
  recordFileToken: TokenOptions,
  adminAuthToken: TokenOptions,
  adminPasswordResetToken: TokenOptions,
  adminFileToken: TokenOptions,
});

/** The key under which the settings hold a provider. */
export const providerKey = (name: string) => `${name}Auth`;

/** By `providerKey`; a server may know fewer providers. */
const AuthProviders = type(
  Object.fromEntries(authProviders.map((name) => [providerKey(name), optional(AuthProvider)])),
) as unknown as Struct<Record<string, AuthProvider | undefined>, Record<string, Struct<unknown>>>;

const Backups = type({
  backups: type({
    /** '' for no automatic backups. */
    cron: string(),
    cronMaxKeep: number(),
    s3: S3,
  }),
});

const parts = {
  application: Application,
  mail: Mail,
  storage: Storage,
  tokens: Tokens,
  authProviders: AuthProviders,
  backups: Backups,
} as const;

/** The pages of the settings, each with groups of its own. */
export type SettingsPart = keyof typeof parts;
export type SettingsOf<Part extends SettingsPart> = Infer<(typeof parts)[Part]>;

/** What the server is asked for on behalf of a page, and the shape of its answer. */
export function settingsAnswer<Part extends SettingsPart>(part: Part) {
  const answer = parts[part] as unknown as Struct<SettingsOf<Part>, unknown>;
  return { groups: Object.keys(parts[part].schema), answer };
}

export const GeneratedSecret = type({ secret: string() });
