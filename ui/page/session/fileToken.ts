import { ApiError } from '../../backend/ApiError';
import * as files from '../../backend/files';
import { readText, remove, writeText } from '../../base/storage';
import { claimsOf, isExpired } from '../../model/token';

const key = 'pb_admin_file_token';
/** In milliseconds. Renew a token this long before it expires: the file may take a while to load. */
const renewedBeforeMs = 10_000;

let underWay: Promise<string> | null = null;

/** Returns a valid token for protected files. All callers share one request. */
export function get(): Promise<string> {
  const stored = readText(key) ?? '';
  const claims = claimsOf(stored);
  if (claims && !isExpired(claims, Date.now() + renewedBeforeMs)) return Promise.resolve(stored);
  underWay ??= request();
  return underWay;
}

/** The same for thumbnails: null, without a message, if the server gives no token. The broken pictures show it. */
export async function getForThumbs(): Promise<string | null> {
  try {
    return await get();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.warn('Could not get a file token.', error.message);
    return null;
  }
}

function request(): Promise<string> {
  const asked = files
    .requestToken()
    .then((token) => {
      // Store no token after a sign-out during the request.
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
