import { useSnapshot } from 'valtio';
import type { CollectionEditor } from '../../collectionEditor';
import { listMessage } from '../../collectionErrors';
import { type FieldForm, fieldFormOf, isSameOption } from '../../collectionForm';

export interface OptionProps {
  editor: CollectionEditor;
  field: FieldForm;
}

export function useOption({ editor, field }: OptionProps, name: string) {
  const value = useSnapshot(field, { sync: true }).options[name];
  const { errors, stored } = useSnapshot(editor.state);
  const before = stored?.schema.find(({ id }) => id === field.key);
  const path = `schema.${field.key}.options.${name}` as const;
  return {
    value,
    error: listMessage(errors, path, listOf(value)),
    /** True if the value differs from the stored one. False for a new field. */
    isChanged: before !== undefined && !isSameOption(value, fieldFormOf(before).options[name]),
    set: (next: unknown): void => editor.editFields(path, (edits) => edits.setOption(field.key, name, next)),
  };
}

export function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
