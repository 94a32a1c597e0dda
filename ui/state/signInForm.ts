import { ApiError, messageOf } from '../api/ApiError';
import * as adminSession from '../api/adminSession';
import type { FieldErrors } from '../model/fieldErrors';
import { createForm, type Form } from './form';
import { report } from './report';
import * as session from './session';
import * as toasts from './toasts';

interface Credentials {
  identity: string;
  password: string;
}

/** The sign-in form. It shows an error above the fields, not in a toast. */
export function createSignInForm(initial: Credentials): Form<Credentials> {
  return createForm<Credentials>({
    initial,
    save: async ({ identity, password }) => {
      const signedIn = await adminSession.signIn(identity, password);
      toasts.closeAll();
      session.adopt(signedIn);
    },
    onFailure: (error) => signInErrors(error),
  });
}

/** Only a rejected password gets this message; other server errors have their own. */
function signInErrors(error: unknown): FieldErrors {
  const isAboutCredentials =
    error instanceof ApiError && error.isOwn && [400, 401, 403].includes(error.status);
  if (isAboutCredentials) return { form: { code: 'credentials', message: 'Invalid login credentials.' } };
  report(error, { isSilent: true });
  const message = messageOf(error);
  return { form: { code: 'failure', message } };
}
