import { type Collection, collectionTypeOf, indexesOf, type RuleName, ruleOf } from './collection';
import { targetOf } from './field';
import { indexParts } from './indexColumns';
import { resolveQuery } from './queryColumns';
import { type Lookup, lookupOf, namesOf, partsOf, type RulePart } from './rulePaths';
import { isSameName, nameOf } from './sqlTokens';

/** A collection, or one of its fields. */
export interface MentionTarget {
  readonly collectionId: string;
  readonly fieldName?: string | undefined;
}

export const mentioningRules = [
  'listRule',
  'viewRule',
  'createRule',
  'updateRule',
  'deleteRule',
  'manageRule',
] as const satisfies readonly (RuleName | 'manageRule')[];
export type MentioningRule = (typeof mentioningRules)[number];

export type MentionPlace = MentioningRule | 'query' | 'index' | 'relation';

export interface Mention {
  readonly collection: Collection;
  readonly place: MentionPlace;
  /** The rule, the query, the index, or the name of the relation. */
  readonly text: string;
  /** Which of the indexes. */
  readonly at?: number;
  /** `@request.auth.name` where accounts of another collection have such a field too: one name for several fields. */
  readonly isShared?: true;
}

/** Everything that would no longer mean what it does without the target; of its own collection too. */
export function mentionsOf(target: MentionTarget, collections: readonly Collection[]): Mention[] {
  const lookup = lookupOf(collections);
  return collections.flatMap((collection) => [
    ...mentionsInRules(target, collection, lookup),
    ...mentionsInQuery(target, collection, collections),
    ...mentionsInIndexes(target, collection),
    ...mentionsInRelations(target, collection),
  ]);
}

/** Null: none, or for admins only. */
export function textOfRule(collection: Collection, place: MentioningRule): string | null {
  return place === 'manageRule' ? optionText(collection, 'manageRule') : ruleOf(collection, place);
}

/** Null for what is no view. */
export function queryOf(collection: Collection): string | null {
  return collectionTypeOf(collection) === 'view' ? optionText(collection, 'query') : null;
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
  const text = queryOf(collection);
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
    const isMentioned = indexParts(text).columns.some((token) => isSameName(nameOf(token), fieldName));
    return isMentioned ? [{ collection, place: 'index' as const, text, at }] : [];
  });
}

function mentionsInRelations({ collectionId, fieldName }: MentionTarget, collection: Collection): Mention[] {
  if (fieldName !== undefined) return [];
  return collection.schema
    .filter((field) => targetOf(field) === collectionId)
    .map((field) => ({ collection, place: 'relation', text: field.name }));
}
