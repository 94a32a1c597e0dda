import { pathSegment } from './addresses';
import { request } from './client';

const pathOf = (collectionId: string, act: string) => `collections/${pathSegment(collectionId)}/${act}`;

/**
 * Mails a link that verifies the address. The server also reports success when it sends no mail: for an
 * unknown address, or too soon after the last mail.
 */
export function requestVerification(collectionId: string, email: string): Promise<void> {
  return request('POST', pathOf(collectionId, 'request-verification'), { body: { email } });
}

/** Mails a link that sets a new password; reports success like `requestVerification`. */
export function requestPasswordReset(collectionId: string, email: string): Promise<void> {
  return request('POST', pathOf(collectionId, 'request-password-reset'), { body: { email } });
}

// The requests of the links in these mails. They do not affect an admin's session.

/** A repeated request succeeds too. */
export function confirmVerification(collectionId: string, token: string): Promise<void> {
  return request('POST', pathOf(collectionId, 'confirm-verification'), { body: { token }, asGuest: true });
}

export function confirmPasswordReset(
  collectionId: string,
  body: { token: string; password: string; passwordConfirm: string },
): Promise<void> {
  return request('POST', pathOf(collectionId, 'confirm-password-reset'), { body, asGuest: true });
}

/** The user's current password proves who they are. */
export function confirmEmailChange(collectionId: string, token: string, password: string): Promise<void> {
  return request('POST', pathOf(collectionId, 'confirm-email-change'), {
    body: { token, password },
    asGuest: true,
  });
}
