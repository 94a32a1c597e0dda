import { isEqual } from './equal';
import { isObject } from './plainData';

/**
 * Three versions of one value: `base` at the start of the edit, the user's version, and the server's version.
 */
export interface Versions<T> {
  base: T;
  mine: T;
  theirs: T;
}

/** A value that two people changed in different ways. The versions are texts for the user to compare. */
export interface Conflict extends Versions<string> {
  /** Identifies the conflict among the choices. */
  name: string;
  label: string;
}

/** The version to take for each conflict, by the name of the conflict. */
export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;

interface Piece<T> extends Versions<T> {
  name: string;
  label: string;
  print: (value: T) => string;
  /** Deep equality by default. */
  isSame?: (a: T, b: T) => boolean;
}

/** Describes the value at a path, such as `smtp.port`. */
type PieceOf = (
  path: string,
  versions: Versions<unknown>,
) => Omit<Piece<unknown>, 'name' | keyof Versions<unknown>>;

export interface ThreeWayMerge {
  /** Takes the changed version. If both changed, takes the chosen one; without a choice, takes mine. */
  value<T>(piece: Piece<T>): T;
  /** Merges objects value by value, at any depth. The names of conflicts are paths behind the `prefix`. */
  tree<T extends object>(
    versions: { base: object; mine: T; theirs: object },
    pieceOf: PieceOf,
    prefix?: string,
  ): T;
  /** The values that both people changed and that have no choice. */
  readonly conflicts: readonly Conflict[];
}

/**
 * Merges what two people made of the same values, value by value.
 *
 *   const merge = createThreeWayMerge(choices);
 *   const name = merge.value({ name: 'name', label: 'Name', base, mine, theirs, print: String });
 *   if (merge.conflicts.length > 0) ...   // ask the person, then merge again with the choices
 */
export function createThreeWayMerge(choices: Choices = {}): ThreeWayMerge {
  const conflicts: Conflict[] = [];

  const merge: ThreeWayMerge = {
    conflicts,

    value({ name, label, base, mine, theirs, print, isSame = isEqual }) {
      // This check comes first: equal values may have two notations, and the server's notation wins.
      if (isSame(base, mine)) return theirs;
      if (isSame(base, theirs) || isSame(mine, theirs)) return mine;
      const choice = Object.hasOwn(choices, name) ? choices[name] : undefined;
      if (!choice) {
        conflicts.push({ name, label, base: print(base), mine: print(mine), theirs: print(theirs) });
      }
      return choice === 'theirs' ? theirs : mine;
    },

    tree({ base, mine, theirs }, pieceOf, prefix = '') {
      const at = (one: unknown, key: string) =>
        isObject(one) && Object.hasOwn(one, key) ? one[key] : undefined;
      const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
      const merged = [...keys].map((key): [string, unknown] => {
        const versions = { base: at(base, key), mine: at(mine, key), theirs: at(theirs, key) };
        const name = `${prefix}${key}`;
        if (isTree(versions)) {
          const { base = {}, mine = {}, theirs = {} } = versions;
          return [key, merge.tree({ base, mine, theirs }, pieceOf, `${name}.`)];
        }
        return [key, merge.value({ name, ...versions, ...pieceOf(name, versions) })];
      });
      return Object.fromEntries(merged.filter(([, value]) => value !== undefined)) as typeof mine;
    },
  };
  return merge;
}

/** True if the versions are objects; some of them may be missing. */
function isTree(versions: Versions<unknown>): versions is Partial<Versions<object>> & Versions<unknown> {
  const all = Object.values(versions);
  return all.some(isObject) && all.every((one) => one === undefined || isObject(one));
}

/**
 * Merges three lists by the keys of their items. `mergeItem` merges the versions of one item; a missing
 * version is null. It returns null to remove the item. The order is theirs if I did not reorder, else mine.
 */
export function mergeLists<T>(
  { base, mine, theirs }: Versions<readonly T[]>,
  keyOf: (item: T) => string,
  mergeItem: (key: string, versions: Versions<T | null>) => T | null,
): T[] {
  const [old, own, their] = [byKey(base, keyOf), byKey(mine, keyOf), byKey(theirs, keyOf)];
  return mergeOrder({ base: [...old.keys()], mine: [...own.keys()], theirs: [...their.keys()] }).flatMap(
    (key) => {
      const versions = {
        base: old.get(key) ?? null,
        mine: own.get(key) ?? null,
        theirs: their.get(key) ?? null,
      };
      return mergeItem(key, versions) ?? [];
    },
  );
}

/** A second item with the same key gets a key of its own, so that no item is lost. */
function byKey<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T> {
  const keyed = new Map<string, T>();
  for (const item of items) {
    let key = keyOf(item);
    while (keyed.has(key)) key += ' (again)';
    keyed.set(key, item);
  }
  return keyed;
}

/**
 * Returns the order of the side that reordered. A key that only the other side has follows its neighbour
 * there.
 */
function mergeOrder({ base, mine, theirs }: Versions<readonly string[]>): string[] {
  const isReordered = !isEqual(
    mine.filter((key) => base.includes(key)),
    base.filter((key) => mine.includes(key)),
  );
  const [first, second] = isReordered ? [mine, theirs] : [theirs, mine];
  const order = [...first];
  second.forEach((key, at) => {
    if (order.includes(key)) return;
    const neighbour = second.slice(0, at).findLast((other) => order.includes(other));
    order.splice(neighbour === undefined ? 0 : order.indexOf(neighbour) + 1, 0, key);
  });
  return order;
}
