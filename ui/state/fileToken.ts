import * as files from '../api/files';
import { claimsOf, isExpired } from '../model/token';
import { readText, remove, writeText } from '../platform/storage';

const key = 'pb_admin_file_token';
/** A token this close to its end is renewed: the file may take a while to load. */
const renewedBeforeMs = 10_000;

let underWay: Promise<string> | null = null;

/** A token that opens protected files now. All callers share one request. */
export function get(): Promise<string> {
  const stored = readText(key) ?? '';
  const claims = claimsOf(stored);
  if (claims && !isExpired(claims, Date.now() + renewedBeforeMs)) return Promise.resolve(stored);
  underWay ??= request();
  return underWay;
}

function request(): Promise<string> {
  const asked = files
    .requestToken()
    .then((token) => {
      // Whoever signed out meanwhile leaves no token behind.
      if (underWay === asked) writeText(key, token);
      return token;
    })
    .finally(() => {
      if (underWay === asked) underWay = null;
    });
  return asked;
}

export function forget(): void {
  underWay = null;
  remove(key);
}
