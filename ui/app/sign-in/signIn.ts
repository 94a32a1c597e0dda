import { ApiError, messageOf } from '../../backend/ApiError';
import * as adminSession from '../../backend/adminSession';
import { apiAddress } from '../../backend/client';
import * as dialect from '../../backend/dialect';
import * as health from '../../backend/health';
import { loadPageWith, pagePath } from '../../base/pageAddress';
import { blankErrors, type FieldErrors } from '../../model/fieldErrors';
import { createForm, type Form } from '../../page/forms/form';
import { report } from '../../page/report';
import * as session from '../../page/session/session';
import * as toasts from '../../page/toasts';

export const { newerServerMessage } = adminSession;

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

/** The server's command line accepts shorter passwords, but its API does not. */
export const minPasswordLength = 10;

function passwordErrors(values: { password: string }): FieldErrors {
  const short = { code: 'too_short', message: `Minimum ${minPasswordLength} characters.` };
  return { ...(values.password.length < minPasswordLength && { password: short }), ...blankErrors(values) };
}

/** Creates the first admin, who is signed in at once. */
export function createInstallerForm(): Form<adminSession.NewAdmin> {
  let isCreated = false;
  return createForm<adminSession.NewAdmin>({
    initial: { email: '', password: '', passwordConfirm: '' },
    check: passwordErrors,
    save: async (values) => {
      // If only the sign-in failed, the admin exists and cannot be created again.
      if (!isCreated) await adminSession.createFirst(values);
      isCreated = true;
      session.begin(await adminSession.signIn(values.email, values.password));
    },
  });
}

/** The response is the same for an address that no admin has. */
export function createResetRequestForm(): Form<{ email: string }> {
  return createForm({
    initial: { email: '' },
    check: blankErrors,
    save: ({ email }) => adminSession.requestPasswordReset(email),
  });
}

export function createNewPasswordForm(token: string): Form<{ password: string; passwordConfirm: string }> {
  return createForm({
    initial: { password: '', passwordConfirm: '' },
    check: passwordErrors,
    save: async ({ password, passwordConfirm }) => {
      await adminSession.confirmPasswordReset(token, password, passwordConfirm);
      toasts.success('Successfully set a new admin password.');
    },
  });
}

/**
 * Redirects to the installer if the server has no admin yet. The server does this itself for its own
 * dashboard at `/_/`; at other paths the page asks once. A failed request does not redirect.
 */
export async function leadToInstallerOnFirstRun(): Promise<void> {
  if (pagePath().endsWith('/_/')) return;
  try {
    if (await adminSession.needsFirst()) loadPageWith('?installer');
  } catch {
    // The sign-in will report what is wrong with the server.
  }
}

/** True if this page cannot administer the server, which a sign-in would find out too late. */
export async function isUnsupported(): Promise<boolean> {
  await health.recognized();
  return dialect.isNewer() && !dialect.goesOn();
}

/** Returns the server's name for the sign-in page: `api.example.com`, `10.0.0.2:8090/pb`. */
export function serverName(): string {
  const { host, pathname } = new URL('..', apiAddress(''));
  return host + pathname.replace(/\/$/, '');
}
