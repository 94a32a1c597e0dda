import { request } from './client';
import { pathSegment } from './pathSegment';

/** What the links in mails to users do. None of them touches the session of an admin. */
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
