import * as api from '../backend/settings';
import { isEqual } from '../base/equal';
import type { FieldErrors } from '../model/fieldErrors';
import { redacted, type SettingsOf, type SettingsPart } from '../model/settings';
import { createEditing, type Editing, type SaveOptions } from '../page/forms/editing';
import { notifyOtherErrors, report } from '../page/report';
import * as writeLock from '../page/session/writeLock';
import * as toasts from '../page/toasts';
import {
  type Changes,
  changesOf,
  type Draft,
  hasChanges,
  mergeForms,
  type Paths,
  pathsOf,
  setAt,
  settingText,
  toDraft,
  valueAt,
} from './settingsChanges';

export type SettingsDraft<Part extends SettingsPart> = Draft<SettingsOf<Part>>;

/** The dotted paths of the settings of a page. */
export type SettingsPath<Part extends SettingsPart> = Paths<SettingsOf<Part>>;

type SettingsEditing<Part extends SettingsPart> = Editing<SettingsDraft<Part>, SettingsOf<Part>>;

/**
 * The form of one page of the settings.
 *
 *   const settings = createSettingsForm({
 *     part: 'application',
 *     labels: { 'meta.appName': 'Application name' },
 *     savedText: 'Successfully saved application settings.',
 *   });
 *   await settings.load();
 *   settings.set('meta.appName', text);
 *   await settings.save();          // true if the server has stored the form
 *
 * Guarantees: only changed keys are sent, and never a mask. Errors are shown at the paths of `labels`. The server
 * checks other settings too; their errors are shown as toasts. All guarantees of `createEditing` hold too.
 */
export type SettingsForm<Part extends SettingsPart = SettingsPart> = ReturnType<
  typeof createSettingsForm<Part>
>;

type ByPath<Part extends SettingsPart, Value> = Readonly<Partial<Record<SettingsPath<Part>, Value>>>;

interface Options<Part extends SettingsPart> {
  part: Part;
  /** The name of these settings in a sentence. */
  noun?: string;
  labels: ByPath<Part, string>;
  savedText: string;
  /** Prints the values of an input for the conflict question. */
  texts?: ByPath<Part, (value: unknown) => string>;
  /** Adjusts the settings of a form that opens. These adjustments do not count as changes. */
  prepare?: (values: SettingsDraft<Part>) => void;
  /** Validates before sending. The server has accepted all stored values. */
  check?: (values: SettingsDraft<Part>, stored: SettingsOf<Part>) => FieldErrors;
  /** Asks before the values are sent; false cancels the save and keeps the form. */
  maySend?: (changes: Changes, stored: SettingsOf<Part>) => Promise<boolean>;
  onLoaded?: (stored: SettingsOf<Part>) => void;
  /** `toast` is the id of the success message. */
  onSaved?: ((stored: SettingsOf<Part>, changes: Changes, toast: number) => void) | undefined;
}

const nouns: Readonly<Record<SettingsPart, string>> = {
  application: 'application settings',
  mail: 'mail settings',
  storage: 'files storage settings',
  tokens: 'token options',
  authProviders: 'sign-in providers',
  backups: 'backups options',
  logs: 'logs settings',
};

export function createSettingsForm<Part extends SettingsPart>(options: Options<Part>) {
  const { part, noun = nouns[part], savedText, prepare, check, maySend, onLoaded, onSaved } = options;
  /** The label of each input on this page, by path. */
  const labels = options.labels as Readonly<Record<string, string>>;
  const texts = (options.texts ?? {}) as Readonly<Record<string, (value: unknown) => string>>;
  const words = {
    labelOf: (path: string) => labels[path] ?? path,
    print: (path: string, value: unknown) => texts[path]?.(value) ?? settingText(value),
  };
  const drawn: string[] = [];
  /** True from a load until the first save, so that `prepare` runs only for a form that opens. */
  let isOpening = true;

  const editing: SettingsEditing<Part> = createEditing<SettingsDraft<Part>, SettingsOf<Part>>({
    initial: {} as SettingsDraft<Part>,
    toForm(stored) {
      const form = toDraft(stored ?? {}) as SettingsDraft<Part>;
      if (stored && isOpening) prepare?.(form);
      return form;
    },
    changedPaths: (form, baseline) =>
      pathsOf(form).filter((path) => !isEqual(valueAt(form, path), valueAt(baseline, path))),
  });
  const { state } = editing;

  /** The steps of a save. Returns true when the server has stored the form. */
  async function store(): Promise<boolean> {
    if (!editing.placeErrors(faultsOf(editing.now(), state.stored))) return false;
    for (;;) {
      if (!(await editing.beginWrite({ what: `save the ${noun}`, verb: 'save' }))) return false;

      const { stored: base } = state;
      const theirs = await api.read(part);
      const merged = await editing.answerConflicts(theirs, (choices) =>
        mergeForms({ base: base ?? theirs, theirs, mine: editing.now() }, words, choices),
      );
      if (!merged) return false;
      if (merged === 'asked') continue;

      const changes = changesOf(editing.now(), theirs);
      const isSure = maySend ? async () => (await maySend(changes, theirs)) || null : null;
      if (isSure && !(await editing.ask(isSure, true))) return false;
      // Writes may be locked again after the question.
      if (writeLock.isLocked()) continue;

      const stored = hasChanges(changes) ? await api.update(part, changes) : theirs;
      isOpening = false;
      editing.adopt(toDraft(stored) as SettingsDraft<Part>, { stored });
      const toast = toasts.success(savedText);
      onSaved?.(stored, changes, toast);
      return true;
    }
  }

  const faultsOf = (form: SettingsDraft<Part>, stored: SettingsOf<Part> | null): FieldErrors =>
    stored ? { ...maskErrors(form, stored), ...check?.(form, stored) } : {};

  /** The server validates all settings together, so an error may be at a path of another page. */
  function placeFailure(error: unknown): FieldErrors {
    const errors = report(error);
    notifyOtherErrors(errors, (path) => labels[path] !== undefined, [
      'Nothing was saved. Other settings are invalid:',
    ]);
    return errors;
  }

  const { close, discard, mayClose, resolveConflicts, cancelConflicts } = editing;

  return {
    state,
    close,
    discard,
    mayClose,
    resolveConflicts,
    cancelConflicts,
    labels,

    async load(): Promise<void> {
      isOpening = true;
      const stored = await editing.load({ read: (signal) => api.read(part, signal) });
      if (stored) onLoaded?.(stored);
    },

    valueAt(path: SettingsPath<Part>): unknown {
      return valueAt(state.form, path);
    },

    set(path: SettingsPath<Part>, value: unknown): void {
      editing.edit(path, (form) => setAt(form, path, value));
    },

    /**
     * Marks the path as visible until the returned function runs: it has an input, or a mark that leads to one.
     */
    draw(path: SettingsPath<Part>): () => void {
      drawn.push(path);
      return () => {
        drawn.splice(drawn.indexOf(path), 1);
      };
    },

    /** Shows the errors at paths of `labels` without a visible input in toasts. */
    notifyHiddenErrors(): void {
      const hidden = Object.entries(state.errors).filter(
        ([path]) => labels[path] !== undefined && !drawn.includes(path),
      );
      for (const [path, { message }] of hidden) toasts.error(`${labels[path]}: ${message}`);
    },

    /** Removes the errors at or below the path. */
    clearErrors: (path: string): void => editing.edit(path, () => {}),

    isChanged: () => state.isChanged,
    isChangedAt(path: SettingsPath<Part>): boolean {
      return state.changed[path] === true;
    },
    changedPaths: () => Object.keys(state.changed),

    /** Returns true if the server has stored the form. */
    async save(given?: SaveOptions): Promise<boolean> {
      // The messages that are still open belong to an older save.
      if (state.status === 'ready' && !state.isSaving) toasts.closeAll();
      return state.isChanged && editing.save(store, placeFailure, given);
    },
  };
}

/** Refuses a typed mask, because the server would store it and it would look like a secret. */
function maskErrors(form: object, stored: object): FieldErrors {
  const wrong = pathsOf(form).filter(
    (path) => valueAt(form, path) === redacted && valueAt(stored, path) !== redacted,
  );
  const fault = {
    code: 'validation_not_in_invalid',
    message: 'Enter a new value; ****** means "unchanged".',
  };
  return Object.fromEntries(wrong.map((path) => [path, fault]));
}
