import { type Collection, collectionTypeOf, systemFieldNames } from './collection';
import { isMultiple, targetOf } from './field';

/** Where a filter is written. */
export interface FilterScope {
  /** As it is being edited; it stands for the one of the same id in `collections`. */
  readonly collection: Collection;
  readonly collections: readonly Collection[];
  /** A rule may also speak of the request and of collections that nothing relates. */
  readonly isRule?: boolean | undefined;
}

/** The words that are found together: what the collection leads to, `@request.*`, or `@collection.*`. */
export type KeywordGroup = 'fields' | 'request' | 'collections';

export const maxKeywords = 11_000;

/** How many collections a path may pass, its own and those of its relations; a back relation counts twice. */
const maxLevels = 4;

export const macros: readonly string[] = [
  ...['@now', '@second', '@minute', '@hour', '@day', '@weekday', '@month', '@year'],
  ...['@todayStart', '@todayEnd', '@monthStart', '@monthEnd', '@yearStart', '@yearEnd'],
];

/** What every filter may use. */
export const plainKeywords: readonly string[] = ['true', 'false', 'null', ...macros];

const requestKeywords = ['context', 'method', 'query.', 'headers.', 'data.', 'auth.'].map(
  (name) => `@request.${name}`,
);
const authFields = ['collectionId', 'collectionName', 'created', 'email', 'emailVisibility', 'id', 'updated'];
const authKeywords = [...authFields, 'username', 'verified'].map((name) => `@request.auth.${name}`);

/** The group that what is typed belongs to. */
export function keywordGroupOf(typed: string, isRule: boolean): KeywordGroup {
  if (!isRule) return 'fields';
  return typed.startsWith('@r') ? 'request' : typed.startsWith('@c') ? 'collections' : 'fields';
}

/**
 * The words of a group, shorter ones first, `maxKeywords` at most; one that ends in a dot goes on with a name.
 * Found step by step, each well below a millisecond, since a thousand related collections take many.
 */
export function* keywordsOf(scope: FilterScope, group: KeywordGroup): Generator<undefined, string[]> {
  const links = yield* linksOf(scope);
  const { collection } = scope;
  switch (group) {
    case 'fields':
      return yield* shortest(links, plainKeywords, [{ prefix: '', collection, level: 0 }]);
    case 'request': {
      const accounts = links.all.filter((one) => collectionTypeOf(one) === 'auth');
      return yield* shortest(
        links,
        [...requestKeywords, ...authKeywords],
        [
          { prefix: '@request.data.', collection, level: 0, takesIsset: true },
          ...accounts.map((account) => ({ prefix: '@request.auth.', collection: account, level: 0 })),
        ],
      );
    }
    case 'collections': {
      const starts = links.all.map((one) => ({
        prefix: `@collection.${one.name}.`,
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
  /** The relations that point to a collection, by its id. */
  readonly referrers: ReadonlyMap<string, readonly Referrer[]>;
}

function* linksOf({ collection, collections }: FilterScope): Generator<undefined, Links> {
  const others = collections.filter(({ id }) => id !== collection.id);
  const all = [collection, ...others];
  const referrers = new Map<string, Referrer[]>();
  for (const referring of all) {
    for (const field of referring.schema) {
      const target = targetOf(field);
      if (target === null) continue;
      const known = referrers.get(target);
      const referrer = { name: `${referring.name}_via_${field.name}`, collection: referring };
      if (known) known.push(referrer);
      else referrers.set(target, [referrer]);
    }
    yield;
  }
  return { all, byId: new Map(all.map((one) => [one.id, one])), referrers };
}

interface Step {
  readonly prefix: string;
  readonly collection: Collection;
  /** How many collections have been passed. */
  readonly level: number;
  readonly takesIsset?: boolean;
}

/**
 * The shortest of `first` and of all words that the steps lead to. Prefixes are followed by their length, and what
 * is longer than words enough is dropped, so that millions of paths cost no more than the short ones.
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
      for (const word of namesOf(step)) add(word);
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

/** The length up to which there are words enough. */
function lengthOfEnough(found: readonly Set<string>[]): number {
  let count = 0;
  const length = found.findIndex((words) => {
    count += words?.size ?? 0;
    return count >= maxKeywords;
  });
  return length < 0 ? Number.POSITIVE_INFINITY : length;
}

function* namesOf({ prefix, collection, takesIsset }: Step): Generator<string> {
  for (const name of systemNames(collection)) {
    yield prefix + name;
    if (takesIsset && name !== 'created' && name !== 'updated') yield `${prefix}${name}:isset`;
  }
  for (const field of collection.schema) {
    yield prefix + field.name;
    if (takesIsset) yield `${prefix}${field.name}:isset`;
    if (isMultiple(field)) {
      yield `${prefix}${field.name}:each`;
      yield `${prefix}${field.name}:length`;
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

/** A view has dates when its query selects them; its schema does not tell, its text may. */
function systemNames(collection: Collection): readonly string[] {
  const names = systemFieldNames(collection);
  if (collectionTypeOf(collection) !== 'view') return names;
  const query = collection.options && 'query' in collection.options ? String(collection.options.query) : '';
  const dates = ['created', 'updated'].filter((name) => new RegExp(`\\b${name}\\b`, 'i').test(query));
  return [...names, ...dates];
}
