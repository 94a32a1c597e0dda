import type { CollectionType, RuleName } from '../../model/collection';
import type { FieldErrors } from '../../model/fieldErrors';
import { isWriting } from './collectionForm';

export type CollectionTab = 'fields' | 'rules' | 'options';

/** The tabs of a type, each with whether something in it is wrong, and how many rules are open to anyone. */
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
          meaning: isPublic.length === 1 ? '1 public rule' : `${isPublic.length} public rules`,
          kind: isPublic.some(isWriting) ? ('danger' as const) : ('warning' as const),
        };
  return [
    tab('fields', type === 'view' ? 'Query' : 'Fields'),
    tab('rules', 'API Rules'),
    ...(type === 'auth' ? [tab('options', 'Options')] : []),
  ];
}

/** Where an error is shown; null for the name, which stands above the tabs, and for what has no place. */
export function tabOfError(path: string): CollectionTab | null {
  if (/^(schema|indexes)(\.|$)/.test(path) || path === 'options.query') return 'fields';
  if (/^(list|view|create|update|delete)Rule$/.test(path) || path === 'options.manageRule') return 'rules';
  return /^options(\.|$)/.test(path) ? 'options' : null;
}

/** Is an error at the path shown in the form of that type? The name stands above the tabs. */
export function hasPlace(path: string, type: CollectionType): boolean {
  return path === 'name' || tabsOf(type, {}).some(({ key }) => key === tabOfError(path));
}
