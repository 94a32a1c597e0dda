import { useSnapshot } from 'valtio';
import type { CollectionEditor } from '../../collectionEditor';
import type { FieldForm } from '../../collectionForm';
import { optionError } from '../fieldWords';

/** What every input of an option is given. */
export interface OptionProps {
  editor: CollectionEditor;
  /** The live field of the form. */
  field: FieldForm;
}

interface Option {
  value: unknown;
  error: string | null;
  set: (value: unknown) => void;
}

/** One option of a field: its value, what is wrong with it, and how it is changed. */
export function useOption({ editor, field }: OptionProps, name: string): Option {
  const value = useSnapshot(field, { sync: true }).options[name];
  const { errors } = useSnapshot(editor.state);
  const path = `schema.${field.key}.options.${name}`;
  return {
    value,
    error: optionError(errors, path, value),
    set: (next) => editor.editFields(path, (edits) => edits.setOption(field.key, name, next)),
  };
}

/** A list that is missing is an empty one. */
export function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
