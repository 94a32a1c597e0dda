/**
 * Calls that are no reads but change no data of the server. A write lock lets only these pass, so a new call is
 * refused until it is named here.
 */
const harmlessPosts: readonly string[] = [
  // The sign-in.
  'admins/auth-with-password',
  // Confirms and renews the session.
  'admins/auth-refresh',
  // Makes a short-lived token for protected files.
  'files/token',
  // Subscribes to changes.
  'realtime',
];

/** True if the call may change data of the server. `path` is that of a call of the client, without the query. */
export function mayChangeData(method: string, path: string): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return !(method === 'POST' && harmlessPosts.includes(path));
}
