import { proxy } from 'valtio/vanilla';
import { type FieldErrors, without } from '../model/fieldErrors';
import { isEqual } from '../platform/equal';
import { report } from './report';

/**
 * The form pattern: what was there, what is typed, what is wrong with it.
 *
 *   const form = createForm({ initial: { email: '' }, save: (values) => admins.requestPasswordReset(values.email) });
 *   form.set('email', text);          // the error of that field goes
 *   await form.submit();              // false when the check or the server refused it, or while it is running
 *
 * Promises: a second submit while one runs does nothing; what is typed stays after a failure; the errors of the
 * server stand under the paths it names.
 */
export interface FormState<Values extends object> {
  values: Values;
  original: Values;
  errors: FieldErrors;
  isSaving: boolean;
}

interface Options<Values extends object> {
  initial: Values;
  save: (values: Values) => Promise<void>;
  /** What is wrong before sending; empty when nothing is. */
  check?: (values: Values) => FieldErrors;
  /** Tells a failed save; by default a toast and the errors of the fields. */
  onFailure?: (error: unknown) => FieldErrors;
}

export interface Form<Values extends object> {
  state: FormState<Values>;
  isChanged(): boolean;
  set<Key extends keyof Values & string>(key: Key, value: Values[Key]): void;
  /** Changes the values themselves; the errors at the dotted path go. */
  edit(path: string, change: (values: Values) => void): void;
  submit(): Promise<boolean>;
  reset(values: Values): void;
}

export function createForm<Values extends object>(options: Options<Values>): Form<Values> {
  const { initial, save, check = () => ({}), onFailure = (error) => report(error) } = options;
  const state = proxy({
    values: structuredClone(initial),
    original: structuredClone(initial),
    errors: {} as FieldErrors,
    isSaving: false,
  }) as FormState<Values>;

  function edit(path: string, change: (values: Values) => void): void {
    change(state.values);
    state.errors = without(state.errors, path);
  }

  return {
    state,

    isChanged: () => !isEqual(state.values, state.original),

    set(key, value) {
      edit(key, (values) => {
        values[key] = value;
      });
    },

    edit,

    async submit() {
      if (state.isSaving) return false;
      state.errors = check(state.values);
      if (Object.keys(state.errors).length > 0) return false;
      state.isSaving = true;
      try {
        await save({ ...state.values });
        return true;
      } catch (error) {
        state.errors = onFailure(error);
        return false;
      } finally {
        state.isSaving = false;
      }
    },

    reset(values) {
      state.values = structuredClone(values);
      state.original = structuredClone(values);
      state.errors = {};
    },
  };
}
