import { useSnapshot } from 'valtio';
import type { CollectionEditor } from '../../collectionEditor';
import { type FieldForm, isSameOptions } from '../../collectionForm';
import { listMessage } from '../../listMessage';

/** What every input of an option is given. */
export interface OptionProps {
  editor: CollectionEditor;
  /** The live field of the form. */
  field: FieldForm;
}

interface Option {
  value: unknown;
  error: string | null;
  /** It is another one than the server has; of a new field none is. */
  isChanged: boolean;
  set: (value: unknown) => void;
}

/** One option of a field: its value, what is wrong with it, and how it is changed. */
export function useOption({ editor, field }: OptionProps, name: string): Option {
  const value = useSnapshot(field, { sync: true }).options[name];
  const { errors, stored } = useSnapshot(editor.state);
  const before = stored?.schema.find(({ id }) => id === field.key);
  const path = `schema.${field.key}.options.${name}`;
  return {
    value,
    error: listMessage(errors, path, listOf(value)),
    isChanged: before !== undefined && !isSameOptions({ [name]: value }, { [name]: before.options?.[name] }),
    set: (next) => editor.editFields(path, (edits) => edits.setOption(field.key, name, next)),
  };
}

/** A list that is missing is an empty one. */
export function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
