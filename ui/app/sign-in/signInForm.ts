import { ApiError, messageOf } from '../../backend/ApiError';
import * as adminSession from '../../backend/adminSession';
import { blankErrors, type FieldErrors } from '../../model/fieldErrors';
import { createForm, type Form } from '../../page/forms/form';
import { report } from '../../page/report';
import * as session from '../../page/session/session';
import * as toasts from '../../page/toasts';

interface Credentials {
  identity: string;
  password: string;
}

/** The session that ended belongs to another admin. */
class OtherAdmin extends Error {}

/** The sign-in form. It shows an error above the fields, not in a toast. */
export function createSignInForm(initial: Credentials): Form<Credentials> {
  return createForm<Credentials>({
    initial,
    check: blankErrors,
    save: async ({ identity, password }) => {
      const signedIn = await adminSession.signIn(identity, password);
      if (!session.accepts(signedIn.admin)) throw new OtherAdmin();
      toasts.closeAll();
      session.begin(signedIn);
    },
    onFailure: (error) => signInErrors(error),
  });
}

/** Only a rejected password gets this message; other server errors have their own. */
function signInErrors(error: unknown): FieldErrors {
  if (error instanceof OtherAdmin) {
    const message = 'This is not the admin who was signed in. Sign in as that admin, or leave.';
    return { form: { code: 'other_admin', message } };
  }
  const isAboutCredentials =
    error instanceof ApiError && error.isOwn && [400, 401, 403].includes(error.status);
  if (isAboutCredentials) return { form: { code: 'credentials', message: 'Invalid login credentials.' } };
  report(error, { isSilent: true });
  const message = messageOf(error);
  return { form: { code: 'failure', message } };
}
