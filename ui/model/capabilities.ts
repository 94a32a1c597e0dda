// Servers differ by their version, and screens by what a server can do. Nothing but this table compares versions.

/** The minor versions that have a thing: the first, and the last if it is no longer there. */
const versions = {
  /** Admins have pictures. */
  adminAvatars: [0, 22],
  /** A guest can find out that there is no admin yet, and creates the first one. */
  firstRunProbe: [0, 22],
  /** Durations and secrets of tokens are settings of the whole server. */
  tokenPage: [0, 22],
  /** The sign-in providers are settings of the whole server. */
  providersPage: [0, 22],
  /** The mails to users are settings of the whole server. */
  mailTemplates: [0, 22],
  /** Every user has a user name, which is no field of the collection. */
  accountNames: [0, 22],
  /** Logs have `updated` and `rowid`. */
  logsUpdated: [0, 22],
  /** The API docs of this page are about such a server. */
  apiDocs: [0, 22],
  /** View as can judge creates and updates. */
  writeVerdicts: [0, 22],
  /** Admins sign in with one-time passwords and a second factor. */
  otp: [23],
  hiddenFields: [23],
  /** The backups of the server hold a database in the form of 0.23. */
  newerBackups: [23],
  autodates: [23],
  /** An import changes what it names, and the rest of a collection stays. Exports have flat fields. */
  importMerges: [23],
  impersonate: [23],
  truncate: [23],
  batch: [23],
  rateLimits: [23],
  crons: [24],
  /**
   * A list rule reads hidden email addresses, too; `!=` is true if a side has no value; and a back relation of accounts
   * of another collection is null. Older servers judge rules as 0.22 does.
   */
  lenientRules: [26],
  geoPoint: [27],
  strftime: [36],
  fieldHelp: [37],
  dryRunView: [37],
  superuserIps: [38],
  sql: [39],
  deleteLogs: [40],
  /** The server stores JSON in its own notation, and refuses duplicate keys and numbers that are too large. */
  strictJson: [40],
  /** The providers of a collection are merged by their names, not by their places. */
  providersByName: [40],
} as const satisfies Readonly<Record<string, readonly [since: number, until?: number]>>;

export type Capability = keyof typeof versions;

/** True if a server of this minor version has it. A server may be newer than what is known of it. */
export function hasCapability(version: number, capability: Capability): boolean {
  const [since, until = Number.POSITIVE_INFINITY]: readonly [number, number?] = versions[capability];
  return version >= since && version <= until;
}

/** Keys of the settings, and the version that added them. */
const settingsKeys: readonly (readonly [group: string, key: string, version: number])[] = [
  ['logs', 'maxDataSize', 40],
  ['rateLimits', 'excludedIPs', 38],
  ['meta', 'accentColor', 37],
];

/** Returns the least version of a newer server that sends these settings. */
export function versionOfSettings(settings: Readonly<Record<string, unknown>>): number {
  const has = (group: string, key: string) => key in Object(settings[group]);
  return settingsKeys.find(([group, key]) => has(group, key))?.[2] ?? 23;
}
