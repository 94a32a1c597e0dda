import * as admins from '../../api/admins';
import { apiAddress } from '../../api/client';
import { needsFirstAdmin } from '../../api/firstRun';
import { loadPageWith, pagePath } from '../../platform/pageAddress';
import { createForm, type Form } from '../../state/form';
import * as session from '../../state/session';
import * as toasts from '../../state/toasts';

/** The server takes shorter ones on its command line, but not here. */
export const minPasswordLength = 10;

/** The very first admin, who is signed in at once. */
export function createInstallerForm(): Form<admins.NewAdmin> {
  let isCreated = false;
  return createForm<admins.NewAdmin>({
    initial: { email: '', password: '', passwordConfirm: '' },
    save: async (values) => {
      // When only the sign-in failed, the admin is there and cannot be created again.
      if (!isCreated) await admins.create(values);
      isCreated = true;
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

/** Which server the person signs in to: `api.example.com`, `10.0.0.2:8090/pb`. */
export function serverName(): string {
  const { host, pathname } = new URL('..', apiAddress(''));
  return host + pathname.replace(/\/$/, '');
}
