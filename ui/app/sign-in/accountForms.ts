import { ApiError } from '../../backend/ApiError';
import * as adminSession from '../../backend/adminSession';
import { blankErrors, type FieldErrors } from '../../model/fieldErrors';
import { can } from '../../page/capabilities';
import { createForm, type Form } from '../../page/forms/form';
import { report } from '../../page/report';
import * as session from '../../page/session/session';
import * as toasts from '../../page/toasts';

// The forms around the sign-in: first admin, forgotten password, new password.

/** The server's command line accepts shorter passwords, but its API does not. */
export const minPasswordLength = (): number => (can('longAdminPasswords') ? 10 : 8);

function passwordErrors(values: { password: string }): FieldErrors {
  const short = { code: 'too_short', message: `Minimum ${minPasswordLength()} characters.` };
  return { ...(values.password.length < minPasswordLength() && { password: short }), ...blankErrors(values) };
}

/** Creates the first admin, who is signed in at once. `linkToken` is that of a link that a newer server has printed. */
export function createInstallerForm(linkToken = ''): Form<adminSession.NewAdmin> {
  let isCreated = false;
  return createForm<adminSession.NewAdmin>({
    initial: { email: '', password: '', passwordConfirm: '' },
    check: passwordErrors,
    save: async (values) => {
      // If only the sign-in failed, the admin exists and cannot be created again.
      if (!isCreated) await adminSession.createFirst(values, linkToken);
      isCreated = true;
      session.begin(await adminSession.signIn(values.email, values.password));
    },
    onFailure: (error) => {
      const isOver = linkToken !== '' && !isCreated && error instanceof ApiError;
      if (isOver && [401, 403].includes(error.status)) return { form: { code: 'link', message: linkIsOver } };
      return report(error);
    },
  });
}

export const linkIsOver =
  'This link has expired or was used. A server without an admin prints a new one when it starts.';

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
