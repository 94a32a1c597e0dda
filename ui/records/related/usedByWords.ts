import { joinWords } from '../../base/lists';
import { printCount } from '../../base/text';
import type { Collection } from '../../model/collection';
import {
  checksOf,
  type Effect,
  type EffectCheck,
  effects,
  type Reference,
  referenceFilter,
  restEffect,
} from './references';
import type { ValueCount } from './valueCounts';

/** One relation to a record, and what to count. */
export interface Use {
  readonly key: string;
  readonly reference: Reference;
  /** Finds the records; null if no filter can. */
  readonly filter: string | null;
  readonly checks: readonly (EffectCheck & { readonly key: string })[];
}

/** One relation to a record, and what is known so far. */
export interface UsedByRow {
  readonly key: string;
  readonly collection: Collection;
  readonly fieldName: string;
  readonly filter: string | null;
  readonly count: ValueCount;
  /** The effects of a delete, the most serious first; null until they are known. */
  readonly effects: readonly CountedEffect[] | null;
  readonly hasFailed: boolean;
}

export interface CountedEffect {
  readonly effect: Effect;
  readonly count: number;
  /** The records that block the delete through a cascade, such as `parcels.line`; '' for the records of the row itself. */
  readonly through: string;
}

export interface UsedByTotal {
  readonly count: number;
  /** False if some counts are missing. */
  readonly isWhole: boolean;
  readonly isCounting: boolean;
}

/** Returns one relation, with the counts that show the effect of a delete. */
export function useOf(
  reference: Reference,
  target: Collection,
  ids: readonly string[],
  all: readonly Collection[],
): Use {
  const key = `${reference.collection.id} ${reference.field.id}`;
  return {
    key,
    reference,
    filter: referenceFilter(reference, target, ids),
    checks: checksOf(reference, target, ids, all).map((check, at) => ({ ...check, key: `${key} ${at}` })),
  };
}

/** Adds the counts, which are found by key. */
export function toRow(
  { key, reference, filter, checks }: Use,
  counts: Readonly<Record<string, ValueCount>>,
): UsedByRow {
  const { [key]: count = 'counting' } = counts;
  const checked = checks.map((check) => ({ ...check, count: counts[check.key] ?? 'counting' }));
  return {
    key,
    collection: reference.collection,
    fieldName: reference.field.name,
    filter,
    count,
    effects: typeof count === 'number' ? effectsOf(count, reference, checked) : null,
    hasFailed: [{ filter, count }, ...(count === 0 ? [] : checked)].some(isFailed),
  };
}

/** Records that no filter can find are not counted again. */
const isFailed = (one: { filter: string | null; count: ValueCount }) =>
  one.filter !== null && one.count === 'unknown';

function effectsOf(
  total: number,
  reference: Reference,
  checked: readonly (EffectCheck & { count: ValueCount })[],
): CountedEffect[] | null {
  if (total === 0) return [];
  const found: CountedEffect[] = [];
  let rest = total;
  for (const { effect, count, collection, path } of checked) {
    if (typeof count !== 'number') return null;
    const isOwn = path.length === 1;
    if (isOwn) rest -= count;
    const through = isOwn ? '' : `${collection.name}.${path.at(-1)?.field.name ?? ''}`;
    if (count > 0) found.push({ effect, count, through });
  }
  if (rest > 0) found.push({ effect: restEffect(reference), count: rest, through: '' });
  return found.sort((a, b) => effects.indexOf(a.effect) - effects.indexOf(b.effect));
}

/** Relations without records come last, but not before all counts are known, so that no row moves meanwhile. */
export function sortRows(rows: readonly UsedByRow[]): UsedByRow[] {
  if (rows.some(({ count }) => count === 'counting' || count === 'slow')) return [...rows];
  return [...rows.filter(({ count }) => count !== 0), ...rows.filter(({ count }) => count === 0)];
}

/** A record that names the other one in two fields counts twice. */
export function totalOf(rows: readonly UsedByRow[], uncounted: number): UsedByTotal {
  return {
    count: rows.reduce((sum, { count }) => sum + (typeof count === 'number' ? count : 0), 0),
    isWhole: uncounted === 0 && rows.every(({ count }) => typeof count === 'number'),
    isCounting: rows.some(({ count }) => count === 'counting' || count === 'slow'),
  };
}

/** Such as `8 records of posts and 10 of notes lose their link to it.` */
export function deleteSentences(rows: readonly UsedByRow[]): string {
  const counts = new Map<Effect, Map<string, number>>();
  for (const { collection, effects } of rows) {
    for (const { effect, count, through } of effects ?? []) {
      const who = `${printCount(count)} of ${through.split('.')[0] || collection.name}`;
      // Two relations may lead to the same records.
      counts.set(effect, (counts.get(effect) ?? new Map<string, number>()).set(who, count));
    }
  }
  return [...counts]
    .map(([effect, named]) => {
      const total = [...named.values()].reduce((sum, count) => sum + count, 0);
      const [first = 0] = named.values();
      const names = joinWords([...named.keys()]).replace(' ', first === 1 ? ' record ' : ' records ');
      return `${names} ${effectWords(effect, total)}.`;
    })
    .join(' ');
}

export function effectWords(effect: Effect, count: number): string {
  const isOne = count === 1;
  switch (effect) {
    case 'blocks':
      return isOne ? 'blocks the delete' : 'block the delete';
    case 'deleted':
      return isOne ? 'is deleted too' : 'are deleted too';
    case 'fewLeft':
      return isOne ? 'keeps too few values' : 'keep too few values';
    case 'loses':
      return isOne ? 'loses its link to it' : 'lose their link to it';
  }
}
