import { ApiError, messageOf } from '../../backend/ApiError';
import * as adminSession from '../../backend/adminSession';
import { apiAddress } from '../../backend/client';
import { loadDoor } from '../../backend/newer/door';
import { loadPageWith, pagePath } from '../../base/pageAddress';
import type { AdminSession } from '../../model/admin';
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

interface SignInValues extends Credentials {
  code: string;
  /** Not '': the password was right, and the server wants a code, too. */
  mfaId: string;
  /** The mail with the code; '' if none could be sent. */
  otpId: string;
}

export type SignInForm = ReturnType<typeof createSignInForm>;

/**
 * The sign-in form. It shows an error in place, not in a toast. A newer server may want a code that it mails: the form
 * then holds the password and asks for the code.
 */
export function createSignInForm(initial: Credentials) {
  let isAskedAnew = false;
  const isCodeNext = ({ otpId, mfaId }: SignInValues) => mfaId !== '' && otpId !== '' && !isAskedAnew;
  const form: Form<SignInValues> = createForm<SignInValues>({
    initial: { ...initial, code: '', mfaId: '', otpId: '' },
    check: (values) => {
      const { identity, password, code } = values;
      return blankErrors(isCodeNext(values) ? { code } : { identity, password });
    },
    save: async (values) => {
      const { otpId, code, mfaId } = values;
      const signedIn = isCodeNext(values)
        ? await (await loadDoor()).signInWithCode(otpId, code.trim(), mfaId)
        : await sendPassword(values);
      if (!signedIn) return;
      if (!session.accepts(signedIn.admin)) throw new OtherAdmin();
      toasts.closeAll();
      session.begin(signedIn);
    },
    onFailure: (error) => signInErrors(error, form.state.values.mfaId !== '', isCodeNext(form.state.values)),
  });

  /** Null: a code is on its way. It begins anew each time, because the step of the password expires, too. */
  async function sendPassword({ identity, password }: SignInValues): Promise<AdminSession | null> {
    try {
      return await adminSession.signIn(identity, password);
    } catch (error) {
      const mfaId = error instanceof ApiError ? error.mfaId : '';
      if (mfaId || isRefusal(error)) form.set('mfaId', mfaId);
      if (!mfaId) throw error;
    }
    form.set('otpId', await (await loadDoor()).requestCode(identity));
    form.set('code', '');
    return null;
  }

  return {
    ...form,
    async sendNewCode(): Promise<void> {
      isAskedAnew = true;
      const isSent = await form.submit();
      isAskedAnew = false;
      if (isSent && form.state.values.mfaId) toasts.success('A new code was sent.');
    },
    backToPassword: () => form.set('mfaId', ''),
  };
}

/** The answer to every call of an admin whose address is not allowed. */
const addressRefusal = 'You are not allowed to perform this request.';

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.isOwn && [400, 401, 403].includes(error.status);

/** Only a rejected password or code gets a message of this page; other server errors have their own. */
function signInErrors(error: unknown, isCodeStep: boolean, isCodeSent: boolean): FieldErrors {
  const at = (code: string, message: string) => ({ [isCodeStep ? 'code' : 'form']: { code, message } });
  if (error instanceof OtherAdmin)
    return at('other_admin', 'This is not the admin who was signed in. Sign in as that admin, or leave.');
  if (isRefusal(error) && error.status === 403 && error.looksNewer) {
    const isOfAddress = error.message === addressRefusal;
    return at('address', isOfAddress ? 'This server allows no admin from your address.' : error.message);
  }
  if (isRefusal(error) && isCodeSent)
    return at('credentials', 'This code is wrong or too old. Type the newest one, or send a new code.');
  if (isRefusal(error) && !isCodeStep) return at('credentials', 'Invalid login credentials.');
  report(error, { isSilent: true });
  return at('failure', messageOf(error));
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

/** Returns the server's name for the sign-in page: `api.example.com`, `10.0.0.2:8090/pb`. */
export function serverName(): string {
  const { host, pathname } = new URL('..', apiAddress(''));
  return host + pathname.replace(/\/$/, '');
}
