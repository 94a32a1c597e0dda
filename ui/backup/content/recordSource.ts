import { array, is, object, type, unknown } from 'superstruct';
import { toInner } from '../../backend/newer/collectionShape';
import { checkJson, sliceMembers } from '../../base/jsonText';
import {
  Collection,
  collectionTypeOf,
  ruleNames,
  systemFieldNames,
  systemTypeOf,
} from '../../model/collection';
import { SchemaField } from '../../model/field';
import type { FullRecord, RecordAnswer } from '../../model/record';
import { isMultiple, isSecret, typeOf } from '../../model/types/fieldTypes';
import type { SqliteValue } from '../sqlite/storedRow';

export interface BackupRecord {
  readonly id: string;
  readonly updated: string | null;
  /** The record as JSON, with the keys that the server sends to an admin, in the same order. */
  readonly source: string;
}

/** Null for a row without an id. Columns that are no fields (password, tokens) are left out. */
export function recordOf(collection: Collection, row: NamedRow): BackupRecord | null {
  const id = row.get('id');
  if (typeof id !== 'string' || id === '') return null;
  const sources = new Map([
    ['collectionId', JSON.stringify(collection.id)],
    ['collectionName', JSON.stringify(collection.name)],
  ]);
  for (const name of systemFieldNames(collection)) {
    sources.set(name, sourceOfValue({ type: systemTypeOf(name) }, row.get(name) ?? null));
  }
  for (const field of collection.schema) {
    // In a malicious backup, a field may have the name of a system key.
    const isTaken = field.name === 'expand' || sources.has(field.name);
    if (!isTaken && !isConcealed(collection, field)) {
      const value = isSecret(field) ? '' : (row.get(field.name) ?? null);
      sources.set(field.name, sourceOfValue(field, value));
    }
  }
  const members = keysOf(collection, sources).map(([name, key]) => `${key}:${sources.get(name)}`);
  const updated = row.get('updated');
  return {
    id,
    updated: typeof updated === 'string' && updated !== '' ? updated : null,
    source: `{${members.join(',')}}`,
  };
}

/** By collection: the keys of its records in order, and each as JSON. */
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

/** In a malicious backup, the schema may name any column. */
function isConcealed(collection: Collection, field: SchemaField): boolean {
  if (collection.builtIn && field.name === 'tokenKey') return true;
  return secretNames.has(field.name) && collectionTypeOf(collection) === 'auth';
}

/** Returns the record like a response of the server. */
export function answerOf(collection: Collection, { source }: BackupRecord): RecordAnswer {
  const members = sliceMembers(source);
  const kept = collection.schema.flatMap((field) => {
    const text = members.get(field.name);
    const isKept = text !== undefined && (typeOf(field).hasSource || isInexact(text));
    return isKept ? [[field.name, text] as const] : [];
  });
  return { record: JSON.parse(source) as FullRecord, sources: Object.fromEntries(kept) };
}

/** True for an integer that a JavaScript number cannot hold. */
function isInexact(text: string): boolean {
  return /^-?\d{16,19}$/.test(text) && BigInt(text) !== BigInt(Number(text));
}

/** Returns the value of a field as the server prints it. The text of a json value keeps its blanks. */
function sourceOfValue(field: Pick<SchemaField, 'type' | 'options'>, value: SqliteValue): string {
  const { isAmount, isSwitch, isJsonColumn, holds } = typeOf(field);
  if (isAmount) return numberSource(value);
  if (isSwitch) return String(typeof value === 'number' && value !== 0);
  if (isJsonColumn) return jsonSource(value);
  if (!holds) return JSON.stringify(textOf(value));
  const items = itemsOf(textOf(value));
  return JSON.stringify(isMultiple(field) ? items : (items.at(-1) ?? ''));
}

/** The server stores no blobs. */
function textOf(value: SqliteValue): string {
  if (value === null) return '';
  return value instanceof Uint8Array ? `${value.length} bytes` : String(value);
}

function numberSource(value: SqliteValue): string {
  if (typeof value === 'bigint') {
    // Like the server, prints the shortest digits of the same number.
    const number = Number(value);
    return BigInt(number) === value ? String(number) : String(value);
  }
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? JSON.stringify(number) : '0';
}

/** Follows the server for the text in a json column (`PrepareValue` in `models/schema/schema_field.go`). */
function jsonSource(value: SqliteValue): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return realSource(value);
  if (typeof value === 'bigint') return String(value);
  const text = textOf(value);
  const isWord = text === 'null' || text === 'true' || text === 'false';
  return isWord || (/^[-\d"[{]/.test(text) && checkJson(text) === null) ? text : JSON.stringify(text);
}

/** The server reads a number from the database in the format `g` of Go. */
function realSource(value: number): string {
  if (!Number.isFinite(value)) return JSON.stringify(value > 0 ? '+Inf' : '-Inf');
  if (Number.isSafeInteger(value)) return String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** A list is stored as JSON, or as one plain text. Drops empty and repeated items. */
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

/** By bytes, like the server. JavaScript compares code units, which differs outside the basic plane. */
function compareBytes(a: string, b: string): number {
  const [first, second] = [[...a], [...b]];
  for (let at = 0; at < Math.min(first.length, second.length); at += 1) {
    const difference = (first[at]?.codePointAt(0) ?? 0) - (second[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return first.length - second.length;
}

/** By the name of the column. */
export type NamedRow = ReadonlyMap<string, SqliteValue>;

/** True for the columns of a collection of 0.23 or later. */
export const isNewerForm = (columns: readonly string[]): boolean =>
  columns.includes('fields') && !columns.includes('schema');

/** Returns null if the row is damaged. The secrets of its sign-in stay out. */
export function collectionOf(row: NamedRow): Collection | null {
  const text = (name: string) => {
    const value = row.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const common = {
    id: text('id'),
    created: text('created'),
    updated: text('updated'),
    name: text('name'),
    type: text('type'),
    system: row.get('system') === 1,
    indexes: parsed(text('indexes')) ?? [],
    ...Object.fromEntries(ruleNames.map((name) => [name, text(name) ?? null])),
  };
  const options = parsed(text('options'), withoutSecrets) ?? {};
  const collection = isNewerForm([...row.keys()])
    ? newerCollection(common, parsed(text('fields')), options)
    : { ...common, schema: parsed(text('schema')), options };
  return is(collection, Collection) ? collection : null;
}

const FlatFields = array(type({ ...SchemaField.schema, options: unknown() }));

function newerCollection(common: object, fields: unknown, options: unknown): Collection | null {
  return is(fields, FlatFields) && is(options, object()) ? toInner({ ...options, ...common, fields }) : null;
}

/** A newer server stores secrets of tokens and of providers with the collection, and sends none. */
const withoutSecrets = (key: string, value: unknown): unknown =>
  key === 'secret' || key === 'clientSecret' ? undefined : value;

/** In characters. No server has longer texts, and they would block the page for a moment. */
const longestText = 5_000_000;

function parsed(text: string | undefined, revive?: (key: string, value: unknown) => unknown): unknown {
  try {
    return text === undefined || text.length > longestText
      ? undefined
      : (JSON.parse(text, revive) as unknown);
  } catch {
    return undefined;
  }
}

/** In bytes. */
const blockSize = 1_048_576;
/** UTF-8 needs at most three bytes for a code unit. */
const bytesPerUnit = 3;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Returns a function that moves the source of records out of the JavaScript heap, into bytes that are decoded at
 * each read. Otherwise, hundred thousand texts would slow down each garbage collection.
 */
export function createPacking(): (record: BackupRecord) => BackupRecord {
  let block = new Uint8Array(0);
  let end = 0;
  return ({ id, updated, source }) => {
    const most = source.length * bytesPerUnit;
    if (most > blockSize) return new PackedRecord(id, updated, encoder.encode(source));
    if (end + most > block.length) {
      block = new Uint8Array(blockSize);
      end = 0;
    }
    const from = end;
    end += encoder.encodeInto(source, block.subarray(from)).written;
    return new PackedRecord(id, updated, block, from, end);
  };
}

/** A class, so that all records share one getter. */
class PackedRecord implements BackupRecord {
  readonly id: string;
  readonly updated: string | null;
  readonly #bytes: Uint8Array;
  readonly #from: number;
  readonly #end: number;

  constructor(id: string, updated: string | null, bytes: Uint8Array, from = 0, end = bytes.length) {
    this.id = id;
    this.updated = updated;
    this.#bytes = bytes;
    this.#from = from;
    this.#end = end;
  }

  get source(): string {
    return decoder.decode(this.#bytes.subarray(this.#from, this.#end));
  }
}
