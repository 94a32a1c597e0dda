import { FileFault } from '../../base/fileFault';
import {
  isSameName,
  isSign,
  isSignificant,
  type SqlToken,
  sqlTokensOf,
  wordOf,
  writtenName,
} from '../../model/sql/tokens';
import { type SqliteValue, toExact } from './storedRow';

export type Affinity = 'text' | 'numeric' | 'integer' | 'real' | 'blob';

export interface Column {
  readonly name: string;
  readonly affinity: Affinity;
  /** The value of rows that were stored before the column was added. */
  readonly defaultValue: SqliteValue;
  /** True if the column is another name of the rowid. Then its stored value is null. */
  readonly isRowid: boolean;
  readonly place: number;
}

interface TableColumns {
  readonly columns: readonly Column[];
  readonly storedCount: number;
}

export interface SqliteTable extends TableColumns {
  readonly name: string;
  readonly root: number;
}

const longestStatement = 200_000;
const mostColumns = 2_000;
const columnConstraints = new Set(
  'constraint primary not null unique check default collate references generated as'.split(' '),
);
const tableConstraints = new Set('constraint primary unique check foreign'.split(' '));

/** Reads the columns of a CREATE TABLE statement. Throws a FileFault with the reason. */
export function parseCreateTable(sql: string): TableColumns {
  if (sql.length > longestStatement) throw new FileFault('The definition of this table is too long.');
  const tokens = sqlTokensOf(sql).filter(isSignificant);
  const opening = tokens.findIndex((token) => isSign(token, '('));
  const closing = closingOf(tokens, opening);
  if (wordOf(tokens[0]) !== 'create' || opening < 0 || closing < 0)
    throw new FileFault('The definition of this table cannot be read.');
  if (wordOf(tokens[1]) === 'virtual') throw new FileFault('A virtual table has no rows of its own.');
  if (tokens.slice(closing).some((token) => wordOf(token) === 'without'))
    throw new FileFault('A table without rowid cannot be read.');

  const definitions = splitByCommas(tokens.slice(opening + 1, closing));
  const constraints = definitions.filter(([first]) => tableConstraints.has(wordOf(first)));
  const keyName = constraints.map(singleKeyOf).find((name) => name !== null);
  let place = -1;
  const columns = definitions.flatMap((definition): Column[] => {
    const name = writtenName(definition[0]);
    if (name === null || tableConstraints.has(wordOf(definition[0]))) return [];
    const { type, words, rest } = splitDefinition(definition);
    // A generated column without STORED has no value in a row.
    if (words.has('as') && !words.has('stored')) return [];
    place += 1;
    const affinity = affinityOf(type);
    const isKey = isRowidKey(rest) || (keyName !== undefined && isSameName(keyName, name));
    const isRowid = isKey && type.toLowerCase() === 'integer';
    return [{ name, affinity, defaultValue: castDefault(defaultOf(rest), affinity), isRowid, place }];
  });
  // SQLite allows no more, and each row would need as many values.
  if (columns.length > mostColumns) throw new FileFault('This table has too many columns.');
  if (columns.length === 0) throw new FileFault('The definition of this table cannot be read.');
  return { columns, storedCount: place + 1 };
}

function closingOf(tokens: readonly SqlToken[], opening: number): number {
  let depth = 0;
  for (let at = opening; at >= 0 && at < tokens.length; at += 1) {
    if (isSign(tokens[at], '(')) depth += 1;
    if (isSign(tokens[at], ')')) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function splitByCommas(tokens: readonly SqlToken[]): SqlToken[][] {
  const parts: SqlToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (isSign(token, '(')) depth += 1;
    if (isSign(token, ')')) depth -= 1;
    if (depth === 0 && isSign(token, ',')) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** Returns the column of a constraint `PRIMARY KEY (column)`; null for other constraints. */
function singleKeyOf(tokens: readonly SqlToken[]): string | null {
  const at = tokens.findIndex(
    (token, place) => wordOf(token) === 'primary' && wordOf(tokens[place + 1]) === 'key',
  );
  const opening = at + 2;
  if (at < 0 || !isSign(tokens[opening], '(')) return null;
  const keys = splitByCommas(tokens.slice(opening + 1, closingOf(tokens, opening)));
  return keys.length === 1 ? writtenName(keys[0]?.[0]) : null;
}

interface Definition {
  readonly type: string;
  /** The words after the type, outside brackets. */
  readonly words: ReadonlySet<string>;
  /** The tokens after the type. */
  readonly rest: readonly SqlToken[];
}

function splitDefinition([, ...tokens]: readonly SqlToken[]): Definition {
  const found = tokens.findIndex((token) => columnConstraints.has(wordOf(token)));
  const end = found < 0 ? tokens.length : found;
  const rest = tokens.slice(end);
  const type = tokens.slice(0, end).map((token) => writtenName(token) ?? token.text);
  return { type: type.join(' '), words: wordsOutside(rest), rest };
}

function wordsOutside(tokens: readonly SqlToken[]): Set<string> {
  const words = new Set<string>();
  let depth = 0;
  for (const token of tokens) {
    if (isSign(token, '(')) depth += 1;
    if (isSign(token, ')')) depth -= 1;
    if (depth === 0) words.add(wordOf(token));
  }
  return words;
}

/** By an old bug, SQLite treats `INTEGER PRIMARY KEY DESC` as an ordinary column. */
function isRowidKey(rest: readonly SqlToken[]): boolean {
  const at = rest.findIndex(
    (token, place) => wordOf(token) === 'primary' && wordOf(rest[place + 1]) === 'key',
  );
  return at >= 0 && wordOf(rest[at + 2]) !== 'desc';
}

/** In the order of https://www.sqlite.org/datatype3.html, 3.1. */
function affinityOf(type: string): Affinity {
  if (/int/i.test(type)) return 'integer';
  if (/char|clob|text/i.test(type)) return 'text';
  if (type === '' || /blob/i.test(type)) return 'blob';
  return /real|floa|doub/i.test(type) ? 'real' : 'numeric';
}

/** Returns the constant after DEFAULT. Null for an expression: SQLite adds no column with one to existing rows. */
function defaultOf(rest: readonly SqlToken[]): SqliteValue {
  let at = rest.findIndex((token) => wordOf(token) === 'default') + 1;
  if (at === 0) return null;
  while (isSign(rest[at], '(')) at += 1;
  const isNegative = isSign(rest[at], '-');
  if (isNegative || isSign(rest[at], '+')) at += 1;
  const token = rest[at];
  if (!token) return null;
  if (token.kind === 'number') return numberOf(isNegative ? `-${token.text}` : token.text);
  const word = wordOf(token);
  if (word === 'null') return null;
  if (word === 'true' || word === 'false') return word === 'true' ? 1 : 0;
  if (token.kind === 'string' && !token.text.startsWith("'")) return bytesOfHex(token.text.slice(2, -1));
  return writtenName(token);
}

function numberOf(text: string): number | bigint | null {
  const digits = text.replaceAll('_', '');
  if (/^[+-]?(?:\d+|0x[\da-f]+)$/i.test(digits)) {
    const value = BigInt(digits.replace(/^[+-]/, '')) * (digits.startsWith('-') ? -1n : 1n);
    const isHex = /0x/i.test(digits);
    // A decimal number of more than 64 bits is a real.
    if (isHex || BigInt.asIntN(64, value) === value) return toExact(BigInt.asIntN(64, value));
  }
  const value = Number(digits);
  return Number.isNaN(value) ? null : value;
}

function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** SQLite converts a default like a stored value. */
function castDefault(value: SqliteValue, affinity: Affinity): SqliteValue {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  if (affinity === 'text') return isNumber ? String(value) : value;
  if (affinity === 'blob' || typeof value !== 'string') return value;
  return /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value) ? numberOf(value.trim()) : value;
}
