import {
  array,
  boolean,
  type Infer,
  nullable,
  number,
  optional,
  partial,
  type Struct,
  string,
  type,
} from 'superstruct';
import { authProviders } from './authProviders';

/**
 * The server sends this mask in place of a stored secret. If it is sent back, the server stores six
 * asterisks.
 */
export const redacted = '******';

const MailTemplate = type({
  subject: string(),
  actionUrl: string(),
  body: string(),
  /** True if this server never sends the mail; then it is not shown. */
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
  /** In seconds. */
  duration: number(),
  /** The server sends a mask for it. A new secret invalidates all earlier tokens. */
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
  /** Null: the default of the provider. */
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
    /** False: StartTLS if the server supports it. */
    tls: boolean(),
    /** '' means PLAIN. */
    authMethod: string(),
    /** '' means localhost. */
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

export const providerKey = (name: string) => `${name}Auth`;

/** By `providerKey`; a server may know fewer providers. */
const AuthProviders = type(
  Object.fromEntries(authProviders.map((name) => [providerKey(name), optional(AuthProvider)])),
) as unknown as Struct<Record<string, AuthProvider | undefined>, Record<string, Struct<unknown>>>;

const Backups = type({
  backups: type({
    /** '' means no automatic backups. */
    cron: string(),
    cronMaxKeep: number(),
    s3: S3,
  }),
});

const Logs = type({
  logs: type({
    /** In days: the server deletes older logs; 0 means that it keeps none. */
    maxDays: number(),
    /** The server drops logs below this level. */
    minLevel: number(),
    logIp: boolean(),
  }),
});

export const AllSettings = type({
  ...Storage.schema,
  // A newer server has them in its collections.
  ...partial(Tokens).schema,
  ...AuthProviders.schema,
  ...Backups.schema,
  ...Logs.schema,
  smtp: Mail.schema.smtp,
  meta: type({ appUrl: string(), senderAddress: string() }),
  rateLimits: optional(type({ enabled: boolean() })),
  /** The addresses from which admins can call the server; all if empty. */
  superuserIPs: optional(nullable(array(string()))),
});
export type AllSettings = Infer<typeof AllSettings> & Partial<Record<string, AuthProvider>>;

const parts = {
  application: Application,
  mail: Mail,
  storage: Storage,
  tokens: Tokens,
  authProviders: AuthProviders,
  backups: Backups,
  logs: Logs,
} as const;

/** The forms of the settings; each form edits its own groups. */
export type SettingsPart = keyof typeof parts;
export type SettingsOf<Part extends SettingsPart> = Infer<(typeof parts)[Part]>;

/** Returns the setting groups that a form requests, and the schema of the response. */
export function settingsAnswer<Part extends SettingsPart>(part: Part) {
  const answer = parts[part] as unknown as Struct<SettingsOf<Part>, unknown>;
  return { groups: Object.keys(parts[part].schema), answer };
}

/** The settings as any server sends them. */
export const AnySettings = type({});

export const GeneratedSecret = type({ secret: string() });
