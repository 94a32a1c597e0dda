import { request } from './client';
import { pathSegment } from './pathSegment';

/** Mails to users, and what the links in them do. Following a link does not touch the session of an admin. */
const pathOf = (collectionId: string, act: string) => `collections/${pathSegment(collectionId)}/${act}`;

/** May be repeated. */
export function confirmVerification(collectionId: string, token: string): Promise<void> {
  return request('POST', pathOf(collectionId, 'confirm-verification'), { body: { token }, asGuest: true });
}

export function confirmPasswordReset(
  collectionId: string,
  body: { token: string; password: string; passwordConfirm: string },
): Promise<void> {
  return request('POST', pathOf(collectionId, 'confirm-password-reset'), { body, asGuest: true });
}

/** The user's present password proves that it is them. */
export function confirmEmailChange(collectionId: string, token: string, password: string): Promise<void> {
  return request('POST', pathOf(collectionId, 'confirm-email-change'), {
    body: { token, password },
    asGuest: true,
  });
}

/** Mails the link that verifies the address. The server also says yes where it sends none: to an unknown address, or too soon after the last. */
export function requestVerification(collectionId: string, email: string): Promise<void> {
  return request('POST', pathOf(collectionId, 'request-verification'), { body: { email } });
}

/** Mails the link that sets a new password; says yes as `requestVerification` does. */
export function requestPasswordReset(collectionId: string, email: string): Promise<void> {
  return request('POST', pathOf(collectionId, 'request-password-reset'), { body: { email } });
}
