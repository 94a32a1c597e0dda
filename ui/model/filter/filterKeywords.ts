import { type Collection, collectionTypeOf, dateNames, systemFieldNames, userNamesOf } from '../collection';
import { viewDates } from '../sql/viewColumns';
import { isMultiple, targetOf, typeOf } from '../types/fieldTypes';
import {
  atCollection,
  atRequest,
  bodyWord,
  changedOf,
  eachOf,
  functionsOf,
  isOfNewer,
  issetOf,
  lengthOf,
  lowerOf,
  macrosOf,
  type OfServer,
  requestWord,
  via,
} from './ruleWords';

/** The context in which a filter or rule is written. */
export interface FilterScope {
  /** The edited version; it replaces the one with the same id in `collections`. */
  readonly collection: Collection;
  readonly collections: readonly Collection[];
  /** A rule can also use the request and unrelated collections. */
  readonly isRule?: boolean | undefined;
}

/** Keywords that are searched together: paths from the collection, `@request.*`, or `@collection.*`. */
export type KeywordGroup = 'fields' | 'request' | 'collections';

export const maxKeywords = 11_000;

/** The maximum number of collections in a path, with the first one. A back relation counts twice. */
const maxLevels = 4;

/** Keywords that are valid in every filter. */
export const plainKeywords = (owner: OfServer): readonly string[] => [
  ...['true', 'false', 'null'],
  ...macrosOf(owner),
  ...functionsOf(owner),
];

/** The words of the request. One that needs a name behind it ends in a dot. */
const requestKeywords = (owner: OfServer) =>
  Object.values({ ...atRequest, data: bodyWord(owner) }).map((name) =>
    name === atRequest.context || name === atRequest.method ? name : `${name}.`,
  );
const authKeywords = (owner: Collection) => userNamesOf(owner).map((name) => `${atRequest.auth}.${name}`);

export function keywordGroupOf(typed: string, isRule: boolean): KeywordGroup {
  if (!isRule) return 'fields';
  const begins = (word: string) => typed.startsWith(word.slice(0, 2));
  return begins(requestWord) ? 'request' : begins(atCollection) ? 'collections' : 'fields';
}

/**
 * Returns the words of a group: shorter ones first, at most `maxKeywords`. A word that ends in a dot needs a
 * name after it. The generator works in steps well below a millisecond, because a thousand related
 * collections take many steps.
 */
export function* keywordsOf(scope: FilterScope, group: KeywordGroup): Generator<undefined, string[]> {
  const links = yield* linksOf(scope);
  const { collection } = scope;
  switch (group) {
    case 'fields':
      return yield* shortest(links, plainKeywords(collection), [{ prefix: '', collection, level: 0 }]);
    case 'request': {
      const accounts = links.all.filter((one) => collectionTypeOf(one) === 'auth');
      return yield* shortest(
        links,
        [...requestKeywords(collection), ...authKeywords(collection)],
        [
          { prefix: `${bodyWord(collection)}.`, collection, level: 0, takesIsset: true },
          ...accounts.map((account) => ({ prefix: `${atRequest.auth}.`, collection: account, level: 0 })),
        ],
      );
    }
    case 'collections': {
      const starts = links.all.map((one) => ({
        prefix: `${atCollection}.${one.name}.`,
        collection: one,
        level: 0,
      }));
      return yield* shortest(
        links,
        starts.map(({ prefix }) => prefix),
        starts,
      );
    }
  }
}

interface Referrer {
  readonly name: string;
  readonly collection: Collection;
}

interface Links {
  readonly all: readonly Collection[];
  readonly byId: ReadonlyMap<string, Collection>;
  /** The relations that point to a collection, by the id of that collection. */
  readonly referrers: ReadonlyMap<string, readonly Referrer[]>;
  readonly systemNames: ReadonlyMap<Collection, readonly string[]>;
}

function* linksOf({ collection, collections }: FilterScope): Generator<undefined, Links> {
  const others = collections.filter(({ id }) => id !== collection.id);
  const all = [collection, ...others];
  const referrers = new Map<string, Referrer[]>();
  const systemNames = new Map<Collection, readonly string[]>();
  for (const referring of all) {
    systemNames.set(referring, [...systemFieldNames(referring), ...viewDates(referring)]);
    for (const field of referring.schema) {
      const target = targetOf(field);
      if (target === null) continue;
      const known = referrers.get(target);
      const referrer = { name: `${referring.name}${via}${field.name}`, collection: referring };
      if (known) known.push(referrer);
      else referrers.set(target, [referrer]);
    }
    yield;
  }
  return { all, byId: new Map(all.map((one) => [one.id, one])), referrers, systemNames };
}

interface Step {
  readonly prefix: string;
  readonly collection: Collection;
  /** The number of collections already in the path. */
  readonly level: number;
  readonly takesIsset?: boolean;
}

/**
 * Returns the shortest words of `first` and of all paths from the steps. It extends prefixes in order of
 * length and drops those that are too long to be needed. So the number of long paths, which may be millions,
 * does not matter.
 */
function* shortest(
  links: Links,
  first: readonly string[],
  steps: readonly Step[],
): Generator<undefined, string[]> {
  const found: Set<string>[] = [];
  const waiting: Step[][] = [];
  let longest = Number.POSITIVE_INFINITY;
  let added = 0;
  const add = (word: string) => {
    if (word.length > longest) return;
    found[word.length] ??= new Set();
    found[word.length]?.add(word);
    added++;
  };
  const follow = (step: Step): boolean => {
    if (step.level >= maxLevels) return false;
    waiting[step.prefix.length] ??= [];
    waiting[step.prefix.length]?.push(step);
    return true;
  };
  for (const word of first) add(word);
  for (const step of steps) follow(step);

  for (let length = 0; length < Math.min(waiting.length, longest); length++) {
    for (const step of waiting[length] ?? []) {
      for (const word of namesOf(step, links)) add(word);
      for (const next of relationsOf(step, links)) follow(next);
      for (const next of backRelationsOf(step, links)) {
        if (follow(next)) add(next.prefix);
      }
      if (added > maxKeywords) {
        longest = lengthOfEnough(found);
        found.length = Math.min(found.length, longest + 1);
        added = 0;
      }
      yield;
    }
    delete waiting[length];
  }
  return found.flatMap((words) => [...words]).slice(0, maxKeywords);
}

/** Returns the length up to which there are enough words. */
function lengthOfEnough(found: readonly Set<string>[]): number {
  let count = 0;
  const length = found.findIndex((words) => {
    count += words?.size ?? 0;
    return count >= maxKeywords;
  });
  return length < 0 ? Number.POSITIVE_INFINITY : length;
}

function* namesOf({ prefix, collection, takesIsset }: Step, { systemNames }: Links): Generator<string> {
  for (const name of systemNames.get(collection) ?? []) {
    yield prefix + name;
    if (takesIsset && !dateNames.includes(name)) yield issetOf(prefix + name);
  }
  for (const field of collection.schema) {
    yield prefix + field.name;
    if (takesIsset) yield issetOf(prefix + field.name);
    if (isOfNewer(collection)) {
      if (takesIsset) yield changedOf(prefix + field.name);
      if (typeOf(field).isTextual) yield lowerOf(prefix + field.name);
    }
    if (isMultiple(field)) {
      yield eachOf(prefix + field.name);
      yield lengthOf(prefix + field.name);
    }
  }
}

function* relationsOf({ prefix, collection, level }: Step, links: Links): Generator<Step> {
  for (const field of collection.schema) {
    const target = links.byId.get(targetOf(field) ?? '');
    if (target) yield { prefix: `${prefix}${field.name}.`, collection: target, level: level + 1 };
  }
}

function* backRelationsOf({ prefix, collection, level }: Step, links: Links): Generator<Step> {
  for (const referrer of links.referrers.get(collection.id) ?? []) {
    yield { prefix: `${prefix}${referrer.name}.`, collection: referrer.collection, level: level + 2 };
  }
}
