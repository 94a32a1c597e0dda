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

/**
 * Lists the presets of a rule. `accounts` are the collections of accounts. The manage rule has none: each of them
 * would hand over accounts.
 */
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

/** An empty relation equals the missing account of a guest, so a relation that may be empty needs one more test. */
function ownerRule(field: SchemaField): string {
  const test = isMultiple(field) ? `${field.name}.id ?= ${userId}` : `${field.name} = ${userId}`;
  return field.required ? test : `${signedIn} && ${test}`;
}
