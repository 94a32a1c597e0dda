import { type Infer, is, number, optional, string, type } from 'superstruct';
import { durationText } from '../base/durations';

/** The token claims that the page reads. They prove nothing: only the server verifies a token. */
const TokenClaims = type({
  /** Seconds since 1970. */
  exp: optional(number()),
  id: optional(string()),
  /** 'admin' or 'authRecord'. */
  type: optional(string()),
  collectionId: optional(string()),
  email: optional(string()),
  newEmail: optional(string()),
});
type TokenClaims = Infer<typeof TokenClaims>;

/** Returns the claims of a JSON Web Token, or null for another text. */
export function claimsOf(token: string): TokenClaims | null {
  const parts = token.split('.');
  if (parts.length !== 3) return null;
  try {
    const claims: unknown = JSON.parse(decodeBase64Url(parts[1] ?? ''));
    return is(claims, TokenClaims) ? claims : null;
  } catch {
    return null;
  }
}

/** A token without `exp` never expires. `now` is in milliseconds since 1970. */
export function isExpired(claims: TokenClaims, now: number): boolean {
  return claims.exp !== undefined && claims.exp * 1000 <= now;
}

const unitsMs = [86_400_000, 3_600_000, 60_000, 1000];

/**
 * Returns a sentence about a browser clock that is ahead of the server's; '' when it is right. `aheadMs` null
 * means unknown.
 */
export function clockFault(aheadMs: number | null): string {
  if (aheadMs !== null && aheadMs < 2000) return '';
  const unit = unitsMs.find((ms) => ms <= (aheadMs ?? 0)) ?? 1000;
  const by = aheadMs === null ? '' : `${durationText((Math.round(aheadMs / unit) * unit) / 1000)} `;
  return `This computer's clock is ${by}ahead of the server's. Set it right, then sign in again.`;
}

function decodeBase64Url(text: string): string {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(
    Uint8Array.from(bytes, (byte) => byte.codePointAt(0) ?? 0),
  );
}
