import { joinWords } from '../../base/lists';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { optionOf, type SchemaField } from '../../model/field';
import { lengthOf } from '../../model/filter/ruleWords';
import { conditionText } from '../../model/filter/valueCondition';
import type { FilterOperator } from '../../model/types/conditionForms';
import { isMultiple, targetOf } from '../../model/types/fieldTypes';

// The records that point to a record, and the effect of its delete on them, by the rules of the server
// (`cascadeRecordDelete` in `daos/record.go`).

export interface Reference {
  readonly collection: Collection;
  readonly field: SchemaField;
}

/**
 * The effect of a delete on a record that names the deleted one. 'blocks': the server refuses the delete.
 * 'fewLeft': fewer values than `minSelect` are left, which the server checks only at the next save of that record.
 */
export type Effect = 'blocks' | 'deleted' | 'fewLeft' | 'loses';

/** The most serious first. */
export const effects = ['blocks', 'deleted', 'fewLeft', 'loses'] as const satisfies readonly Effect[];

/** Records that a delete affects. */
export interface EffectCheck {
  readonly effect: Effect;
  readonly collection: Collection;
  /** The relations that lead from these records to the deleted one; the last one names it. */
  readonly path: readonly Reference[];
  /** Null if no filter can find the records. */
  readonly filter: string | null;
}

/** Longer chains of collections are not followed. */
const mostDeep = 3;
/** In a schema with very many relations, only the first ones are followed. */
const mostPaths = 40;
/** If a delete was refused, there is a blocker, so more relations are followed. */
const mostBlocking = 400;

/** Lists the relations to a collection. Those of a view come from its query, so they do not count. */
export function referencesTo(targetId: string, all: readonly Collection[]): Reference[] {
  return all
    .filter((collection) => collectionTypeOf(collection) !== 'view')
    .flatMap((collection) =>
      collection.schema
        .filter((field) => targetOf(field) === targetId)
        .map((field) => ({ collection, field })),
    );
}

export function sortReferences(references: readonly Reference[]): Reference[] {
  const rank = ({ field }: Reference) => effects.indexOf(worstEffect(field));
  return [...references].sort((a, b) => rank(a) - rank(b));
}

function worstEffect(field: SchemaField): Effect {
  if (isCascade(field)) return 'deleted';
  return field.required === true ? 'blocks' : 'loses';
}

/** Returns the beginning of a sentence about records that a cascade deletes. */
export function recordsOf(collections: readonly Collection[]): string {
  return `Records of ${joinWords(collections.map(({ name }) => name))}`;
}

const isCascade = (field: SchemaField): boolean => optionOf(field, 'cascadeDelete') === true;

/** The effect on the records that none of the checks finds. */
export function restEffect({ field }: Reference): Effect {
  return isMultiple(field) ? 'loses' : worstEffect(field);
}

/** True if several deletes have the same effect as one. A list may lose its last value only by several together. */
export function isClearForMany({ field }: Reference): boolean {
  return !isMultiple(field) || worstEffect(field) === 'loses';
}

/**
 * Finds the records that name one of these; null if no filter can. Leaves out the deleted record, which does not
 * block itself.
 */
export function referenceFilter(
  { collection, field }: Reference,
  target: Collection,
  ids: readonly string[],
): string | null {
  const named = textOf(field, 'anyOf', ids);
  return named && joined(named, ...withoutThemselves(collection, target, ids));
}

/**
 * Returns the counts that show the effects on the records of a relation, the most serious first. A list keeps its
 * other values, so the effect depends on its length.
 */
export function checksOf(
  reference: Reference,
  target: Collection,
  ids: readonly string[],
  all: readonly Collection[],
): EffectCheck[] {
  const { collection, field } = reference;
  const [id = '', ...others] = ids;
  const path = [reference];
  const found = referenceFilter(reference, target, ids);
  const check = (effect: Effect, ...conditions: readonly string[]): EffectCheck => ({
    effect,
    collection,
    path,
    filter: found && joined(found, ...conditions),
  });
  const checks: EffectCheck[] = [];
  if (isCascade(field) && others.length === 0) {
    const paths = blockingPaths(target, all).filter(([first, second]) => first?.field === field && second);
    checks.push(...paths.map((one) => blockingCheck(one, target, id)));
  }
  if (!isMultiple(field)) return checks;
  const worst = worstEffect(field);
  if (worst !== 'loses') checks.push(check(worst, `${lengthOf(field.name)} = 1`));
  const minimum = optionOf(field, 'minSelect');
  if (typeof minimum === 'number' && minimum > 1) {
    checks.push(check('fewLeft', `${lengthOf(field.name)} > 1`, `${lengthOf(field.name)} <= ${minimum}`));
  }
  return checks;
}

/** Returns the counts of records that prevent a delete, the nearest collections first. */
export function blockersOf(target: Collection, id: string, all: readonly Collection[]): EffectCheck[] {
  return blockingPaths(target, all, mostBlocking).map((path) => blockingCheck(path, target, id));
}

/** Prints the path for a filter. The relation to the deleted record is last. */
function pathName(path: readonly Reference[]): string {
  return path
    .map(({ field }) => field.name)
    .reverse()
    .join('.');
}

/** Finds the chains of cascading relations that end with a required one. */
function blockingPaths(
  target: Collection,
  all: readonly Collection[],
  most: number = mostPaths,
): Reference[][] {
  const blocking: Reference[][] = [];
  let ways: Reference[][] = referencesTo(target.id, all).map((reference) => [reference]);
  for (let depth = 1; depth <= mostDeep && ways.length > 0; depth += 1) {
    const last = (way: readonly Reference[]) => way.at(-1);
    blocking.push(...ways.filter((way) => isBlocking(last(way))));
    const open = ways.filter((way) => isCascade(last(way)?.field ?? noField)).slice(0, mostPaths);
    ways = open.flatMap((way) =>
      referencesTo(last(way)?.collection.id ?? '', all).map((reference) => [...way, reference]),
    );
  }
  return blocking.slice(0, most);
}

const noField: SchemaField = { id: '', name: '', type: '' };

const isBlocking = (reference: Reference | undefined): boolean =>
  reference !== undefined && worstEffect(reference.field) === 'blocks';

function blockingCheck(path: readonly Reference[], target: Collection, id: string): EffectCheck {
  const collection = path.at(-1)?.collection ?? target;
  const filter = blockingFilter(path, target, id);
  return { effect: 'blocks', collection, path, filter };
}

function blockingFilter(path: readonly Reference[], target: Collection, id: string): string | null {
  const [first, second] = path;
  if (!first) return null;
  const { field } = first;
  if (!second) {
    const found = referenceFilter(first, target, [id]);
    return isMultiple(field) ? found && joined(found, `${lengthOf(field.name)} = 1`) : found;
  }
  // Without `?`, the condition holds only if all values are this id, so that none would be left.
  const name = pathName(path) + (isMultiple(field) ? '.id' : '');
  const named = textOf({ ...noField, name, type: 'text' }, 'is', [id]);
  const { collection } = path.at(-1) ?? first;
  return named && joined(named, ...withoutThemselves(collection, target, [id]));
}

function withoutThemselves(from: Collection, target: Collection, ids: readonly string[]): string[] {
  if (from.id !== target.id) return [];
  return ids.flatMap((id) => textOf({ ...noField, name: 'id', type: 'text' }, 'isNot', [id]) ?? []);
}

const joined = (...conditions: readonly string[]) => conditions.join(' && ');

/** An id contains no backslash, so the condition is the same for all servers. */
const textOf = (field: SchemaField, operator: FilterOperator, values: readonly string[]) =>
  conditionText(field, { field: field.name, operator, values });
