import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../../api/ApiError';
import * as accounts from '../../../api/adminAccounts';
import { type Admin, avatarOf } from '../../../model/admin';
import * as confirm from '../../../state/confirm';
import { createForm, type Form } from '../../../state/form';
import { createLoading, type LoadingState } from '../../../state/loading';
import { createPendingQuestion } from '../../../state/pendingQuestion';
import { report } from '../../../state/report';
import * as session from '../../../state/session';
import * as toasts from '../../../state/toasts';
import { type Choices, mergeAsking } from '../mergeAsking';
import type { SettingsConflict } from '../settingsChanges';
import { removeAdmin } from './adminRemoval';
import { type AdminValues, canSave, faultsOf, passwordOf, sharedOf, valuesOf } from './adminRules';
import { followOwn, isOwn } from './ownAccount';

const closeQuestion = 'You have unsaved changes. Do you really want to close the panel?';

export interface AdminFormState extends LoadingState {
  isNew: boolean;
  /** As the server gave it last; null while it is new. (ref) */
  stored: Admin | null;
  /** Always true while the admin is new. */
  showsPassword: boolean;
  /** What both changed, for the person to choose; null for nothing. (ref) */
  conflicts: readonly SettingsConflict[] | null;
}

/**
 * One admin as a form, new or existing.
 *
 *   const admin = createAdminForm(id);   // null for a new one
 *   await admin.load();
 *   admin.set('email', text);
 *   await admin.save();                  // true when the server holds what is typed
 *
 * Promises: only changed keys are sent; an existing admin is read again before, so that what only someone else
 * changed stays, and what both changed is put to the person; a password lives in the form alone, until it is sent.
 */
export interface AdminForm {
  state: AdminFormState;
  form: Form<AdminValues>;
  /** Also after a failure. */
  load(): Promise<void>;
  close(): void;
  /** Nothing while it is being saved. */
  set<Key extends keyof AdminValues>(key: Key, value: AdminValues[Key]): void;
  /** Hiding the passwords empties them. */
  showPassword(shows: boolean): void;
  setPasswords(secret: string): void;
  /** Nothing while there is nothing to save. */
  save(): Promise<boolean>;
  resolveConflicts(choices: Choices): void;
  cancelConflicts(): void;
  mayClose(): boolean | Promise<boolean>;
  /** Asks first; true when it is gone. */
  remove(): Promise<boolean>;
}

export function createAdminForm(adminId: string | null): AdminForm {
  const state = proxy<AdminFormState>({
    status: 'loading',
    loadError: null,
    isNew: adminId === null,
    stored: null,
    showsPassword: adminId === null,
    conflicts: null,
  });
  const question = createPendingQuestion<readonly SettingsConflict[], Choices>((asked) => {
    state.conflicts = asked && ref([...asked]);
  });
  let isDeclined = false;
  const form: Form<AdminValues> = createForm<AdminValues>({
    initial: valuesOf(null),
    check: (values) => faultsOf(values, state.showsPassword),
    save: send,
    onFailure: (error) => {
      const isGone = error instanceof ApiError && error.status === 404;
      if (!isGone) return report(error);
      toasts.error('This admin no longer exists. Your changes stay here until you close the panel.');
      return {};
    },
  });

  function show(stored: Admin | null): void {
    form.reset(valuesOf(stored));
    Object.assign(state, {
      stored: stored && ref(stored),
      isNew: stored === null,
      showsPassword: stored === null,
    });
  }

  const loading = createLoading(
    state,
    async (signal) => (adminId === null ? null : accounts.get(adminId, signal)),
    show,
  );

  /** Of an existing admin, on top of what others have saved since; null: the person gave up. */
  async function store(values: AdminValues): Promise<Admin | null> {
    const { stored } = state;
    if (!stored) return accounts.add(values);
    const merged = await mergeAsking(sharedOf(values), sharedOf(valuesOf(stored)), {
      read: async () => {
        const theirs = await accounts.get(stored.id);
        return { ...theirs, avatar: avatarOf(theirs) };
      },
      ask: question.ask,
    });
    if (!merged) return null;
    const body = { ...merged.changes, ...passwordOf(values) };
    return Object.keys(body).length > 0 ? accounts.update(stored.id, body) : merged.theirs;
  }

  async function send(values: AdminValues): Promise<void> {
    const { isNew } = state;
    const stored = await store(values);
    isDeclined = stored === null;
    if (!stored) return;
    // Until then the form counts as unsaved: should the old token be refused meanwhile, it must stay.
    const goesOn = !isOwn(stored.id) || (await followOwn(stored, values.password));
    show(stored);
    toasts.success(`Successfully ${isNew ? 'created' : 'updated'} admin.`);
    if (goesOn) return;
    toasts.info('Your password was changed. Sign in with the new one.');
    session.end();
  }

  function set<Key extends keyof AdminValues>(key: Key, value: AdminValues[Key]): void {
    if (!form.state.isSaving) form.set(key, value);
  }

  function setPasswords(secret: string): void {
    set('password', secret);
    set('passwordConfirm', secret);
  }

  return {
    state,
    form,

    load: loading.load,

    close() {
      loading.cancel();
      question.cancel();
    },

    set,
    setPasswords,

    showPassword(shows) {
      if (form.state.isSaving) return;
      state.showsPassword = shows;
      if (!shows) setPasswords('');
    },

    async save() {
      const isAsked = state.status === 'ready' && canSave(form.state.values, form.state.original, state);
      return isAsked && (await form.submit()) && !isDeclined;
    },

    resolveConflicts: question.answer,
    cancelConflicts: question.cancel,

    mayClose: () => !form.isChanged() || confirm.ask(closeQuestion),

    async remove() {
      const { stored } = state;
      if (!stored || form.state.isSaving || !(await removeAdmin(stored))) return false;
      // Nothing of it can be saved any more.
      form.reset(valuesOf(stored));
      if (isOwn(stored.id)) session.end();
      return true;
    },
  };
}
