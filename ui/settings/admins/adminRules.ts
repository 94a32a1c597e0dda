import type { AdminChanges } from '../../backend/admins';
import { type Admin, avatarOf } from '../../model/admin';
import type { FieldErrors } from '../../model/fieldErrors';
import { allErrors, requiredErrors } from '../settingsRules';

const mismatch = { code: 'validation_values_mismatch', message: "Values don't match." };

/** The typed values; passwords are empty until their inputs are shown. */
export interface AdminValues {
  email: string;
  avatar: number;
  password: string;
  passwordConfirm: string;
}

/** Numbers the avatars from one. */
export const avatarName = (number: number) => `Avatar ${number + 1}`;

interface Asked {
  isNew: boolean;
  isChanged: boolean;
  showsPassword: boolean;
  form: Pick<AdminValues, 'email'>;
}

export function toForm(admin: Admin | null): AdminValues {
  return {
    email: admin?.email ?? '',
    avatar: admin ? avatarOf(admin) : 0,
    password: '',
    passwordConfirm: '',
  };
}

/** Returns the passwords to send; nothing if they are empty. */
export function passwordOf({ password, passwordConfirm }: AdminValues): AdminChanges {
  return password === '' ? {} : { password, passwordConfirm };
}

export function canSave({ isNew, isChanged, showsPassword, form }: Asked): boolean {
  return isNew ? form.email.trim() !== '' : showsPassword || isChanged;
}

const keys = ['email', 'avatar', 'password', 'passwordConfirm'] as const;

export function changedKeys(form: AdminValues, baseline: AdminValues) {
  return keys.filter((key) => form[key] !== baseline[key]);
}

/** Counts the changes; a password and its confirmation are one change. */
export function countChanges(changed: Readonly<Record<string, true>>): number {
  const isTwice = changed['password'] && changed['passwordConfirm'];
  return Object.keys(changed).length - (isTwice ? 1 : 0);
}

/** Validates the form. The server takes an empty password as unchanged, so a shown but empty input is refused here. */
export function faultsOf(values: AdminValues, showsPassword: boolean): FieldErrors {
  const required = showsPassword ? ['email', 'password', 'passwordConfirm'] : ['email'];
  const isOther = showsPassword && values.password !== values.passwordConfirm;
  return allErrors(requiredErrors(values, required), isOther ? { passwordConfirm: mismatch } : {});
}
