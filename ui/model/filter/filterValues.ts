import { accountFlags, type Collection, collectionTypeOf, dateNames, fieldOf } from '../collection';
import type { SchemaField } from '../field';
import { choicesOf, holdsChoices, targetOf, typeOf } from '../types/fieldTypes';
import type { FilterScope } from './filterKeywords';
import { endOfQuoted, filterPieceAt } from './filterPieces';
import { atRequest, backRelation, isOfUser, momentsOf, type OfServer, pathStart } from './ruleWords';

/** The position in a comparison where the user types a value. */
export interface ValuePlace {
  /** The name on the other side of the operator. */
  path: string;
  /** The typed part of the value, without its quote. */
  typed: string;
  /** The opening quote; '' for none. */
  quote: string;
}

type FilterValues =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'records'; readonly collection: Collection };

/** Returns the value that a text ends with or that can follow it, or null when no value is possible there. */
export function valuePlaceAt(before: string): ValuePlace | null {
  let path = '';
  let expected: 'path' | 'operator' | 'value' = 'path';
  let place: ValuePlace | null = null;
  for (let at = 0; at < before.length; ) {
    const { kind, source } = filterPieceAt(before, at);
    const isQuoted = source === '"' || source === "'";
    const end = isQuoted ? endOfQuoted(before, at + 1, source) : at + source.length;
    if (kind === 'comment' && end === before.length) return null;
    const typed = isQuoted ? before.slice(at + 1) : source;
    at = end < 0 ? before.length : end;
    if (kind === 'blank' || kind === 'comment') {
      // A value before a space is complete.
      if (place?.typed) place = null;
      continue;
    }
    place = null;
    if (kind === 'operator' && expected === 'operator') {
      expected = 'value';
      place = { path, typed: '', quote: '' };
    } else if (expected === 'value') {
      if (isQuoted && end < 0) place = { path, typed, quote: source };
      if (kind === 'name') place = { path, typed, quote: '' };
      expected = 'path';
    } else {
      path = kind === 'name' ? source : '';
      expected = path === '' ? 'path' : 'operator';
    }
  }
  return place;
}

const bools = { kind: 'words', words: ['true', 'false'] } as const;
const momentsAt = (owner: OfServer) => ({ kind: 'words', words: momentsOf(owner) }) as const;
const methods = { kind: 'texts', texts: ['GET', 'POST', 'PATCH', 'DELETE'] } as const;

/** Returns the values to suggest for the field at the end of a path, or null when there is no list. */
export function valuesAt(scope: FilterScope | readonly string[], path: string): FilterValues | null {
  if (!('collection' in scope)) return dateNames.includes(path) ? momentsAt({}) : null;
  if (path === atRequest.method) return methods;
  const { collection, collections } = scope;
  const byId = (id: string) => (id === collection.id ? collection : collections.find((one) => one.id === id));
  const [, start = '', name, rest = ''] = pathStart.exec(path) ?? [];
  const isStart = (one: Collection) =>
    isOfUser(start) ? collectionTypeOf(one) === 'auth' : one.name === name;
  for (const one of isOfUser(start) || name ? collections.filter(isStart) : [collection]) {
    const values = valuesFrom(one, rest.split('.'), byId, collections);
    if (values) return values;
  }
  return null;
}

function valuesFrom(
  collection: Collection,
  [first = '', ...rest]: readonly string[],
  byId: (id: string) => Collection | undefined,
  collections: readonly Collection[],
): FilterValues | null {
  const [name = '', modifier] = first.split(':');
  const field = fieldOf(collection, name);
  if (rest.length === 0) {
    if (modifier === 'isset' || modifier === 'changed') return bools;
    return modifier === 'length' ? null : ownValues(collection, name, field, byId);
  }
  const [, referring] = backRelation.exec(name) ?? [];
  const next = field ? byId(targetOf(field) ?? '') : collections.find((one) => one.name === referring);
  return next ? valuesFrom(next, rest, byId, collections) : null;
}

function ownValues(
  collection: Collection,
  name: string,
  field: SchemaField | undefined,
  byId: (id: string) => Collection | undefined,
): FilterValues | null {
  if (!field) {
    if (name === 'id') return { kind: 'records', collection };
    if (dateNames.includes(name)) return momentsAt(collection);
    const isAuth = collectionTypeOf(collection) === 'auth';
    return isAuth && accountFlags.includes(name) ? bools : null;
  }
  const { isSwitch, isMoment } = typeOf(field);
  if (isSwitch) return bools;
  if (isMoment) return momentsAt(collection);
  if (holdsChoices(field)) return { kind: 'texts', texts: choicesOf(field) };
  const target = byId(targetOf(field) ?? '');
  return target ? { kind: 'records', collection: target } : null;
}
