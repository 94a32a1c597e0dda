import type { FieldErrors } from '../../../model/fieldErrors';
import { indexNameOf } from '../../../model/indexStatement';
import type { ImportPlan } from './importPlan';
import type { StoredCollection } from './storedForm';

/** What the server says against an import, in the place that it is about. */
export interface ImportMessage {
  /** Its name; null where the server does not tell. */
  readonly collection: string | null;
  readonly field: string | null;
  readonly text: string;
}

interface Refusal {
  readonly message: string;
  readonly fields: FieldErrors;
}

/** The refusal of what the plan has sent. Whatever is not understood comes as it is. */
export function importErrors(
  { message, fields }: Refusal,
  { after, sent }: Pick<ImportPlan, 'after' | 'sent'>,
): ImportMessage[] {
  const entries = Object.entries(fields);
  if (entries.length === 0) return [inGeneral(message)];
  return entries.flatMap(([path, error]) => {
    const index = /^indexes\.(\d+)$/.exec(path)?.[1];
    if (index !== undefined)
      return [indexMessage(Number(index), error.message, inSentOrder(after, sent.collections))];
    if (path !== 'collections') return [inGeneral(`${path}: ${error.message}`)];
    return validationMessages(error.message, after) ?? [inGeneral(rawMessage(error.message))];
  });
}

function inGeneral(text: string): ImportMessage {
  return { collection: null, field: null, text };
}

function inSentOrder(
  after: readonly StoredCollection[],
  sent: readonly { id: string }[],
): StoredCollection[] {
  const byId = new Map(after.map((one) => [one.id, one]));
  return sent.flatMap(({ id }) => byId.get(id) ?? []);
}

/** The server says the place of the index, but not of which collection. */
function indexMessage(place: number, text: string, sent: readonly StoredCollection[]): ImportMessage {
  const name = /^Failed to create index (.+?) - /s.exec(text)?.[1] ?? '';
  const having = sent.filter((one) => one.type !== 'view' && one.indexes[place] !== undefined);
  const likely = having.find((one) => indexNameOf(one.indexes[place] ?? '') === name);
  const found = likely ?? (having.length === 1 ? having[0] : undefined);
  const statement = found?.indexes[place];
  return {
    collection: found?.name ?? null,
    field: null,
    text: statement === undefined ? `Index number ${place + 1}: ${text}` : `${text}\n${statement}`,
  };
}

/** `Data validations failed for collection "posts" (id):` and an object of what is wrong; null for another text. */
function validationMessages(text: string, after: readonly StoredCollection[]): ImportMessage[] | null {
  const [, name, id, json] =
    /^Data validations failed for collection ("(?:[^"\\]|\\.)*") \((.*?)\):\n([\s\S]*?)\.?$/.exec(text) ?? [];
  if (name === undefined || json === undefined) return null;
  const wrong = parsed(json);
  if (typeof wrong !== 'object' || wrong === null) return null;
  const collection = after.find((one) => one.id === id);
  return leavesOf(wrong).map(({ path, said }) => ({
    collection: collection?.name ?? String(parsed(name) ?? name),
    ...messageOf(path, said, collection),
  }));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

interface Leaf {
  readonly path: readonly string[];
  readonly said: string;
}

function leavesOf(value: unknown, path: readonly string[] = []): Leaf[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inside]) => leavesOf(inside, [...path, key]));
  return [{ path, said: String(value) }];
}

function messageOf(
  path: readonly string[],
  said: string,
  collection: StoredCollection | undefined,
): Pick<ImportMessage, 'field' | 'text'> {
  const [first, place, ...rest] = path;
  if (first === 'indexes' && place !== undefined) {
    const statement = collection?.indexes[Number(place)];
    const text = withPath([], said);
    return {
      field: null,
      text: statement ? `${text}\n${statement}` : `Index number ${Number(place) + 1}: ${text}`,
    };
  }
  if (first !== 'schema' || place === undefined) return { field: null, text: withPath(path, said) };
  // The fields of a view are those that the server has made of its query.
  const field = collection?.type === 'view' ? undefined : collection?.schema[Number(place)];
  if (field) return { field: field.name, text: withPath(rest, said) };
  return { field: null, text: `Field number ${Number(place) + 1}: ${withPath(rest, said)}` };
}

/** `options.maxSize: Cannot be blank.` */
function withPath(path: readonly string[], said: string): string {
  const sentence = said.charAt(0).toUpperCase() + said.slice(1);
  const text = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
  return path.length === 0 ? text : `${path.join('.')}: ${text}`;
}

/** What the database says, and what it means. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [
    /UNIQUE constraint failed: _collections\.name|table `[^`]*` already exists/i,
    'A collection of the same name but another id exists. Use the original ids, or rename one of the two. Two collections cannot exchange their names in one import.',
  ],
  [
    /duplicate column name: /i,
    'A field of the same name but another id exists, or the system uses this name. Use the original ids, or rename one of the two.',
  ],
  [
    /error in view|no such table/i,
    'A view needs what the import takes away or does not hold. Change the query of the view first, or import it too.',
  ],
  [/error in index/i, 'An index needs a field that goes with the import.'],
  [
    /system collection .* cannot be deleted/i,
    'The server deletes no collection of the system. Keep what is missing, or add it to the import.',
  ],
];

function rawMessage(text: string): string {
  const [, raw] = /^Failed to import the collections configuration\. Raw error:\n([\s\S]*)$/.exec(text) ?? [];
  if (raw === undefined) return text;
  const meaning = meanings.find(([pattern]) => pattern.test(raw))?.[1];
  return meaning === undefined ? withPath([], raw) : `${meaning}\n${withPath([], raw)}`;
}
