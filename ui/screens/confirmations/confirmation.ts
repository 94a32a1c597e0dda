import { proxy } from 'valtio/vanilla';
import { ApiError } from '../../api/ApiError';
import * as accounts from '../../api/accounts';
import type { FieldErrors } from '../../model/fieldErrors';
import { claimsOf } from '../../model/token';
import { createForm, type Form } from '../../state/form';
import { report } from '../../state/report';

/**
 * What the links of mails lead to. The token in the link tells the collection; a text that is no token, or a
 * token without one, is refused here: the server could not even be asked.
 */
const noToken: FieldErrors = { token: { code: 'invalid_token', message: 'Invalid or expired token.' } };

const collectionOf = (token: string) => claimsOf(token)?.collectionId ?? '';
const checkToken = (token: string) => () => (collectionOf(token) ? {} : noToken);

export function createPasswordResetForm(token: string): Form<{ password: string; passwordConfirm: string }> {
  return createForm({
    initial: { password: '', passwordConfirm: '' },
    check: checkToken(token),
    save: (values) => accounts.confirmPasswordReset(collectionOf(token), { token, ...values }),
    onFailure: tellInPlace,
  });
}

export function createEmailChangeForm(token: string): Form<{ password: string }> {
  return createForm({
    initial: { password: '' },
    check: checkToken(token),
    save: ({ password }) => accounts.confirmEmailChange(collectionOf(token), token, password),
    onFailure: tellInPlace,
  });
}

/** Every failure is told on the page: the errors of fields at theirs, of anything else above the form. */
function tellInPlace(error: unknown): FieldErrors {
  const errors = report(error, { isSilent: true });
  const { token, password, passwordConfirm } = errors;
  // With a dead token the server finds no password to compare with, and calls the right one wrong, too.
  if (token) return { token };
  if (password || passwordConfirm) return errors;
  return { form: { code: 'failure', message: messageOf(error) } };
}

function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Something went wrong on this page.';
}

export interface Verification {
  state: { status: 'waiting' | 'done' | 'refused' | 'failed'; message: string };
  /** Spends the token. Called again while it is under way, it does nothing. */
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
