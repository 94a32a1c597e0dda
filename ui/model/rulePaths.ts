import { type Collection, fieldOf, systemFieldNames } from './collection';
import { targetOf } from './field';
import { FilterFault, type FilterToken, tokensOf } from './filterTokens';

/** A piece of a name in a rule that stands for a collection, or for one of its fields. */
export interface RulePart {
  /** Its place in the name. */
  readonly start: number;
  readonly text: string;
  readonly collection: Collection;
  /** Undefined where the piece stands for the collection itself. */
  readonly fieldName?: string;
  /** Of `@request.auth`: an account of another collection finds another field here. */
  readonly isShared?: boolean;
}

/** The collections as paths look them up. */
export interface Lookup {
  readonly byId: ReadonlyMap<string, Collection>;
  /** By its id or, whatever its case, its name. */
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

/** How deep the server follows relations. */
const maxRelations = 6;

/** What each piece of a name stands for, in a rule of `owner`; pieces that stand for nothing of ours are left out. */
export function partsOf(name: string, owner: Collection, lookup: Lookup): RulePart[] {
  const props = propsOf(name);
  const [first, second, third] = props;
  if (!first || !second || !first.text.startsWith('@')) return partsOfPath(props, owner, lookup);
  if (first.text === '@collection') {
    const text = second.text.split(':', 1)[0] ?? '';
    const collection = lookup.find(text);
    if (!collection) return [];
    return [{ start: second.start, text, collection }, ...partsOfPath(props.slice(2), collection, lookup)];
  }
  if (first.text !== '@request' || !third) return [];
  if (second.text === 'auth') return partsOfAccount(props.slice(2), lookup);
  return second.text === 'data' ? partsOfData(props.slice(2), owner, lookup) : [];
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
    if (isLast || field?.type === 'json') {
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

/** The collection and the field of `posts_via_author`. */
function backRelationOf({ start, text }: Prop, target: Collection, lookup: Lookup): RulePart[] | null {
  const [, name = '', fieldName = ''] = /^(\w+)_via_(\w+)$/.exec(text) ?? [];
  const collection = lookup.find(name);
  const field = collection && fieldOf(collection, fieldName);
  if (!field || targetOf(field) !== target.id) return null;
  return [
    { start, text: name, collection },
    { start: start + text.length - fieldName.length, text: fieldName, collection, fieldName },
  ];
}

/** Of the body only the first name is a field, unless it is a relation that the path follows. */
function partsOfData(props: readonly Prop[], owner: Collection, lookup: Lookup): RulePart[] {
  const [first] = props;
  const part = first && fieldPart(first, owner);
  if (!part) return [];
  const field = fieldOf(owner, first.text);
  const next = field && lookup.byId.get(targetOf(field) ?? '');
  return next ? [part, ...partsOfPath(props.slice(1), next, lookup)] : [part];
}

/** Whoever asks may be an account of any collection, so the path is followed from each. */
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

/**
 * The tokens of a rule; none of one that cannot be read. Servers differ in what a backslash escapes: a rule that
 * one of them stored is rarely readable in the other's way.
 */
function readRule(rule: string): { tokens: FilterToken[]; escapes: 'old' | 'new' } | null {
  for (const escapes of ['new', 'old'] as const) {
    try {
      return { tokens: tokensOf(rule, escapes), escapes };
    } catch (error) {
      if (!(error instanceof FilterFault)) throw error;
    }
  }
  return null;
}

/** The names that stand in a rule, in order; never what stands in its texts and comments. */
export function namesOf(rule: string): string[] {
  return namesIn(readRule(rule)?.tokens ?? []);
}

function namesIn(tokens: readonly FilterToken[]): string[] {
  return tokens.flatMap((token) => {
    if (token.kind === 'brackets') return namesIn(token.inside);
    return token.kind === 'name' ? [token.source] : [];
  });
}

/** The rule with every name replaced by what `change` gives for it; everything else stays as it is. */
export function withNames(rule: string, change: (name: string) => string): string {
  const read = readRule(rule);
  return read ? rewritten(rule, read.tokens, read.escapes, change) : rule;
}

function rewritten(
  text: string,
  tokens: readonly FilterToken[],
  escapes: 'old' | 'new',
  change: (name: string) => string,
): string {
  const blank = /(?:[ \t\n]|\/\/[^\n]*)*/y;
  let result = '';
  let at = 0;
  for (const token of tokens) {
    blank.lastIndex = at;
    result += blank.exec(text)?.[0] ?? '';
    at = blank.lastIndex;
    if (token.kind === 'brackets') {
      const end = endOfBrackets(text, at, escapes);
      result += `(${rewritten(text.slice(at + 1, end - 1), token.inside, escapes, change)})`;
      at = end;
    } else {
      result += token.kind === 'name' ? change(token.source) : token.source;
      at += token.source.length;
    }
  }
  return result + text.slice(at);
}

/** The first closing bracket with which the text can be read: as the reader itself finds it. */
function endOfBrackets(text: string, start: number, escapes: 'old' | 'new'): number {
  for (let end = text.indexOf(')', start) + 1; end > 0; end = text.indexOf(')', end) + 1) {
    try {
      tokensOf(text.slice(start, end), escapes);
      return end;
    } catch (error) {
      if (!(error instanceof FilterFault)) throw error;
    }
  }
  return text.length;
}
