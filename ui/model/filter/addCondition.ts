import { readFilter } from './filterReading';
import {
  addRow,
  asOnlyGroup,
  type FilterGroup,
  type FilterLanguage,
  printFilter,
  removeNode,
  rowsOf,
  setCondition,
} from './filterTree';
import type { FieldCondition } from './valueCondition';

/**
 * Returns the filter with the condition in place of those of the same field, or beside the others. Conditions
 * inside groups stay. Null if the filter cannot be read, or the condition not be written.
 */
export function replaceOrAdd(
  text: string,
  condition: FieldCondition,
  language: FilterLanguage,
): string | null {
  const root = readFilter(text, language);
  if ('fault' in root) return null;
  const [first, ...others] = root.join === 'all' ? rowsOfField(root, condition.field) : [];
  if (first === undefined) return addCondition(text, condition, language);
  const replaced = setCondition(root, first, condition, language);
  return printed(others.reduce(removeNode, replaced), language);
}

/** Returns the filter for records that also meet the condition; null as for `replaceOrAdd`. */
export function addCondition(
  text: string,
  condition: FieldCondition,
  language: FilterLanguage,
): string | null {
  const root = readFilter(text, language);
  if ('fault' in root) return null;
  if (root.join === 'all') return printed(addRow(root, root.id, condition, language).root, language);
  // A filter with `||` needs brackets beside the new condition, so it becomes a group.
  const all = asOnlyGroup(root);
  return printed(addRow(all, all.id, condition, language).root, language);
}

/** Returns the conditions outside of groups that are about the field; none if the filter cannot be read. */
export function conditionsOfField(
  text: string,
  field: string,
  language: FilterLanguage,
): readonly FieldCondition[] {
  const root = readFilter(text, language);
  if ('fault' in root || root.join !== 'all') return [];
  return root.parts.flatMap((part) =>
    part.kind === 'row' && part.condition?.field === field ? [part.condition] : [],
  );
}

export function withoutField(text: string, field: string, language: FilterLanguage): string | null {
  const root = readFilter(text, language);
  if ('fault' in root) return null;
  return root.join === 'all' ? printed(rowsOfField(root, field).reduce(removeNode, root), language) : text;
}

function rowsOfField(root: FilterGroup, field: string): number[] {
  return root.parts
    .filter((part) => part.kind === 'row' && part.condition?.field === field)
    .map(({ id }) => id);
}

function printed(root: FilterGroup, language: FilterLanguage): string | null {
  const isWritten = rowsOf(root).every(({ text }) => text !== '');
  return isWritten ? printFilter(root, language) : null;
}
