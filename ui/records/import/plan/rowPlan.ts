import { listOf } from '../../../base/lists';
import { type Collection, collectionTypeOf, fieldOf, isDated } from '../../../model/collection';
import { type FormValue, optionOf } from '../../../model/field';
import type { FieldError } from '../../../model/fieldErrors';
import { fieldValue, isEmptyValue, type RecordAnswer, stampOf } from '../../../model/record';
import { textOf } from '../../../model/types/fieldType';
import { typeOf } from '../../../model/types/fieldTypes';
import type { Part } from '../../history/plan/act';
import type { FileTable, TableRow } from '../../tables/table';
import { bodyOf, isEmptyBody } from '../../values/recordBody';
import { checkForm } from '../../values/recordRules';
import { byName, type FormValues, formOf, type RecordForm } from '../../values/recordValues';
import type { ImportPlan } from './columnPlan';
import { canFind, ignoresCase, uniqueIndexes } from './recordKeys';
import {
  createRowReader,
  type FoundRelated,
  type Replacements,
  type RowCells,
  type RowFault,
} from './rowCells';

export interface ValueChange {
  readonly name: string;
  readonly before: FormValue;
  readonly after: FormValue;
}

interface PlannedRow {
  readonly row: TableRow;
  readonly id: string;
  /** The values of the first write; empty if all come later. */
  readonly body: Body;
  /** Relations to records that this import creates. They are sent when all of these exist. */
  readonly later: Body;
  /** The values of the record after the import, to compare it with other rows. */
  readonly values: FormValues;
}

export type RowPlan =
  | { readonly kind: 'fault'; readonly row: TableRow; readonly faults: readonly RowFault[] }
  | { readonly kind: 'same'; readonly row: TableRow; readonly values: FormValues }
  | (PlannedRow & {
      readonly kind: 'new';
      /** Whether the password of a new user is from the file or made at random. */
      readonly password: 'own' | 'random' | null;
    })
  | (PlannedRow & {
      readonly kind: 'changed';
      /** The values before, under the same names. */
      readonly former: Body;
      /** The date of the last change, as the server prints it; '' if the answer has none. */
      readonly updated: string | null;
      readonly changes: readonly ValueChange[];
    });

export type Body = Readonly<Record<string, unknown>>;
export type SentRow = Extract<RowPlan, { kind: 'new' | 'changed' }>;
/** A row that the check has passed. */
type PassedRow = SentRow | Extract<RowPlan, { kind: 'same' }>;

export interface Found extends FoundRelated {
  /** Returns the record that has this text in the field of the key. */
  record(text: string): RecordAnswer | undefined;
  /** False for a text that no filter of the server can find, so nobody knows whether a record has it. */
  canAsk(text: string): boolean;
  /** Returns the id of another record that has this text in a field with a unique index. */
  holder(field: string, text: string): string | undefined;
  /** Returns a record that an interrupted try of this import has sent, if it was created or is now missing. */
  sent(id: string): SentRecord | undefined;
}

export interface SentRecord {
  readonly part: Part;
  /** The record as it is now; null if it is missing. */
  readonly record: RecordAnswer | null;
}

/** True if an interrupted try has set the relation. Without dates, the part of a new record holds empty ones, too. */
export const isSent = ({ after }: Part, name: string): boolean =>
  after !== null && after !== 'gone' && !isEmptyValue(fieldValue(after.record, name));

export type Planner = ReturnType<typeof createPlanner>;

export interface RowLookups {
  readonly key: string | null;
  /** Texts that name related records: ids, or values of a field of the target. */
  readonly related: readonly (readonly [field: string, text: string])[];
  /** The values of fields with a unique index of their own. */
  readonly unique: readonly (readonly [field: string, text: string])[];
}

interface Tools {
  /** Gives a row the same id at each try of an import. */
  newId(row: TableRow): string;
  newPassword(): string;
}

/** Plans what becomes of each row of a file, by the rules of the record editor. */
export function createPlanner(
  table: Pick<FileTable, 'format' | 'columns'>,
  collection: Collection,
  plan: ImportPlan,
  replacements: Replacements,
  { newId, newPassword }: Tools,
) {
  const { fields, readCells, relationsById, resolve, textIn, idOf } = createRowReader(
    table,
    collection,
    plan,
    replacements,
  );
  const isAuth = collectionTypeOf(collection) === 'auth';
  const empty = formOf(collection, null);
  const ownUnique = uniqueIndexes(collection)
    .filter((names) => names.length === 1)
    .flat()
    .filter((name) => canFind(fields.get(name)));

  /**
   * Returns the text that no other record may have in this field. Null if others may have it, or if it is the key.
   */
  function uniqueText(name: string, value: FormValue | undefined): string | null {
    if (typeof value !== 'string') return null;
    if (value !== '') return name === plan.key ? null : value;
    // The server makes a missing id and user name, and its index ignores empty addresses.
    const field = fieldOf(collection, name);
    return field ? String(typeOf(field).toRow?.('') ?? '') : null;
  }

  function planWrite(row: TableRow, read: RowCells, stored: RecordAnswer | undefined, found: Found): RowPlan {
    const before = stored ? formOf(collection, stored) : empty;
    const given = new Map(read.given);
    // A stored password cannot be read, so it cannot be compared.
    if (stored) {
      given.delete('id');
      if (isAuth) given.delete('password');
    } else if (isAuth) {
      const password = given.get('password') || (plan.makesPasswords ? newPassword() : '');
      given.set('password', password).set('passwordConfirm', password);
    }
    const form: RecordForm = {
      values: byName([...Object.entries(before.values), ...given]),
      files: before.files,
    };
    const errors = checkForm(collection, form, {
      isNew: !stored,
      showsPassword: !stored && isAuth,
      before,
    });
    const password = stored ? '' : textOf(read.given.get('password'));
    if (password !== '' && !isPasswordLength(collection, password))
      read.faults.push({ field: 'password', message: passwordLength(collection), text: null });
    const wrongFields = new Set(read.faults.map(({ field }) => field));
    const faults = [
      ...read.faults,
      ...Object.entries(errors)
        .filter(([name]) => !wrongFields.has(name) && name !== 'passwordConfirm')
        .map(
          ([name, error]): RowFault => ({ field: name, message: messageOf(error), text: textIn(row, name) }),
        ),
    ];
    if (faults.length === 0) {
      for (const name of ownUnique) {
        const value = uniqueText(name, form.values[name]);
        if (value === null || (stored && value === uniqueText(name, before.values[name]))) continue;
        const holder = found.holder(name, value);
        if (holder !== undefined && holder !== stored?.record.id) {
          faults.push({ field: name, message: 'Another record has this value.', text: textIn(row, name) });
        }
      }
    }
    if (faults.length > 0) return { kind: 'fault', row, faults };
    if (!stored) {
      const id = textOf(given.get('id')) || newId(row);
      const named = { ...form, values: byName([...Object.entries(form.values), ['id', id]]) };
      const sent = split(read, bodyOf(collection, named, empty).values, found);
      const early = Object.keys(sent.later).find((name) => fieldOf(collection, name)?.required);
      const password = isAuth ? (read.given.get('password') ? 'own' : 'random') : null;
      if (early === undefined) return { kind: 'new', row, id, ...sent, password, values: named.values };
      const message = 'The related record is in this file, so it does not exist yet.';
      return { kind: 'fault', row, faults: [{ field: early, message, text: textIn(row, early) }] };
    }
    const body = bodyOf(collection, form, before);
    if (isEmptyBody(body)) return { kind: 'same', row, values: form.values };
    const changes = Object.keys(body.values).map((name) => ({
      name,
      before: before.values[name] ?? '',
      after: form.values[name] ?? '',
    }));
    return {
      kind: 'changed',
      row,
      id: stored.record.id,
      ...split(read, body.values, found),
      former: bodyOf(collection, before, form).values,
      updated: isDated(collection) ? stampOf(stored.record) : null,
      changes,
      values: form.values,
    };
  }

  /** Plans the relations of a row whose record an interrupted try has created. Changes of others stay. */
  function planRest(row: TableRow, read: RowCells, { part, record }: SentRecord, found: Found): RowPlan {
    if (!record) return { kind: 'same', row, values: {} };
    const { values } = formOf(collection, record);
    const isOpen = ([name]: [string, unknown]) => listOf(values[name]).length === 0 && !isSent(part, name);
    const { later } = split(read, Object.fromEntries([...read.given].filter(isOpen)), found, true);
    if (isEmptyBody({ values: later, files: [] })) return { kind: 'same', row, values };
    const former = Object.fromEntries(Object.keys(later).map((name) => [name, values[name]]));
    const updated = isDated(collection) ? stampOf(record.record) : null;
    return { kind: 'changed', row, id: part.id, body: {}, later, former, updated, changes: [], values };
  }

  /**
   * Separates the relations to records that this import creates. With `hasBegun`, some of these may exist already.
   */
  function split(read: RowCells, values: Body, found: Found, hasBegun = false): { body: Body; later: Body } {
    const isLate = (name: string, value: unknown) =>
      fields.get(name)?.type.holds === 'records' &&
      // A looked up or chosen record exists.
      !read.lookups.has(name) &&
      !read.chosen.has(name) &&
      listOf(value).some(
        (id) => (hasBegun || found.related(name, id).length === 0) && found.isCreated(name, id),
      );
    const entries = Object.entries(values);
    return {
      body: Object.fromEntries(entries.filter(([name, value]) => !isLate(name, value))),
      later: Object.fromEntries(entries.filter(([name, value]) => isLate(name, value))),
    };
  }

  return {
    lookups(row: TableRow): RowLookups {
      const read = readCells(row);
      const { given, lookups } = read;
      const key = plan.key === null ? '' : given.get(plan.key);
      return {
        key: typeof key === 'string' && key !== '' ? key : null,
        related: [...lookups, ...relationsById(read)].flatMap(([name, texts]) =>
          texts.map((text) => [name, text] as const),
        ),
        unique: ownUnique.flatMap((name) => {
          const value = uniqueText(name, given.get(name) ?? empty.values[name]);
          return value === null ? [] : [[name, value] as const];
        }),
      };
    },

    /** '' if the row gives its record no id. */
    idOf,

    plan(row: TableRow, found: Found): RowPlan {
      if (row.cells.every((cell) => cell === null)) {
        return { kind: 'fault', row, faults: [{ field: '', message: 'The row is empty.', text: null }] };
      }
      const read = readCells(row);
      resolve(read, row, found);
      const sent = found.sent(idOf(row) || newId(row));
      // A missing record whose response came was deleted since. It is not created again.
      if (sent && (sent.record || sent.part.after)) return planRest(row, read, sent, found);
      if (plan.key === null) return planWrite(row, read, undefined, found);
      const key = read.given.get(plan.key);
      if (typeof key === 'string' && !found.canAsk(key)) {
        const message =
          'The server cannot look for the value: it is too long, or has a zero character or a backslash.';
        read.faults.push({ field: plan.key, message, text: textIn(row, plan.key) });
        return { kind: 'fault', row, faults: read.faults };
      }
      const stored = typeof key === 'string' && key !== '' ? found.record(key) : undefined;
      if (!stored && plan.mode === 'change') {
        const message = key ? `No record has this ${plan.key}.` : 'Missing required value.';
        const isKnown = read.faults.some(({ field }) => field === plan.key);
        if (!isKnown) read.faults.push({ field: plan.key, message, text: textIn(row, plan.key) });
        return { kind: 'fault', row, faults: read.faults };
      }
      return planWrite(row, read, stored, found);
    },
  };
}

const shortestPassword = (collection: Collection) => Number(optionOf(collection, 'minPasswordLength') ?? 0);
const longestPassword = 72;

/** The server counts bytes. */
function isPasswordLength(collection: Collection, password: string): boolean {
  const { length } = new TextEncoder().encode(password);
  return length >= shortestPassword(collection) && length <= longestPassword;
}

const passwordLength = (collection: Collection) =>
  `The length must be between ${shortestPassword(collection)} and ${longestPassword}.`;

/** Names no value, so that equal faults of many rows are one line. */
function messageOf({ code, message }: FieldError): string {
  if (code === 'validation_invalid_value') return 'Invalid value.';
  if (code === 'invalid_json') return 'Must be valid JSON.';
  return code === 'rounded_number' ? 'The number is too long.' : message;
}

/** Returns a function whose results are equal for values that an index of the server treats as equal. */
function storedValueOf(collection: Collection, name: string): (value: FormValue) => unknown {
  const caseless = ignoresCase(collection, name);
  const field = fieldOf(collection, name);
  const { toSent, toRow } = field ? typeOf(field) : {};
  const lowered = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return (value) => {
    if (typeof value !== 'string') return value;
    // An empty number is sent as null, and stored as 0.
    return toSent?.(value) ?? toRow?.(value) ?? (caseless ? lowered(value) : value);
  };
}

/**
 * Finds rows that break a unique index together, and rows that mean the same record. All rows of such a group are
 * faults, because nobody knows which one is right.
 */
export function* findRepeats(
  collection: Collection,
  key: string | null,
  rows: readonly PassedRow[],
): Generator<undefined, Map<RowPlan, RowFault>> {
  const faults = new Map<RowPlan, RowFault>();
  const indexes = uniqueIndexes(collection);
  if (key !== null && !indexes.some((names) => names.length === 1 && names[0] === key)) indexes.push([key]);
  for (const names of indexes) {
    const groups = new Map<string, PassedRow[]>();
    const storedValues = names.map((name) => storedValueOf(collection, name));
    for (const row of rows) {
      yield;
      // Its record was deleted since, so it has no values.
      if (Object.keys(row.values).length === 0) continue;
      const values = names.map((name) => row.values[name] ?? '');
      // The server makes a missing id and user name, and its index ignores empty addresses.
      if (values.some((value, at) => value === '' && !fieldOf(collection, names[at] ?? ''))) continue;
      const group = JSON.stringify(values.map((value, at) => storedValues[at]?.(value) ?? value));
      const others = groups.get(group);
      if (others) others.push(row);
      else groups.set(group, [row]);
    }
    for (const group of groups.values()) {
      yield;
      if (group.length < 2) continue;
      const [name = ''] = names;
      const text = names.map((one) => String(group[0]?.values[one] ?? '')).join(', ');
      const message = `Several rows have the same ${names.join(', ')}.`;
      for (const row of group) faults.set(row, { field: name, message, text });
    }
  }
  return faults;
}
