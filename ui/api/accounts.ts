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
