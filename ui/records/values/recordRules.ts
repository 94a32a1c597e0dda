import { isEqual } from '../../base/equal';
import { accountNamesOf, type Collection, collectionTypeOf, fieldOf } from '../../model/collection';
import { type FormValue, isMadeByServer } from '../../model/field';
import type { FieldError, FieldErrors } from '../../model/fieldErrors';
import { isLikelyEmail } from '../../model/types/email';
import { wrongValue } from '../../model/types/fieldTypes';
import { itemsOf } from './fileChange';
import { wrongId } from './recordIds';
import { byName, type RecordForm } from './recordValues';

interface Situation {
  isNew: boolean;
  /** True if the password inputs are shown. */
  showsPassword: boolean;
  /** The stored form; for a new record, the empty one. */
  before?: RecordForm;
}

type Wrong = [name: string, error: FieldError | null];

const blank: FieldError = { code: 'validation_required', message: 'Cannot be blank.' };
const different: FieldError = { code: 'validation_values_mismatch', message: "Values don't match." };
const notAnEmail: FieldError = { code: 'validation_is_email', message: 'Must be a valid email address.' };

/** The length of a password that is made for a new user. */
export const madePasswordLength = 30;

/** Finds errors before the form is sent. Only the server can check patterns, unique values and types of files. */
export function checkForm(collection: Collection, form: RecordForm, situation: Situation): FieldErrors {
  const found: Wrong[] = [
    ['id', situation.isNew ? wrongId(collection, textAt(form, 'id')) : null],
    ...(collectionTypeOf(collection) === 'auth' ? wrongAccount(collection, form, situation) : []),
    ...collection.schema.map((field): Wrong => {
      const { [field.name]: value } = form.values;
      const { [field.name]: change } = form.files;
      if (change) return [field.name, wrongValue(field, itemsOf(change))];
      if (situation.isNew && value === '' && isMadeByServer(field)) return [field.name, null];
      const isStored = !situation.isNew && isEqual(value, situation.before?.values[field.name]);
      return [field.name, value === undefined ? null : wrongValue(field, value, isStored)];
    }),
  ];
  return Object.fromEntries(found.filter((one): one is [string, FieldError] => one[1] !== null));
}

/** Checks one value of a stored record. */
export function wrongCell(collection: Collection, name: string, value: FormValue): FieldError | null {
  const field = fieldOf(collection, name);
  if (field) return wrongValue(field, value);
  const form = { values: byName([[name, value]]), files: {} };
  const errors = wrongAccount(collection, form, { isNew: false, showsPassword: false });
  return errors.find(([wrong]) => wrong === name)?.[1] ?? null;
}

function wrongAccount(
  collection: Collection,
  form: RecordForm,
  { isNew, showsPassword }: Situation,
): Wrong[] {
  const { options } = collection;
  const email = textAt(form, 'email');
  const password = textAt(form, 'password');
  const again = textAt(form, 'passwordConfirm');
  const needsName = !isNew && accountNamesOf(collection).includes('username');
  const needsEmail = options ? 'requireEmail' in options && options.requireEmail === true : false;
  const wrongEmail = email === '' ? (needsEmail ? blank : null) : isLikelyEmail(email) ? null : notAnEmail;
  const wrongPasswords: Wrong[] = [
    ['password', password === '' ? blank : null],
    ['passwordConfirm', again === '' ? blank : again === password ? null : different],
  ];
  return [
    // The server makes the name of a new account, if accounts have one.
    ['username', needsName && textAt(form, 'username') === '' ? blank : null],
    ['email', wrongEmail],
    ...(showsPassword ? wrongPasswords : []),
  ];
}

function textAt({ values }: RecordForm, name: string): string {
  return typeof values[name] === 'string' ? values[name] : '';
}
