import { joinWords } from '../../base/lists';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { optionOf, type SchemaField } from '../../model/field';
import { lengthOf } from '../../model/filter/ruleWords';
import { conditionText } from '../../model/filter/valueCondition';
import type { FilterOperator } from '../../model/types/conditionForms';
import { isMultiple, targetOf } from '../../model/types/fieldTypes';

// The records that point to a record, and the effect of its delete on them. The rules are those of the server
// (`cascadeRecordDelete` in `daos/record.go`).

export interface Reference {
  readonly collection: Collection;
  readonly field: SchemaField;
}

/**
 * The effect of a delete on a record that names the deleted one. 'blocks': the server refuses the delete. 'fewLeft':
 * it keeps fewer values than `minSelect`, which the server checks only at its next save.
 */
export type Effect = 'blocks' | 'deleted' | 'fewLeft' | 'loses';

/** The most serious first. */
export const effects = ['blocks', 'deleted', 'fewLeft', 'loses'] as const satisfies readonly Effect[];

/** Records on which a delete has an effect. */
export interface EffectCheck {
  readonly effect: Effect;
  readonly collection: Collection;
  /** The relations from these records to the deleted one, the one that names it first. */
  readonly path: readonly Reference[];
  /** Null if no filter can find them. */
  readonly filter: string | null;
}

/** Further collections are not looked at. */
const mostDeep = 3;
/** A schema may have very many relations: only the first ones are looked at. */
const mostPaths = 40;
/** A refused delete has a blocker, so it is looked for longer. */
const mostBlocking = 400;

/** Lists the relations to a collection. A view has no relations of its own: they come from its query. */
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

/**
 * Lists the collections that lose records when a record of this collection is deleted. They have a cascading
 * relation to it, directly or through others. The collection itself is included if it refers to itself.
 */
export function cascadesOf(collection: Collection, all: readonly Collection[]): Collection[] {
  const direct = all.filter((one) => cascadesFrom(collection, one));
  return all.filter((one) => direct.includes(one) || direct.some((middle) => cascadesFrom(middle, one)));
}

/** Names the records that a cascade deletes, for the beginning of a sentence. */
export function recordsOf(collections: readonly Collection[]): string {
  return `Records of ${joinWords(collections.map(({ name }) => name))}`;
}

const cascadesFrom = ({ id }: Collection, one: Collection): boolean =>
  referencesTo(id, [one]).some(({ field }) => isCascade(field));

const isCascade = (field: SchemaField): boolean => optionOf(field, 'cascadeDelete') === true;

/** The effect on the records that no check of the relation finds. */
export function restEffect({ field }: Reference): Effect {
  return isMultiple(field) ? 'loses' : worstEffect(field);
}

/** True if the effect is the same when several records are deleted. A list may lose its last values together. */
export function isClearForMany({ field }: Reference): boolean {
  return !isMultiple(field) || worstEffect(field) === 'loses';
}

/**
 * Returns the filter for the records that name one of these. Null if no filter can find them. A deleted record does not
 * block itself, so it is left out.
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
 * Returns what has to be counted to know the effects on the records of a relation, the most serious first. A list of
 * values keeps the others, so the effect depends on its length.
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

/** Returns the checks for the records that block a delete, the nearest collections first. */
export function blockersOf(target: Collection, id: string, all: readonly Collection[]): EffectCheck[] {
  return blockingPaths(target, all, mostBlocking).map((path) => blockingCheck(path, target, id));
}

/** Prints the path as a filter reads it: the relation to the deleted record comes last. */
function pathName(path: readonly Reference[]): string {
  return path
    .map(({ field }) => field.name)
    .reverse()
    .join('.');
}

/** Finds the paths of relations that begin with cascades and end in a required relation. */
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
  // Without `?` the condition holds only if all values of the path are this id: then no value is left.
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

/** An id holds no backslash, so both rules of escaping give the same text. */
const textOf = (field: SchemaField, operator: FilterOperator, values: readonly string[]) =>
  conditionText(field, { field: field.name, operator, values });
