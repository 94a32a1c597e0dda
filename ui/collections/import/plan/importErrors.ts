import { innerOption } from '../../../backend/newer/collectionShape';
import type { Collection } from '../../../model/collection';
import type { FieldErrors } from '../../../model/fieldErrors';
import { optionsOfFieldType } from '../../../model/optionTable';
import { indexNameOf } from '../../../model/sql/indexStatement';
import type { OptionKind } from '../../../model/types/fieldOption';
import type { ImportedCollection } from './importedCollection';
import type { ImportPlan } from './importPlan';
import type { StoredCollection } from './storedForm';

export interface ImportMessage {
  /** Null if the server does not name a collection. */
  readonly collection: string | null;
  readonly field: string | null;
  readonly text: string;
}

interface Refusal {
  readonly message: string;
  readonly fields: FieldErrors;
}

/** Reads the error response. A message in an unknown form stays as it is. */
export function importErrors(
  { message, fields }: Refusal,
  { after, sent }: Pick<ImportPlan, 'after' | 'sent'>,
): ImportMessage[] {
  const entries = Object.entries(fields);
  if (sent.collections.length === 0) return [inGeneral('The server refuses an import without collections.')];
  if (entries.length === 0) return [unreadableField(message, after) ?? inGeneral(message)];
  return entries.flatMap(([path, error]) => {
    const index = /^indexes\.(\d+)$/.exec(path)?.[1];
    if (index !== undefined)
      return [indexMessage(Number(index), error.message, inSentOrder(after, sent.collections))];
    if (path !== 'collections') return [inGeneral(`${path}: ${error.message}`)];
    return (
      validationMessages(error.message, after, sent.collections) ?? [
        rawMessage(error.message, after, sent.collections),
      ]
    );
  });
}

function inGeneral(text: string): ImportMessage {
  return { collection: null, field: null, text };
}

const isKind: Readonly<Record<OptionKind, (value: unknown) => boolean>> = {
  count: Number.isInteger,
  limit: Number.isInteger,
  number: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
  text: (value) => typeof value === 'string',
  rule: (value) => typeof value === 'string',
  date: (value) => typeof value === 'string',
  list: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
};

/** Finds the field that the server cannot decode, because its error does not name it. */
function unreadableField(message: string, after: readonly StoredCollection[]): ImportMessage | null {
  // A newer server names an unknown type itself. Each start of it picks one of the two verbs (Go, encoding/json/v2).
  const isOlder = /invalid formatting/i.test(message);
  if (!isOlder && !/(cannot|unable to) unmarshal/.test(message)) return null;
  for (const { name: collection, schema } of after) {
    for (const { name: field, type, options } of schema) {
      const known = optionsOfFieldType(type);
      const [wrong] =
        Object.entries(options).find(([name, value]) => {
          const kind = known?.[innerOption(type, name)]?.kind;
          return kind && value != null && !isKind[kind](value);
        }) ?? [];
      if (!known && isOlder) return { collection, field, text: `This server has no type ${type}.` };
      if (wrong) return { collection, field, text: `options.${wrong}: The value has the wrong type.` };
    }
  }
  return null;
}

function inSentOrder(
  after: readonly StoredCollection[],
  sent: readonly { id: string; name: string }[],
): StoredCollection[] {
  // Several new ones have no id yet.
  return sent.flatMap(({ id, name }) => after.find((one) => one.id === id && one.name === name) ?? []);
}

/** The server names the position of the index, but not its collection. */
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

/** Reads `Data validations failed for collection "posts" (id):` with its object of errors. Null for another text. */
function validationMessages(
  text: string,
  after: readonly StoredCollection[],
  sent: readonly ImportedCollection[],
): ImportMessage[] | null {
  const [, name, id, json] =
    /(?:^|\ncollections: )Data validations failed for collection ("(?:[^"\\]|\\.)*") \((.*?)\):\n([\s\S]*?)\.?$/.exec(
      text,
    ) ?? [];
  if (name === undefined || json === undefined) return null;
  const wrong = parsed(json);
  if (typeof wrong !== 'object' || wrong === null) return null;
  const collection = after.find((one) => one.id === id);
  const told = collection?.name ?? String(parsed(name) ?? name);
  const names = fieldNamesOf(sent.find((one) => one.id === id || one.name === told));
  return leavesOf(wrong).map(({ path, said }) => {
    const [first, place, ...rest] = path;
    const field = first === 'fields' ? names[Number(place)] : undefined;
    const message = field ? { field, text: withPath(rest, said) } : messageOf(path, said, collection);
    return { collection: told, ...message };
  });
}

/** The fields as a newer server counts them: it puts the id before those of a new collection. */
function fieldNamesOf(sent: ImportedCollection | undefined): string[] {
  const names = (sent?.fields ?? sent?.schema ?? []).map(({ name }) => name);
  const builtIn = (sent as Partial<Collection> | undefined)?.builtIn ?? [];
  for (const { at, name } of builtIn.toSorted((one, other) => one.at - other.at)) names.splice(at, 0, name);
  return names.includes('id') ? names : ['id', ...names];
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
  // The server makes the fields of a view, so a position in the sent schema means nothing.
  const field = collection?.type === 'view' ? undefined : collection?.schema[Number(place)];
  if (field) return { field: field.name, text: withPath(rest, said) };
  return { field: null, text: `Field number ${Number(place) + 1}: ${withPath(rest, said)}` };
}

/** Such as `options.maxSize: Cannot be blank.` */
function withPath(path: readonly string[], said: string): string {
  const sentence = said.charAt(0).toUpperCase() + said.slice(1);
  const text = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
  return path.length === 0 ? text : `${path.join('.')}: ${text}`;
}

const meanings: readonly (readonly [RegExp, string])[] = [
  [
    /UNIQUE constraint failed: _collections\.name|table `[^`]*` already exists/i,
    'A collection of the same name but another id exists. Use the original ids where the page offers it, or rename one of the two. Two collections cannot exchange their names in one import.',
  ],
  [
    /duplicate column name: /i,
    'A field of the same name but another id exists, or the system uses this name. Use the original ids where the page offers it, or rename one of the two.',
  ],
  [/error in index/i, 'An index needs a field that this import removes.'],
  [
    /system collection .* cannot be deleted/i,
    'The server deletes no system collection. Keep what is missing, or add it to the import.',
  ],
];

/** Explains a raw error of the database, which names neither the collection nor a solution. */
function rawMessage(
  text: string,
  after: readonly StoredCollection[],
  sent: readonly ImportedCollection[],
): ImportMessage {
  const [, raw] = /^Failed to import the collections configuration\. Raw error:\n([\s\S]*)$/.exec(text) ?? [];
  if (raw === undefined) return inGeneral(text);
  const [, name, said] = /^failed to save collection ("(?:[^"\\]|\\.)*"): ([\s\S]*)$/.exec(raw) ?? [];
  if (name === undefined || said === undefined) return explained(raw, after, sent);
  const collection = String(parsed(name) ?? name);
  const its = <One extends { name: string }>(all: readonly One[]) =>
    all.filter((one) => one.name === collection);
  const [, place, index] = /^indexes: \((\d+): ([\s\S]*?)\.*\)\.?$/.exec(said) ?? [];
  if (place !== undefined && index !== undefined)
    return indexMessage(Number(place), withPath([], index), its(after));
  return { ...explained(said, its(after), its(sent)), collection };
}

function explained(
  raw: string,
  after: readonly StoredCollection[],
  sent: readonly ImportedCollection[],
): ImportMessage {
  const type = /unknown field type in (\{.*\})/.exec(raw)?.[1];
  const unknown = type === undefined ? null : (parsed(type) as { name: string; type: string } | null);
  if (unknown) {
    const having = after.find(({ schema }) =>
      schema.some((one) => one.name === unknown.name && one.type === unknown.type),
    );
    const text = `This server has no type ${unknown.type}.`;
    return { collection: having?.name ?? null, field: unknown.name, text };
  }
  const unreadable = unreadableField(raw, after);
  if (unreadable) return unreadable;
  const meaning = meanings.find(([pattern]) => pattern.test(raw))?.[1];
  if (meaning !== undefined)
    return { ...placeOf(raw, after, sent), text: `${meaning}\n${withPath([], raw)}` };
  return brokenViewMessage(raw) ?? failedQueryMessage(raw, sent) ?? inGeneral(withPath([], raw));
}

/** Finds the name that the plan has twice, or the only field with the name of a system column. */
function placeOf(
  raw: string,
  after: readonly StoredCollection[],
  sent: readonly ImportedCollection[],
): Pick<ImportMessage, 'collection' | 'field'> {
  const field = /duplicate column name: (\w+)/i.exec(raw)?.[1] ?? null;
  if (field === null) {
    const twice = sent.find(({ name }) => namedIn(after, name) > 1);
    return { collection: twice?.name ?? null, field };
  }
  const having = after.filter(({ schema }) => namedIn(schema, field) > 0);
  const twice = having.find(({ schema }) => namedIn(schema, field) > 1);
  const found = twice ?? (having.length === 1 ? having[0] : undefined);
  return { collection: found?.name ?? null, field: found ? field : null };
}

const namedIn = (all: readonly { name: string }[], name: string) =>
  all.filter((one) => one.name.toLowerCase() === name.toLowerCase()).length;

/**
 * An existing view needs something that the import removes: `error in view stats after drop column: no such column:
 * x`.
 */
function brokenViewMessage(raw: string): ImportMessage | null {
  const [, name] = /error in view (.+?)(?: after [a-z ]+)?: /i.exec(raw) ?? [];
  if (name === undefined) return null;
  const text = `This view needs what the import removes. Change its query first, or import it too.\n${withPath([], raw)}`;
  return { collection: name, field: null, text };
}

/** Errors about the query of a view. The group `piece` is the wrong part of the query. */
const queryFaults: readonly RegExp[] = [
  /no such (?:column|table|function): (?:main\.)?(?<piece>.+?)(?: \(\d+\))?\.?$/i,
  /ambiguous column name: (?<piece>.+?)(?: \(\d+\))?\.?$/i,
  /near "(?<piece>.*?)": syntax error/i,
  /invalid identifier part - expected .*, got (?<piece>.+?)\.?$/i,
  /invalid identifier parts \[(?<piece>.*)\]/i,
  /missing required id column|wildcard columns|dynamic column names/i,
];

/** The server runs the query of each view. Its error names neither the view nor the query. */
function failedQueryMessage(raw: string, sent: readonly ImportedCollection[]): ImportMessage | null {
  const fault = queryFaults.map((pattern) => pattern.exec(raw)).find((match) => match !== null);
  const views = sent.filter(({ type }) => type === 'view');
  if (!fault || views.length === 0) return null;
  const piece = fault.groups?.['piece']?.toLowerCase() ?? '';
  const mentioning = views.filter((view) => queryText(view).toLowerCase().includes(piece));
  const [first, ...others] = mentioning.length > 0 ? mentioning : views;
  const said = withPath([], raw);
  if (first && others.length === 0)
    return { collection: first.name, field: null, text: `Its query fails. ${said}\n${queryText(first)}` };
  const names = [first, ...others].map((view) => view?.name).join(', ');
  return inGeneral(`The query of one of these views fails: ${names}. ${said}`);
}

function queryText({ options, viewQuery }: ImportedCollection): string {
  const query = viewQuery ?? options?.['query'];
  return typeof query === 'string' ? query : '';
}
