import { ApiError } from '../../backend/ApiError';
import * as adminSession from '../../backend/adminSession';
import * as admins from '../../backend/admins';
import { type Choices, createThreeWayMerge } from '../../base/threeWayMerge';
import { type Admin, avatarOf } from '../../model/admin';
import { can } from '../../page/capabilities';
import { createEditing, type Editing, type SaveOptions } from '../../page/forms/editing';
import { perform } from '../../page/perform';
import { report } from '../../page/report';
import * as fileToken from '../../page/session/fileToken';
import * as session from '../../page/session/session';
import type { WriteAct } from '../../page/session/writeLock';
import * as toasts from '../../page/toasts';
import {
  type AdminValues,
  avatarName,
  canSave,
  changedKeys,
  faultsOf,
  passwordOf,
  toForm,
} from './adminRules';

interface Shown {
  /** Always true for a new admin. */
  showsPassword: boolean;
}

export type AdminForm = ReturnType<typeof createAdminForm>;

const goneText = 'This admin no longer exists. Your changes stay here until you close the panel.';

/**
 * One admin as a form, new or existing.
 *
 *   const admin = createAdminForm(id);   // null for a new one
 *   await admin.load();
 *   admin.set('email', text);
 *   await admin.save();                  // true if the server has stored the form
 *
 * Guarantees: only changed keys are sent. A password stays in the form until it is sent. All guarantees of
 * `createEditing` hold too.
 */
export function createAdminForm(adminId: string | null) {
  const editing: Editing<AdminValues, Admin, Shown> = createEditing({
    initial: toForm(null),
    isNew: adminId === null,
    more: { showsPassword: adminId === null },
    toForm,
    changedPaths: changedKeys,
  });
  const { state } = editing;

  /** The steps of a save. Returns true when the server has stored the form. */
  async function store(): Promise<boolean> {
    if (!editing.placeErrors(faultsOf(editing.now(), state.showsPassword))) return false;
    for (;;) {
      if (!(await editing.beginWrite(writeAct()))) return false;

      const { stored: base } = state;
      if (base) {
        const theirs = await admins.get(base.id);
        const merged = await editing.answerConflicts(theirs, (choices) =>
          mergeAdmins({ base, theirs, mine: editing.now() }, choices),
        );
        if (!merged) return false;
        if (merged === 'asked') continue;
      }

      const form = editing.now();
      const stored = await send(form, state.stored);
      // The form stays unsaved until this ends, so it survives if the server refuses the old token meanwhile.
      const goesOn = !isOwn(stored.id) || (await updateSession(stored, form.password));
      const wasNew = state.isNew;
      editing.adopt(toForm(stored), { stored });
      state.showsPassword = false;
      toasts.success(`Successfully ${wasNew ? 'created' : 'updated'} admin.`);
      if (!goesOn) {
        const what = form.password ? 'password' : 'email';
        toasts.info(`Your ${what} was changed. Sign in with the new one.`);
        session.end();
      }
      return true;
    }
  }

  function writeAct(): WriteAct {
    return state.isNew
      ? { what: `create the admin ${state.form.email}`, verb: 'create' }
      : { what: `save the admin ${state.baseline.email}`, verb: 'save' };
  }

  /** Does nothing during a save. */
  function set<Key extends keyof AdminValues>(key: Key, value: AdminValues[Key]): void {
    if (state.isSaving) return;
    editing.edit(key, (form) => {
      form[key] = value;
    });
  }

  function setPasswords(secret: string): void {
    set('password', secret);
    set('passwordConfirm', secret);
  }

  const { close, mayClose, resolveConflicts, cancelConflicts } = editing;

  return {
    state,
    close,
    mayClose,
    resolveConflicts,
    cancelConflicts,
    set,
    setPasswords,

    /** Reads the admin, also again after a failure. */
    async load(): Promise<void> {
      const id = state.stored?.id ?? adminId ?? '';
      const stored = await editing.load(state.isNew ? null : { read: (signal) => admins.get(id, signal) });
      if (stored) state.showsPassword = false;
    },

    /** Shows or hides the password inputs; hiding empties them. */
    showPassword(shows: boolean): void {
      if (state.isSaving) return;
      state.showsPassword = shows;
      if (!shows) setPasswords('');
    },

    async save(options?: SaveOptions): Promise<boolean> {
      return canSave(state) && editing.save(store, (error) => editing.report(error, goneText), options);
    },

    /** Asks first; true if the admin was deleted. */
    async remove(): Promise<boolean> {
      const { stored } = state;
      if (!stored || state.isSaving || !(await removeAdmin(stored))) return false;
      // A deleted admin cannot be saved.
      editing.discard();
      if (isOwn(stored.id)) session.end();
      return true;
    },
  };
}

/** Merges an admin. The server returns no passwords, so those are mine. */
function mergeAdmins(
  { base, theirs, mine }: { base: Admin; theirs: Admin; mine: AdminValues },
  choices: Choices,
) {
  const merge = createThreeWayMerge(choices);
  const form = merge.tree({ base: toForm(base), mine, theirs: toForm(theirs) }, (key) =>
    key === 'avatar'
      ? { label: 'Avatar', print: (avatar) => avatarName(Number(avatar)) }
      : { label: 'Email', print: String },
  );
  return { form, conflicts: merge.conflicts };
}

async function send(form: AdminValues, stored: Admin | null): Promise<Admin> {
  const { avatar, ...others } = form;
  if (!stored) return admins.create(can('adminAvatars') ? form : others);
  const { email } = form;
  const body = {
    ...(email !== stored.email && { email }),
    ...(avatar !== avatarOf(stored) && { avatar }),
    ...passwordOf(form),
  };
  return Object.keys(body).length > 0 ? admins.update(stored.id, body) : stored;
}

const question = 'Do you really want to delete the selected admin?';
const ownQuestion = `${question}\nThis is your own account: you will be signed out.`;

const removeAdmin = ({ id, email }: Admin): Promise<boolean> =>
  perform({
    ask: { text: isOwn(id) ? ownQuestion : question, isDangerous: true, staysOpen: true },
    what: `delete the admin ${email}`,
    verb: 'delete',
    run: () => admins.remove(id),
    done: 'Successfully deleted admin.',
    failed: reportRefusal,
  });

/** Explains that the last admin cannot be deleted, because the server's error does not. */
async function reportRefusal(error: unknown): Promise<void> {
  const mayBeLast = error instanceof ApiError && error.status === 400;
  if (mayBeLast && (await isLast())) toasts.error('The last admin cannot be deleted.');
  else report(error);
}

async function isLast(): Promise<boolean> {
  try {
    return (await adminSession.countWhere('')) === 1;
  } catch {
    return false;
  }
}

export function isOwn(id: string | undefined): boolean {
  return id !== undefined && session.state.admin?.id === id;
}

/**
 * Updates the session after an admin has saved their own account. A new password invalidates the token, so this signs
 * in again. Returns false if the session must end: the sign-in failed, or the server ends it for a new email.
 */
async function updateSession(saved: Admin, password: string): Promise<boolean> {
  if (password === '') {
    if (can('emailEndsSession') && saved.email !== session.state.admin?.email) return false;
    session.begin({ admin: saved, token: session.token() });
    return true;
  }
  // The password change has invalidated the file token too.
  fileToken.forget();
  try {
    session.begin(await adminSession.signIn(saved.email, password));
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}
