import { memo } from 'react';
import { useSnapshot } from 'valtio';
import { Field } from '../../kit/form/Field';
import { TextArea } from '../../kit/form/TextArea';
import { TextInput } from '../../kit/form/TextInput';
import { isMadeByServer, type SchemaField } from '../../model/field';
import { messageAt } from '../../model/fieldErrors';
import { fieldValue } from '../../model/record';
import { holdsFiles, isEditable, isSecret, typeOf } from '../../model/types/fieldTypes';
import { ValueInput } from '../input/ValueInput';
import { FileInput } from '../types/FileInput';
import { lookOf } from '../types/fieldLooks';
import type { RecordEditor } from './recordEditor';

interface Props {
  editor: RecordEditor;
  field: SchemaField;
}

/** An edit of one field renders no other input. */
export const RecordInput = memo(function RecordInput({ editor, field }: Props) {
  const { name } = field;
  const { errors, recordId } = useSnapshot(editor.state);
  const value = useSnapshot(editor.state.form.values, { sync: true })[name];
  const isChanged = useIsChanged(editor, name);
  const error = messageAt(errors, name);
  if (holdsFiles(field)) return <Files editor={editor} field={field} error={error} isChanged={isChanged} />;
  if (!isEditable(field) || value === undefined) return <UnknownValue editor={editor} field={field} />;
  const { icon, hint, help } = lookOf(field);
  const isNew = recordId === null;
  const isMade = isNew && isMadeByServer(field);
  const isRequired = field.required === true && !isMade;
  const canBeEmpty = isMade
    ? 'Leave empty to auto generate.'
    : !isNew && isSecret(field) && 'Leave empty to keep it.';
  return (
    <Field
      label={name}
      hasNameAsLabel
      icon={icon}
      isRequired={isRequired}
      isChanged={isChanged}
      error={error}
      hint={hint?.(value)}
      help={canBeEmpty || help?.(field)}
    >
      {(control) => (
        <ValueInput
          field={field}
          control={control}
          value={value}
          isRequired={isRequired}
          onChange={(next) => editor.set(name, next)}
        />
      )}
    </Field>
  );
});

interface FilesProps extends Pick<Props, 'editor' | 'field'> {
  error: string | null;
  isChanged: boolean;
}

function Files(props: FilesProps) {
  const change = useSnapshot(props.editor.state.form.files)[props.field.name];
  return change ? <FileInput {...props} change={change} /> : null;
}

/** A date that the server sets, or the value of a type that only newer servers know. It is never sent. */
function UnknownValue({ editor, field }: { editor: RecordEditor; field: SchemaField }) {
  const record = useSnapshot(editor.state).stored?.record;
  const value = (record && fieldValue(record, field.name)) ?? null;
  const { isReadOnly, print } = typeOf(field);
  return (
    <Field
      label={field.name}
      hasNameAsLabel
      icon={lookOf(field).icon}
      help={isReadOnly ? 'Set by the server.' : `${field.type} fields cannot be edited here.`}
    >
      {(control) =>
        isReadOnly ? (
          <TextInput {...control} readOnly value={print(value)} onChange={() => {}} />
        ) : (
          <TextArea {...control} isMono readOnly value={JSON.stringify(value, null, 2)} onChange={() => {}} />
        )
      }
    </Field>
  );
}

/** Always false for a new record. */
export function useIsChanged(editor: RecordEditor, name: string): boolean {
  return useSnapshot(editor.state.changed)[name] === true;
}
