// Servers differ by their version, and screens by what a server can do. Nothing but this table compares versions. A
// feature that a screen asks for adds an entry.

/** The minor versions that have a thing: the first, and the last if it is no longer there. */
const versions = {
  /** Admins have pictures. */
  adminAvatars: [0, 22],
  /** Durations and secrets of tokens are settings of the whole server. */
  tokenPage: [0, 22],
  /** The sign-in providers are settings of the whole server. */
  providersPage: [0, 22],
  /** The mails to users are settings of the whole server. */
  mailTemplates: [0, 22],
  /** Every user has a user name, which is no field of the collection. */
  accountNames: [0, 22],
  /** The password of an admin has 10 characters or more; on other servers it has 8. */
  longAdminPasswords: [0, 22],
  /** Logs have `updated` and `rowid`. */
  logsUpdated: [0, 22],
  /** The API docs of this page are about such a server. */
  apiDocs: [0, 22],
  /** View as can judge creates and updates. */
  writeVerdicts: [0, 22],
  /** An admin with a new email must sign in again; not on the first of these servers, where nothing is lost by it. */
  emailEndsSession: [23],
  /** Admins sign in with one-time passwords and a second factor. */
  otp: [23],
  /** The backups of the server hold a database in the form of 0.23. */
  newerBackups: [23],
  /** An import changes what it names, and the rest of a collection stays. Exports have flat fields. */
  importMerges: [23],
  /**
   * A list rule reads hidden email addresses, too; `!=` is true if a side has no value; and a back relation of accounts
   * of another collection is null. Older servers judge rules as 0.22 does.
   */
  lenientRules: [26],
  geoPoint: [27],
  /** A sign-in provider that is sent without its secret keeps it, wherever it stands in the list. */
  providersByName: [40],
} as const satisfies Readonly<Record<string, readonly [since: number, until?: number]>>;

export type Capability = keyof typeof versions;

/** True if a server of this minor version has it. A server may be newer than what is known of it. */
export function hasCapability(version: number, capability: Capability): boolean {
  const [since, until = Number.POSITIVE_INFINITY]: readonly [number, number?] = versions[capability];
  return version >= since && version <= until;
}
