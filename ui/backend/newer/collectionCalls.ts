// A change is made on the collection as it is stored now, and only what differs is sent. So a field that comes without
// its newer options keeps them, the dates stay, and the providers of an account collection are never sent along.

import { isEqual } from '../../base/equal';
import { randomText } from '../../base/random';
import { type Collection, collectionTypeOf } from '../../model/collection';
import type { SchemaField } from '../../model/field';
import { NewerCollection } from '../../model/newerAnswers';
import { ApiError } from '../ApiError';
import { collectionPath, collectionsPage } from '../addresses';
import { fullList, getOptions, request, requestList } from '../client';
import { innerErrors } from './collectionErrors';
import { toInner, toNewer, withDates } from './collectionShape';

type Values = Readonly<Record<string, unknown>>;

/** The server's own collections, such as that of the admins, are no content. */
const isOwn = ({ name, system }: Values) => system === true && String(name).startsWith('_');

async function listRaw(signal?: AbortSignal): Promise<Values[]> {
  const all = await fullList((page) =>
    requestList('collections', NewerCollection, { query: collectionsPage(page), signal }),
  );
  return all.filter((raw) => !isOwn(raw));
}

export async function listCollections(signal?: AbortSignal): Promise<Collection[]> {
  return (await listRaw(signal)).map(toInner);
}

const getRaw = (idOrName: string, signal?: AbortSignal): Promise<Values> =>
  request('GET', collectionPath(idOrName), { answer: NewerCollection, signal });

export async function getCollection(idOrName: string, signal?: AbortSignal): Promise<Collection> {
  return toInner(await getRaw(idOrName, signal));
}

export async function createCollection(body: Values): Promise<Collection> {
  const sent = toNewer(withDates(body as Partial<Collection>));
  return store('POST', 'collections', sent, String(body['type']));
}

/** Missing keys stay unchanged, those of options and of fields, too. */
export async function updateCollection(id: string, body: Values): Promise<Collection> {
  const raw = await getRaw(id);
  const sent = changesOf(raw, body);
  if (Object.keys(sent).length === 0) return toInner(raw);
  return store('PATCH', collectionPath(id), sent, String(body['type'] ?? raw['type']));
}

export async function importCollections(items: readonly object[], deleteMissing: boolean): Promise<void> {
  const stored = new Map((await listRaw()).map((raw) => [raw['id'], raw]));
  const collections = items.map((item) => {
    const given = item as Values;
    if (!('schema' in given)) return given;
    const raw = stored.get(given['id']);
    if (!raw) return toNewer(withDates(given as Partial<Collection>));
    const { id, name, type, fields } = raw;
    return { id, name, type, fields, ...changesOf(raw, given) };
  });
  await request('PUT', 'collections/import', { body: { collections, deleteMissing } });
}

/** Returns the changed keys in the form of the server; of a group the changed keys alone. */
function changesOf(raw: Values, body: Values): Values {
  const stored = toInner(raw);
  const { schema = stored.schema, builtIn = stored.builtIn, options } = body as Partial<Collection>;
  const next = toNewer({
    ...stored,
    ...body,
    ...(builtIn && { builtIn }),
    schema: schema.map((field) =>
      withOwnColumn(withStoredOptions(field, stored.schema), schema, stored.schema),
    ),
    options: { ...stored.options, ...options },
  });
  const isView = collectionTypeOf({ ...stored, ...body }) === 'view';
  const changed = Object.entries(withSignInNames(next, raw)).flatMap(([key, value]) => {
    if (setByServer.includes(key) || (isView && key === 'fields') || isEqual(value, raw[key])) return [];
    return [[key, isGroup(value) && isGroup(raw[key]) ? changedIn(raw[key], value) : value] as const];
  });
  return Object.fromEntries(changed);
}

/** The server refuses the old name of a renamed field among those of the sign-in, and empties what OAuth2 maps to it. */
function withSignInNames(next: Values, raw: Values): Values {
  const [before, after] = [raw, next].map((one) => (one['fields'] ?? []) as readonly Values[]);
  const newName = (old: unknown) => {
    const known = before?.find(({ name }) => name === old);
    if (!known || after?.some(({ name }) => name === old)) return old;
    return after?.find(({ id }) => id === known['id'])?.['name'] ?? old;
  };
  const { passwordAuth, oauth2 } = next as Record<string, Record<string, object | null> | undefined>;
  const { identityFields } = passwordAuth ?? {};
  const mapped = Object.entries(oauth2?.['mappedFields'] ?? {}).map(([key, name]) => [key, newName(name)]);
  return {
    ...next,
    ...(Array.isArray(identityFields) && {
      passwordAuth: { ...passwordAuth, identityFields: identityFields.map(newName) },
    }),
    ...(mapped.length > 0 && { oauth2: { ...oauth2, mappedFields: Object.fromEntries(mapped) } }),
  };
}

const setByServer = ['id', 'created', 'updated', 'system'];
const isGroup = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const changedIn = (before: Values, now: Values): Values =>
  Object.fromEntries(Object.entries(now).filter(([key, value]) => !isEqual(value, before[key])));

/** The server sets an option that is not sent to zero, and a hidden field would be public. */
function withStoredOptions(field: SchemaField, stored: readonly SchemaField[]): SchemaField {
  const known = stored.find(({ id, type }) => id === field.id && type === field.type);
  return known ? { ...known, ...field, options: { ...known.options, ...field.options } } : field;
}

/** Without an id, the server would give a new field the column and the values of a removed one of its name and type. */
function withOwnColumn(
  field: SchemaField,
  next: readonly SchemaField[],
  stored: readonly SchemaField[],
): SchemaField {
  const isRemoved = ({ id, type }: SchemaField) => type === field.type && !next.some((one) => one.id === id);
  if (field.id || !stored.some(isRemoved)) return field;
  return { ...field, id: field.type + randomText(10, '0123456789') };
}

async function store(
  method: 'POST' | 'PATCH',
  path: string,
  sent: Values,
  type: string,
): Promise<Collection> {
  const fields = (sent['fields'] ?? []) as readonly Values[];
  const answer = await request(method, path, { body: sent, answer: NewerCollection }).catch(
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      throw new ApiError({
        ...error,
        message: error.message,
        fields: innerErrors(error.fields, fields, type, method === 'POST'),
      });
    },
  );
  const lost = lostOptions(fields, ((answer as Values)['fields'] ?? []) as readonly Values[]);
  if (lost.length > 0) getOptions().onStoredOtherwise?.(lost);
  return toInner(answer);
}

/** Names what the server has stored otherwise than it was sent: `title.hidden`. It rewrites dates and empty values. */
function lostOptions(sent: readonly Values[], stored: readonly Values[]): string[] {
  return sent.flatMap((field) => {
    const found = stored.find(({ id, name }) => (field['id'] ? id === field['id'] : name === field['name']));
    if (!found) return [String(field['name'])];
    return Object.entries(field)
      .filter(([key, value]) => key in found && !isSameValue(value, found[key]))
      .map(([key]) => `${String(field['name'])}.${key}`);
  });
}

const isEmpty = (value: unknown) =>
  value === null ||
  value === '' ||
  value === 0 ||
  value === false ||
  (Array.isArray(value) && value.length === 0);
const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
const isSameValue = (one: unknown, other: unknown) =>
  isEqual(one, other) || (isEmpty(one) && isEmpty(other)) || (isDay(one) && isDay(other));
