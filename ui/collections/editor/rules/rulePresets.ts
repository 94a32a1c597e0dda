import { type Collection, collectionTypeOf } from '../../../model/collection';
import type { SchemaField } from '../../../model/field';
import { atRequest } from '../../../model/filter/ruleWords';
import { isMultiple, targetOf } from '../../../model/types/fieldTypes';
import type { RuleKey } from '../collectionForm';

export interface RulePreset {
  label: string;
  rule: string;
}

const userId = `${atRequest.auth}.id`;
const signedIn = `${userId} != ""`;

/** `accounts` are the auth collections. The manage rule has no presets: each of these would hand over accounts. */
export function presetsOf(
  key: RuleKey,
  collection: Collection,
  accounts: readonly Collection[],
): RulePreset[] {
  if (key === 'manageRule') return [];
  const isOfAccount = (field: SchemaField) => accounts.some(({ id }) => id === targetOf(field));
  const owners = collection.schema.filter(isOfAccount).map((field) => ({
    label: `Owner only: ${field.name}`,
    rule: ownerRule(field),
  }));
  const isSelf = collectionTypeOf(collection) === 'auth' && key !== 'createRule';
  return [
    { label: 'Signed in', rule: signedIn },
    ...(isSelf ? [{ label: 'Owner only: id', rule: `id = ${userId}` }] : []),
    ...owners,
    ...(key === 'listRule' || key === 'viewRule' ? [{ label: 'Public read', rule: '' }] : []),
  ];
}

/**
 * For a guest, `@request.auth.id` is empty and equals an empty relation, so an optional relation needs one more
 * condition.
 */
function ownerRule(field: SchemaField): string {
  const test = isMultiple(field) ? `${field.name}.id ?= ${userId}` : `${field.name} = ${userId}`;
  return field.required ? test : `${signedIn} && ${test}`;
}
