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
  underWay ??= files
    .requestToken()
    .then((token) => {
      writeText(key, token);
      return token;
    })
    .finally(() => {
      underWay = null;
    });
  return underWay;
}

export function forget(): void {
  remove(key);
}
