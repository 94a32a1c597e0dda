import { pathSegment } from './addresses';
import { request } from './client';

// Requests of the links in mails to users. They do not affect an admin's session.

const pathOf = (collectionId: string, act: string) => `collections/${pathSegment(collectionId)}/${act}`;

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
