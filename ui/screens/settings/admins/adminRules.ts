import type { AdminChanges } from '../../../api/adminAccounts';
import { type Admin, avatarOf } from '../../../model/admin';
import type { FieldErrors } from '../../../model/fieldErrors';
import { allErrors, requiredErrors } from '../settingsRules';

const mismatch = { code: 'validation_values_mismatch', message: "Values don't match." };

/** As it is typed; the passwords are empty until they are asked for. */
export interface AdminValues {
  email: string;
  avatar: number;
  password: string;
  passwordConfirm: string;
}

/** What decides whether there is something to save. */
interface Asked {
  isNew: boolean;
  showsPassword: boolean;
}

/** What the form of an admin begins with; of a new one nothing is known. */
export function valuesOf(admin: Admin | null): AdminValues {
  return {
    email: admin?.email ?? '',
    avatar: admin ? avatarOf(admin) : 0,
    password: '',
    passwordConfirm: '',
  };
}

/** The part that the server also tells, and that two people can change at once. */
export function sharedOf({ email, avatar }: AdminValues): Pick<AdminValues, 'email' | 'avatar'> {
  return { email, avatar };
}

/** What of the passwords is sent. */
export function passwordOf({ password, passwordConfirm }: AdminValues): AdminChanges {
  return password === '' ? {} : { password, passwordConfirm };
}

export function canSave(
  values: AdminValues,
  original: AdminValues,
  { isNew, showsPassword }: Asked,
): boolean {
  if (isNew) return values.email.trim() !== '';
  return showsPassword || values.email !== original.email || values.avatar !== original.avatar;
}

/** What differs from what is stored; a password is one thing, typed twice. */
export function changedKeys(values: AdminValues, original: AdminValues) {
  return (['email', 'avatar', 'password'] as const).filter((key) => values[key] !== original[key]);
}

/** What is wrong before sending; the rest only the server knows. It takes an empty password for no change. */
export function faultsOf(values: AdminValues, showsPassword: boolean): FieldErrors {
  const required = showsPassword ? ['email', 'password', 'passwordConfirm'] : ['email'];
  const isOther = showsPassword && values.password !== values.passwordConfirm;
  return allErrors(requiredErrors(values, required), isOther ? { passwordConfirm: mismatch } : {});
}
