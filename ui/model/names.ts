import slugify from 'slugify';
import { randomText } from '../base/random';
import { accountNames, type Collection, indexesOf, systemNamesOf } from './collection';
import { via } from './filter/ruleWords';
import { indexNameOf } from './sql/indexStatement';

/**
 * Converts a text to a valid name of a field or collection while the user types. A valid name stays
 * unchanged; a space at the end becomes `_`, because another word may follow.
 */
export function slugOf(text: string): string {
  return (
    text
      .normalize('NFKC')
      // Slugify only letters and digits, or € would become "euro". Convert each part alone, or `__` would
      // become `_`.
      .replace(/(?!\w)[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}]*/gu, (letters) => slugify(letters, { strict: true }))
      .replace(/[.=\p{Pd}\s]/gu, ' ')
      .replace(/[^\w ]/g, '')
      .replace(/ +/g, '_')
  );
}

/** Returns the name if it is free, else adds the first free number from 2 on. Case is ignored. */
export function uniqueName(wanted: string, taken: readonly string[]): string {
  const known = new Set(taken.map((name) => name.toLowerCase()));
  if (!known.has(wanted.toLowerCase())) return wanted;
  // The name after `field2` is `field3`, not `field22`.
  const [, stem = wanted, counted = '1'] = /^(.*?\D)([1-9]\d{0,5})$/s.exec(wanted) ?? [];
  let number = Number(counted) + 1;
  while (known.has(`${stem}${number}`.toLowerCase())) number += 1;
  return `${stem}${number}`;
}

/**
 * Returns a random name, because all collections share one database, where index names are unique and
 * case-insensitive.
 */
export function randomIndexName(): string {
  return `idx_${randomText(7)}`;
}

const reserved = ['collectionId', 'collectionName', 'expand', 'null', 'true', 'false', '_rowid_'];
const reservedForAuth = ['password', 'passwordConfirm', 'oldPassword'];

/** System columns of every table, and of auth tables. The database compares them case-insensitively. */
const columns = systemNamesOf('base');
const columnsOfAuth = [
  ...accountNames,
  'tokenKey',
  'passwordHash',
  'lastResetSentAt',
  'lastVerificationSentAt',
  'lastLoginAlertSentAt',
];

interface NamedField {
  others: readonly string[];
  isAuth: boolean;
  /** False on a newer server: there a user name is a field like others. */
  hasUserNames?: boolean;
}

/** Returns a sentence that says why the server refuses this field name, or null when the name is valid. */
export function fieldNameError(
  name: string,
  { others, isAuth, hasUserNames = true }: NamedField,
): string | null {
  const own = hasUserNames ? columnsOfAuth : columnsOfAuth.filter((column) => column !== 'username');
  const isReserved = isAuth
    ? isIn(name, [...columns, ...own]) || [...reserved, ...reservedForAuth].includes(name)
    : isIn(name, columns) || reserved.includes(name);
  if (isReserved) return 'The system uses this name.';
  return wrongText(name) ?? (isIn(name, others) ? 'Another field has this name.' : null);
}

/**
 * Returns a sentence that says why the server refuses this collection name. A table and an index cannot share
 * a name.
 */
export function collectionNameError(name: string, others: readonly Collection[]): string | null {
  const wrong = wrongText(name);
  if (wrong !== null) return wrong;
  if (name.startsWith('_')) return 'Must begin with a letter or a digit.';
  if (/^sqlite_/i.test(name)) return 'The system uses names that begin with sqlite_.';
  const names = others.map((other) => other.name);
  if (isIn(name, names)) return 'Another collection has this name.';
  if (others.some(({ id }) => id === name)) return 'Another collection has this as its id.';
  return isIn(name, others.flatMap(indexesOf).map(indexNameOf)) ? 'An index has this name.' : null;
}

function wrongText(name: string): string | null {
  if (name === '') return 'Cannot be blank.';
  if (!/^\w+$/.test(name)) return 'Only letters from A to Z, digits and _ can stand in a name.';
  if (name.length > 255) return 'Must be at most 255 characters long.';
  return name.toLowerCase().includes(via) ? `Cannot contain ${via}.` : null;
}

function isIn(name: string, names: readonly string[]): boolean {
  const lower = name.toLowerCase();
  return names.some((other) => other.toLowerCase() === lower);
}
