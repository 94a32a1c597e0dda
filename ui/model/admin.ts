import { type Infer, is, nullable, number, optional, string, type } from 'superstruct';

export const Admin = type({
  id: string(),
  email: string(),
  avatar: optional(nullable(number())),
  created: optional(string()),
  updated: optional(string()),
});
export type Admin = Infer<typeof Admin>;

/** Returns the number of the admin's picture, 0 to 9. */
export function avatarOf(admin: Admin): number {
  const avatar = admin.avatar ?? 0;
  return Number.isInteger(avatar) && avatar >= 0 && avatar <= 9 ? avatar : 0;
}

/** The response of a sign-in and of a session refresh. */
export const AdminSession = type({ admin: Admin, token: string() });
export type AdminSession = Infer<typeof AdminSession>;

/** The same of a newer server, whose admins are records of a collection. */
export const SuperuserSession = type({ record: Admin, token: string() });

/** Returns the admin without the keys that every record has, `collectionId` and `collectionName`. */
export function adminOf(record: Admin): Admin {
  const { collectionId: _, collectionName: __, ...admin } = record as Admin & Record<string, unknown>;
  return admin;
}

const StoredSession = type({ token: string(), model: Admin });

/**
 * Reads the session from storage, `{ token, model }`. Null for other values and for a user's record: the same
 * key may contain one, and a user must never become the signed-in admin.
 */
export function storedSession(value: unknown): AdminSession | null {
  if (!is(value, StoredSession) || 'collectionId' in value.model || value.token === '') return null;
  return { token: value.token, admin: value.model };
}

export const FileToken = type({ token: string() });
