import { proxy } from 'valtio/vanilla';
import { isEqual } from '../../base/equal';
import { type FieldErrors, without } from '../../model/fieldErrors';
import { report } from '../report';

/**
 * A form of values that are sent and not loaded: a sign-in, a test mail, the name of a backup. Use
 * `createEditing` for stored values, because others may change them meanwhile.
 *
 *   const form = createForm({ initial: { email: '' }, save: (values) => admins.requestPasswordReset(values.email) });
 *   form.set('email', text);          // removes the error of that field
 *   await form.submit();              // false when the check or the server refused it, or while it is running
 *
 * Guarantees: a second submit while one runs does nothing. A failure keeps the typed values. The server's errors appear
 * under the paths that it names.
 */
interface FormState<Values extends object> {
  values: Values;
  errors: FieldErrors;
  isSaving: boolean;
}

interface Options<Values extends object> {
  initial: Values;
  save: (values: Values) => Promise<void>;
  /** Returns the errors before the request. */
  check?: (values: Values) => FieldErrors;
  /** Asks before the request, such as the write lock; false keeps the form. */
  mayWrite?: (values: Values) => boolean | Promise<boolean>;
  /** Reports a failed save; by default with a toast and the errors of the fields. */
  onFailure?: (error: unknown) => FieldErrors;
}

export type Form<Values extends object> = ReturnType<typeof createForm<Values>>;

export function createForm<Values extends object>(options: Options<Values>) {
  const { initial, save, mayWrite, check = () => ({}), onFailure = (error) => report(error) } = options;
  const original = structuredClone(initial);
  const state = proxy({
    values: structuredClone(initial),
    errors: {} as FieldErrors,
    isSaving: false,
  }) as FormState<Values>;

  return {
    state,

    isChanged: () => !isEqual(state.values, original),

    set<Key extends keyof Values & string>(key: Key, value: Values[Key]): void {
      state.values[key] = value;
      state.errors = without(state.errors, key);
    },

    async submit(): Promise<boolean> {
      if (state.isSaving) return false;
      state.errors = check(state.values);
      if (Object.keys(state.errors).length > 0) return false;
      const isPermitted = mayWrite?.(state.values) ?? true;
      // Another submit may have begun to save while the question was open; then this one does nothing.
      if (isPermitted !== true && (!(await isPermitted) || state.isSaving)) return false;
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
  };
}
