import { ApiError } from '../../backend/ApiError';
import * as adminSession from '../../backend/adminSession';
import * as admins from '../../backend/admins';
import { type Choices, createThreeWayMerge } from '../../base/threeWayMerge';
import { type Admin, avatarOf } from '../../model/admin';
import { createEditing, type Editing } from '../../page/forms/formMachine';
import { perform } from '../../page/perform';
import { report } from '../../page/report';
import * as fileToken from '../../page/session/fileToken';
import * as session from '../../page/session/session';
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

type AdminEditing = Editing<AdminValues, Admin, Shown>;

/**
 * One admin as a form, new or existing. It adapts `createEditing` to accounts.
 *
 *   const admin = createAdminForm(id);   // null for a new one
 *   await admin.load();
 *   admin.set('email', text);
 *   await admin.save();                  // true if the server has stored the form
 *
 * Guarantees: only changed keys are sent. A password stays in the form until it is sent. All guarantees of
 * `createEditing` hold too.
 */
export interface AdminForm
  extends Pick<
    AdminEditing,
    'state' | 'close' | 'mayClose' | 'save' | 'resolveConflicts' | 'cancelConflicts'
  > {
  /** Can run again after a failure. */
  load(): Promise<void>;
  /** Does nothing during a save. */
  set<Key extends keyof AdminValues>(key: Key, value: AdminValues[Key]): void;
  /** Shows or hides the password inputs; hiding empties them. */
  showPassword(shows: boolean): void;
  setPasswords(secret: string): void;
  /** Asks first; true if the admin was deleted. */
  remove(): Promise<boolean>;
}

export function createAdminForm(adminId: string | null): AdminForm {
  /** False if the new sign-in failed after admins changed their own password. */
  let goesOn = true;

  const editing: AdminEditing = createEditing<AdminValues, Admin, Shown>({
    initial: toForm(null),
    isNew: adminId === null,
    more: { showsPassword: adminId === null },
    read: (signal) => admins.get(editing.state.stored?.id ?? adminId ?? '', signal),
    opened: (stored) => {
      editing.state.showsPassword = stored === null;
    },
    writes: () =>
      editing.state.isNew
        ? { what: `create the admin ${editing.state.form.email}`, verb: 'create' }
        : { what: `save the admin ${editing.state.baseline.email}`, verb: 'save' },
    toForm,
    changedPaths: changedKeys,
    canSave: () => canSave(editing.state),
    check: ({ form }) => faultsOf(form, editing.state.showsPassword),
    merge: mergeAdmins,

    async send({ form, stored: before }) {
      const stored = await store(form, before);
      // The form stays unsaved until this ends, so it survives if the server refuses the old token meanwhile.
      goesOn = !isOwn(stored.id) || (await updateSession(stored, form.password));
      return { stored, sent: form };
    },

    saved(_, { wasNew }) {
      editing.state.showsPassword = false;
      toasts.success(`Successfully ${wasNew ? 'created' : 'updated'} admin.`);
      if (goesOn) return;
      toasts.info('Your password was changed. Sign in with the new one.');
      session.end();
    },

    goneText: 'This admin no longer exists. Your changes stay here until you close the panel.',
  });
  const { state } = editing;

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

  return {
    ...editing,
    load: editing.open,
    set,
    setPasswords,

    showPassword(shows) {
      if (state.isSaving) return;
      state.showsPassword = shows;
      if (!shows) setPasswords('');
    },

    async remove() {
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
  const email = merge.value({
    name: 'email',
    label: 'Email',
    print: String,
    base: base.email,
    mine: mine.email,
    theirs: theirs.email,
  });
  const avatar = merge.value({
    name: 'avatar',
    label: 'Avatar',
    print: avatarName,
    base: avatarOf(base),
    mine: mine.avatar,
    theirs: avatarOf(theirs),
  });
  return { form: { ...mine, email, avatar }, conflicts: merge.conflicts };
}

async function store(form: AdminValues, stored: Admin | null): Promise<Admin> {
  if (!stored) return admins.create(form);
  const { email, avatar } = form;
  const body = {
    ...(email !== stored.email && { email }),
    ...(avatar !== avatarOf(stored) && { avatar }),
    ...passwordOf(form),
  };
  return Object.keys(body).length > 0 ? admins.update(stored.id, body) : stored;
}

const question = 'Do you really want to delete the selected admin?';
const ownQuestion = `${question}\nThis is your own account: you will be signed out.`;

/** Asks, then deletes; true if the admin was deleted. */
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
 * in again. Returns false if the sign-in failed; the session must end then.
 */
async function updateSession(saved: Admin, password: string): Promise<boolean> {
  if (password === '') {
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
