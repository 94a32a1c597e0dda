import { type Collection, indexesOf, ruleNames, ruleOf, viewQuery } from './collection';
import { type Lookup, lookupOf, namesOf, partsOf, type RulePart } from './rulePaths';
import { parseCreateIndex } from './sql/parse';
import { resolveQuery } from './sql/resolve';
import { isSameName } from './sql/tokens';
import { targetOf } from './types/fieldTypes';

export interface MentionTarget {
  readonly collectionId: string;
  readonly fieldName?: string | undefined;
}

/** Only newer servers have the last: it says which accounts can sign in. */
export const mentioningRules = [...ruleNames, 'manageRule', 'authRule'] as const;
export type MentioningRule = (typeof mentioningRules)[number];

export const ruleVerbs: Readonly<Record<MentioningRule, string>> = {
  listRule: 'list',
  viewRule: 'view',
  createRule: 'create',
  updateRule: 'update',
  deleteRule: 'delete',
  manageRule: 'manage',
  authRule: 'sign-in',
};

export type MentionPlace = MentioningRule | 'query' | 'index' | 'relation';

export interface Mention {
  readonly collection: Collection;
  readonly place: MentionPlace;
  /** The rule, the query, the index, or the name of the relation. */
  readonly text: string;
  /** The position in the list of indexes. */
  readonly at?: number;
  /**
   * True for `@request.auth.name` when accounts of another collection have the field too: the name refers to
   * several fields.
   */
  readonly isShared?: true;
}

/**
 * Finds everything that would break or change its meaning without the target, also in the target's own
 * collection.
 */
export function mentionsOf(target: MentionTarget, collections: readonly Collection[]): Mention[] {
  const lookup = lookupOf(collections);
  return collections.flatMap((collection) => [
    ...mentionsInRules(target, collection, lookup),
    ...mentionsInQuery(target, collection, collections),
    ...mentionsInIndexes(target, collection),
    ...mentionsInRelations(target, collection),
  ]);
}

/** True for a rule that stands in the options of the collection. */
export const isInOptions = (place: MentioningRule): place is 'manageRule' | 'authRule' =>
  place === 'manageRule' || place === 'authRule';

/** Null: the rule is missing, or it is for admins only. */
export function textOfRule(collection: Collection, place: MentioningRule): string | null {
  return isInOptions(place) ? optionText(collection, place) : ruleOf(collection, place);
}

function optionText({ options }: Collection, name: string): string | null {
  const value = (options as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : null;
}

function mentionsInRules(target: MentionTarget, collection: Collection, lookup: Lookup): Mention[] {
  return mentioningRules.flatMap((place) => {
    const text = textOfRule(collection, place);
    if (!text) return [];
    const parts = namesOf(text).flatMap((name) => partsOf(name, collection, lookup));
    const meant = parts.filter((part) => isMeant(part, target));
    if (meant.length === 0) return [];
    return [
      { collection, place, text, ...(meant.some((part) => part.isShared) && { isShared: true as const }) },
    ];
  });
}

function isMeant(part: RulePart, target: MentionTarget): boolean {
  return part.collection.id === target.collectionId && part.fieldName === target.fieldName;
}

function mentionsInQuery(
  target: MentionTarget,
  collection: Collection,
  collections: readonly Collection[],
): Mention[] {
  const text = viewQuery(collection);
  if (!text) return [];
  const { tables, columns } = resolveQuery(text, collections);
  const isMentioned =
    target.fieldName === undefined
      ? tables.some((table) => table.collection.id === target.collectionId)
      : columns.some(
          ({ field }) => field?.collection.id === target.collectionId && field.fieldName === target.fieldName,
        );
  return isMentioned ? [{ collection, place: 'query', text }] : [];
}

function mentionsInIndexes({ collectionId, fieldName }: MentionTarget, collection: Collection): Mention[] {
  if (fieldName === undefined || collection.id !== collectionId) return [];
  return indexesOf(collection).flatMap((text, at) => {
    const isMentioned = parseCreateIndex(text)?.columnNames.some(({ name }) => isSameName(name, fieldName));
    return isMentioned ? [{ collection, place: 'index' as const, text, at }] : [];
  });
}

function mentionsInRelations({ collectionId, fieldName }: MentionTarget, collection: Collection): Mention[] {
  if (fieldName !== undefined) return [];
  return collection.schema
    .filter((field) => targetOf(field) === collectionId)
    .map((field) => ({ collection, place: 'relation', text: field.name }));
}
