import { type AdminSession, adminOf, SuperuserSession } from '../../model/admin';
import { OtpAnswer } from '../../model/newerAnswers';
import { request } from '../client';
import { adminPath } from '../dialect';

/** Mails a one-time password to an admin, and returns its id; one comes for an unknown address, too. */
export async function requestCode(email: string): Promise<string> {
  const path = adminPath('request-otp');
  return (await request('POST', path, { body: { email }, answer: OtpAnswer, asGuest: true })).otpId;
}

/** Completes a sign-in with the code of a mail. */
export async function signInWithCode(otpId: string, password: string, mfaId: string): Promise<AdminSession> {
  const call = { body: { otpId, password, mfaId }, asGuest: true };
  const { record, token } = await request('POST', adminPath('auth-with-otp'), {
    ...call,
    answer: SuperuserSession,
  });
  return { admin: adminOf(record), token };
}
