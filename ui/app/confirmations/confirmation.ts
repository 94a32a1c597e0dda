import { proxy } from 'valtio/vanilla';
import { ApiError, messageOf } from '../../backend/ApiError';
import * as accounts from '../../backend/accounts';
import { isOfAdmins } from '../../backend/dialect';
import type { FieldErrors } from '../../model/fieldErrors';
import { claimsOf } from '../../model/token';
import { createForm, type Form } from '../../page/forms/form';
import { report } from '../../page/report';

/**
 * The forms behind the links in mails. The token in the link names the collection. A text that is no such
 * token is refused here, because no request can be built without a collection.
 */
const noToken: FieldErrors = { token: { code: 'invalid_token', message: 'Invalid or expired token.' } };

const collectionOf = (token: string) => claimsOf(token)?.collectionId ?? '';
/** A newer server mails the same link to admins as to users. */
export const isForAdmin = (token: string): boolean => isOfAdmins(collectionOf(token));

const checkToken = (token: string) => () => (collectionOf(token) ? {} : noToken);

export function createPasswordResetForm(token: string): Form<{ password: string; passwordConfirm: string }> {
  return createForm({
    initial: { password: '', passwordConfirm: '' },
    check: checkToken(token),
    save: (values) => accounts.confirmPasswordReset(collectionOf(token), { token, ...values }),
    onFailure: showInForm,
  });
}

export function createEmailChangeForm(token: string): Form<{ password: string }> {
  return createForm({
    initial: { password: '' },
    check: checkToken(token),
    save: ({ password }) => accounts.confirmEmailChange(collectionOf(token), token, password),
    onFailure: showInForm,
  });
}

/** Shows every error on the page: field errors at their fields, others above the form. */
function showInForm(error: unknown): FieldErrors {
  const errors = report(error, { isSilent: true });
  const { token, password, passwordConfirm } = errors;
  // With an expired token the server cannot compare the password and calls the correct one wrong, too.
  if (token) return { token };
  if (password || passwordConfirm) return errors;
  return { form: { code: 'failure', message: messageOf(error) } };
}

export interface Verification {
  state: { status: 'waiting' | 'done' | 'refused' | 'failed'; message: string };
  /** Uses the token. Does nothing while an earlier call is running. */
  confirm(): Promise<void>;
}

export function createVerification(token: string): Verification {
  const state = proxy<Verification['state']>({ status: 'waiting', message: '' });
  let isUnderWay = false;

  async function confirm(): Promise<void> {
    if (isUnderWay || state.status === 'done') return;
    isUnderWay = true;
    state.status = 'waiting';
    try {
      if (collectionOf(token)) await accounts.confirmVerification(collectionOf(token), token);
      state.status = collectionOf(token) ? 'done' : 'refused';
    } catch (error) {
      const isRefused = error instanceof ApiError && [400, 404].includes(error.status);
      report(error, { isSilent: true });
      state.status = isRefused ? 'refused' : 'failed';
      state.message = messageOf(error);
    } finally {
      isUnderWay = false;
    }
  }

  return { state, confirm };
}
