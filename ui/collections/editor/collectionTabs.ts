import { countOf } from '../../base/text';
import type { CollectionType, RuleName } from '../../model/collection';
import type { FieldErrors } from '../../model/fieldErrors';
import { isWriting } from './collectionForm';

export type CollectionTab = 'fields' | 'rules' | 'options';

export function tabsOf(type: CollectionType, errors: FieldErrors, isPublic: readonly RuleName[] = []) {
  const wrong = new Set(Object.keys(errors).map(tabOfError));
  const tab = (key: CollectionTab, label: string) => ({
    key,
    label,
    hasErrors: wrong.has(key),
    count: key === 'rules' ? count : undefined,
  });
  const count =
    isPublic.length === 0
      ? undefined
      : {
          value: isPublic.length,
          meaning: countOf(isPublic.length, 'public rule'),
          kind: isPublic.some(isWriting) ? ('danger' as const) : ('warning' as const),
        };
  return [
    tab('fields', type === 'view' ? 'Query' : 'Fields'),
    tab('rules', 'API Rules'),
    ...(type === 'auth' ? [tab('options', 'Options')] : []),
  ];
}

/** Null for the name, which stands above the tabs, and for an unknown path. */
export function tabOfError(path: string): CollectionTab | null {
  if (/^(schema|indexes)(\.|$)/.test(path) || path === 'options.query') return 'fields';
  if (/^(list|view|create|update|delete)Rule$/.test(path) || path === 'options.manageRule') return 'rules';
  return /^options(\.|$)/.test(path) ? 'options' : null;
}

/** True if the form of this type can show an error of the path. */
export function hasPlace(path: string, type: CollectionType): boolean {
  return path === 'name' || tabsOf(type, {}).some(({ key }) => key === tabOfError(path));
}
