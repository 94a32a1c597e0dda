import { checkJson, sliceMembers } from '../../platform/jsonText';
import { type Collection, collectionTypeOf, systemFieldNames } from '../collection';
import { fieldTypeOf, isMultiple, type SchemaField } from '../field';
import type { FullRecord, RecordAnswer } from '../record';
import type { SqliteValue } from '../sqlite/storedRow';
import type { NamedRow } from './collectionRows';

/** A record of a backup. */
export interface BackupRecord {
  readonly id: string;
  readonly updated: string;
  /** The record as JSON, with the keys that the server sends to an admin, in the same order. */
  readonly source: string;
}

/** All other system fields are texts. */
const systemTypes: Readonly<Record<string, string>> = { verified: 'bool', emailVisibility: 'bool' };

/** Returns null for a row without an id. Columns that no field names (password, tokens) stay out. */
export function recordOf(collection: Collection, row: NamedRow): BackupRecord | null {
  const id = row.get('id');
  if (typeof id !== 'string' || id === '') return null;
  const sources = new Map([
    ['collectionId', JSON.stringify(collection.id)],
    ['collectionName', JSON.stringify(collection.name)],
  ]);
  for (const name of systemFieldNames(collection)) {
    sources.set(name, sourceOfValue({ type: systemTypes[name] ?? 'text' }, row.get(name) ?? null));
  }
  for (const field of collection.schema) {
    // The definition of a hostile backup may name its fields like system keys.
    const isTaken = field.name === 'expand' || sources.has(field.name);
    if (!isTaken && !isSecret(collection, field.name)) {
      sources.set(field.name, sourceOfValue(field, row.get(field.name) ?? null));
    }
  }
  const members = keysOf(collection, sources).map(([name, key]) => `${key}:${sources.get(name)}`);
  const updated = row.get('updated');
  return {
    id,
    updated: typeof updated === 'string' ? updated : '',
    source: `{${members.join(',')}}`,
  };
}

/** The names of a record's keys in order, and as JSON. All records of a collection have the same. */
const keys = new WeakMap<Collection, readonly (readonly [name: string, key: string])[]>();

function keysOf(collection: Collection, sources: ReadonlyMap<string, string>) {
  const known = keys.get(collection);
  if (known) return known;
  const made = [...sources.keys()].sort(compareBytes).map((name) => [name, JSON.stringify(name)] as const);
  keys.set(collection, made);
  return made;
}

const secretNames = new Set([
  'passwordHash',
  'tokenKey',
  'lastResetSentAt',
  'lastVerificationSentAt',
  'lastLoginAlertSentAt',
]);

/** The schema of a hostile backup may name any column. */
function isSecret(collection: Collection, name: string): boolean {
  return secretNames.has(name) && collectionTypeOf(collection) === 'auth';
}

/** Makes a record and its sources, like a response of the server. */
export function answerOf(collection: Collection, { source }: BackupRecord): RecordAnswer {
  const members = sliceMembers(source);
  const kept = collection.schema.flatMap((field) => {
    const text = members.get(field.name);
    const isKept = text !== undefined && (fieldTypeOf(field) === 'json' || isInexact(text));
    return isKept ? [[field.name, text] as const] : [];
  });
  return { record: JSON.parse(source) as FullRecord, sources: Object.fromEntries(kept) };
}

/** True for an integer that a number cannot hold. */
function isInexact(text: string): boolean {
  return /^-?\d{16,19}$/.test(text) && BigInt(text) !== BigInt(Number(text));
}

/** Returns the value of a field as the server prints it. A text of JSON keeps its blanks. */
function sourceOfValue(field: Pick<SchemaField, 'type' | 'options'>, value: SqliteValue): string {
  switch (field.type) {
    case 'number':
      return numberSource(value);
    case 'bool':
      return String(typeof value === 'number' && value !== 0);
    case 'json':
      return jsonSource(value);
    case 'select':
    case 'file':
    case 'relation': {
      const items = itemsOf(textOf(value));
      return JSON.stringify(isMultiple(field) ? items : (items.at(-1) ?? ''));
    }
    default:
      return JSON.stringify(textOf(value));
  }
}

/** A blob is no value of the server. */
function textOf(value: SqliteValue): string {
  if (value === null) return '';
  return value instanceof Uint8Array ? `${value.length} bytes` : String(value);
}

function numberSource(value: SqliteValue): string {
  if (typeof value === 'bigint') {
    // The server sends the shortest digits that mean the same number.
    const number = Number(value);
    return BigInt(number) === value ? String(number) : String(value);
  }
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? JSON.stringify(number) : '0';
}

/** The rules of the server for the text of a json column (`PrepareValue` in `models/schema/schema_field.go`). */
function jsonSource(value: SqliteValue): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return realSource(value);
  if (typeof value === 'bigint') return String(value);
  const text = textOf(value);
  const isWord = text === 'null' || text === 'true' || text === 'false';
  return isWord || (/^[-\d"[{]/.test(text) && checkJson(text) === null) ? text : JSON.stringify(text);
}

/** Prints a real like Go's format `g`, by which the server reads it from the database. */
function realSource(value: number): string {
  if (!Number.isFinite(value)) return JSON.stringify(value > 0 ? '+Inf' : '-Inf');
  if (Number.isSafeInteger(value)) return String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** Reads a list as the server stores it: JSON, or one bare text. Drops empty and repeated items. */
function itemsOf(text: string): string[] {
  const items = text.includes('[') ? parsedTexts(text) : null;
  return [...new Set(items ?? [text])].filter((item) => item !== '');
}

function parsedTexts(text: string): string[] | null {
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) && items.every((item) => typeof item === 'string') ? items : null;
  } catch {
    return null;
  }
}

/** The order of the server's keys: by bytes. That differs from the order of units beyond the basic plane. */
function compareBytes(a: string, b: string): number {
  const [first, second] = [[...a], [...b]];
  for (let at = 0; at < Math.min(first.length, second.length); at += 1) {
    const difference = (first[at]?.codePointAt(0) ?? 0) - (second[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return first.length - second.length;
}
