import { ApiError } from '../../api/ApiError';
import * as admins from '../../api/admins';
import { needsFirstAdmin } from '../../api/firstRun';
import type { FieldErrors } from '../../model/fieldErrors';
import { loadPageWith, pagePath } from '../../platform/pageAddress';
import { createForm, type Form } from '../../state/form';
import { report } from '../../state/report';
import * as session from '../../state/session';
import * as toasts from '../../state/toasts';

/** The server takes shorter ones on its command line, but not here. */
export const minPasswordLength = 10;

export interface Credentials {
  identity: string;
  password: string;
}

/** The admin signs in. The failure is told above the fields, not in a toast. */
export function createSignInForm(initial: Credentials): Form<Credentials> {
  return createForm<Credentials>({
    initial,
    save: async ({ identity, password }) => {
      const signedIn = await admins.signIn(identity, password);
      toasts.closeAll();
      session.adopt(signedIn);
    },
    onFailure: (error) => signInErrors(error),
  });
}

/** Only a refusal of what was typed is called that; a server that fails or is away says so itself. */
function signInErrors(error: unknown): FieldErrors {
  const isAboutCredentials = error instanceof ApiError && [400, 401, 403].includes(error.status);
  if (isAboutCredentials) return { form: { code: 'credentials', message: 'Invalid login credentials.' } };
  report(error, { isSilent: true });
  const message = error instanceof ApiError ? error.message : 'Something went wrong on this page.';
  return { form: { code: 'failure', message } };
}

/** The very first admin, who is signed in at once. */
export function createInstallerForm(): Form<admins.NewAdmin> {
  return createForm<admins.NewAdmin>({
    initial: { email: '', password: '', passwordConfirm: '' },
    save: async (values) => {
      await admins.create(values);
      session.adopt(await admins.signIn(values.email, values.password));
    },
  });
}

/** The answer is the same for an address that no admin has. */
export function createResetRequestForm(): Form<{ email: string }> {
  return createForm({ initial: { email: '' }, save: ({ email }) => admins.requestPasswordReset(email) });
}

export function createNewPasswordForm(token: string): Form<{ password: string; passwordConfirm: string }> {
  return createForm({
    initial: { password: '', passwordConfirm: '' },
    save: async ({ password, passwordConfirm }) => {
      await admins.confirmPasswordReset(token, password, passwordConfirm);
      toasts.success('Successfully set a new admin password.');
    },
  });
}

/**
 * A server that has no admin yet leads to the installer by itself when it serves the page under `/_/` as its own
 * dashboard. Elsewhere the page has to ask, once. Silence is no yes.
 */
export async function leadToInstallerOnFirstRun(): Promise<void> {
  if (pagePath().endsWith('/_/')) return;
  try {
    if (await needsFirstAdmin()) loadPageWith('?installer');
  } catch {
    // The sign-in itself will say what is wrong with the server.
  }
}
