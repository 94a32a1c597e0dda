import { type Infer, is, string, type } from 'superstruct';
import { Admin } from './admin';

/** What a sign-in and a refresh of the session answer. */
export const AdminSession = type({ admin: Admin, token: string() });
export type AdminSession = Infer<typeof AdminSession>;

const StoredSession = type({ token: string(), model: Admin });

/**
 * The session as it is kept in storage, `{ token, model }`. Null for anything else, and for the record of a
 * user: the same key may hold one, and a user never becomes the signed-in admin.
 */
export function storedSession(value: unknown): AdminSession | null {
  if (!is(value, StoredSession) || 'collectionId' in value.model || value.token === '') return null;
  return { token: value.token, admin: value.model };
}

/** What a request for a file token answers. */
export const FileToken = type({ token: string() });

/** From 0.23 on admins are the users of a collection, whose ways to sign in anyone may ask for. */
export const SuperuserMethods = type({ password: type({}) });
