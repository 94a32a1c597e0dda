import { type Collection, fieldOf, systemFieldNames } from './collection';
import { FilterSyntaxError, type FilterToken, tokensOf } from './filter/filterTokens';
import { atCollection, backRelation, isOfBody, isOfUser } from './filter/ruleWords';
import { targetOf, typeOf } from './types/fieldTypes';

/** A part of a name in a rule that refers to a collection or to one of its fields. */
export interface RulePart {
  readonly start: number;
  readonly text: string;
  readonly collection: Collection;
  /** Undefined when the part refers to the collection itself. */
  readonly fieldName?: string;
  /** True below `@request.auth` when accounts of another collection have a different field of this name. */
  readonly isShared?: boolean;
}

/** The collections with the lookups that paths need. */
export interface Lookup {
  readonly byId: ReadonlyMap<string, Collection>;
  /** Finds a collection by id or by name, case-insensitively. */
  find(nameOrId: string): Collection | undefined;
  readonly accounts: readonly Collection[];
}

export function lookupOf(collections: readonly Collection[]): Lookup {
  const byId = new Map(collections.map((one) => [one.id, one]));
  const byName = new Map(collections.map((one) => [one.name.toLowerCase(), one]));
  return {
    byId,
    find: (nameOrId) => byId.get(nameOrId) ?? byName.get(nameOrId.toLowerCase()),
    accounts: collections.filter(({ type }) => type === 'auth'),
  };
}

/** The server's maximum depth of relations (`maxNestedRels`). */
export const maxRelations = 6;

/**
 * Returns the collections and fields that a name in a rule of `owner` refers to. Unknown parts are left out.
 */
export function partsOf(name: string, owner: Collection, lookup: Lookup): RulePart[] {
  const props = propsOf(name);
  const [first, second, third] = props;
  if (!first || !second || !first.text.startsWith('@')) return partsOfPath(props, owner, lookup);
  if (first.text === atCollection) {
    const text = second.text.split(':', 1)[0] ?? '';
    const collection = lookup.find(text);
    if (!collection) return [];
    return [{ start: second.start, text, collection }, ...partsOfPath(props.slice(2), collection, lookup)];
  }
  if (!third) return [];
  if (isOfUser(name)) return partsOfAccount(props.slice(2), lookup);
  return isOfBody(name, owner) ? partsOfData(props.slice(2), owner, lookup) : [];
}

interface Prop {
  readonly start: number;
  readonly text: string;
}

function propsOf(name: string): Prop[] {
  let start = 0;
  return name.split('.').map((text) => {
    const prop = { start, text };
    start += text.length + 1;
    return prop;
  });
}

function fieldPart({ start, text }: Prop, collection: Collection): RulePart | null {
  const fieldName = text.split(':', 1)[0] ?? '';
  if (!fieldOf(collection, fieldName)) return null;
  return { start, text: fieldName, collection, fieldName };
}

function partsOfPath(props: readonly Prop[], from: Collection, lookup: Lookup): RulePart[] {
  const parts: RulePart[] = [];
  let collection = from;
  for (const [at, prop] of props.entries()) {
    const isLast = at === props.length - 1;
    if (isLast && systemFieldNames(collection).includes(prop.text)) break;
    const part = fieldPart(prop, collection);
    const field = fieldOf(collection, prop.text);
    if (isLast || (field && typeOf(field).isJsonColumn)) {
      if (part) parts.push(part);
      break;
    }
    if (at >= maxRelations) break;
    const next = field ? lookup.byId.get(targetOf(field) ?? '') : undefined;
    const back = field ? null : backRelationOf(prop, collection, lookup);
    if (part && next) parts.push(part);
    if (back) parts.push(...back);
    const reached = next ?? back?.[0]?.collection;
    if (!reached) break;
    collection = reached;
  }
  return parts;
}

/** Returns the collection and the field of a back relation such as `posts_via_author`. */
function backRelationOf({ start, text }: Prop, target: Collection, lookup: Lookup): RulePart[] | null {
  const [, name = '', fieldName = ''] = backRelation.exec(text) ?? [];
  const collection = lookup.find(name);
  const field = collection && fieldOf(collection, fieldName);
  if (!field || targetOf(field) !== target.id) return null;
  return [
    { start, text: name, collection },
    { start: start + text.length - fieldName.length, text: fieldName, collection, fieldName },
  ];
}

/** In the request body only the first name is a field, unless it is a relation that the path follows. */
function partsOfData(props: readonly Prop[], owner: Collection, lookup: Lookup): RulePart[] {
  const [first] = props;
  const part = first && fieldPart(first, owner);
  if (!part) return [];
  const field = fieldOf(owner, first.text);
  const next = field && lookup.byId.get(targetOf(field) ?? '');
  return next ? [part, ...partsOfPath(props.slice(1), next, lookup)] : [part];
}

/** Follows the path from every auth collection, because the signed-in user may belong to any of them. */
function partsOfAccount(props: readonly Prop[], lookup: Lookup): RulePart[] {
  const all = lookup.accounts.flatMap((account) => partsOfPath(props, account, lookup));
  const different = all.filter(
    (part, at) => all.findIndex((other) => other.start === part.start && isSamePart(other, part)) === at,
  );
  return different.map((part) =>
    different.some((other) => other !== part && other.start === part.start && !isSamePart(other, part))
      ? { ...part, isShared: true }
      : part,
  );
}

function isSamePart(a: RulePart, b: RulePart): boolean {
  return a.collection.id === b.collection.id && a.fieldName === b.fieldName;
}

/** Returns the names of a rule with their positions, in order; none if the rule cannot be parsed. */
function nameTokens(rule: string): NameToken[] {
  try {
    return namesIn(tokensOf(rule));
  } catch (error) {
    if (error instanceof FilterSyntaxError) return [];
    throw error;
  }
}

interface NameToken {
  readonly source: string;
  readonly start: number;
}

function namesIn(tokens: readonly FilterToken[]): NameToken[] {
  return tokens.flatMap((token) => {
    if (token.kind === 'brackets' || token.kind === 'call') return namesIn(token.inside);
    return token.kind === 'name' ? [token] : [];
  });
}

/** Returns the names in a rule, in order. Names in strings and comments do not count. */
export function namesOf(rule: string): string[] {
  return nameTokens(rule).map(({ source }) => source);
}

/** Replaces every name in the rule with the result of `change`; the rest stays the same. */
export function withNames(rule: string, change: (name: string) => string): string {
  let result = '';
  let at = 0;
  for (const { source, start } of nameTokens(rule)) {
    result += rule.slice(at, start) + change(source);
    at = start + source.length;
  }
  return result + rule.slice(at);
}
