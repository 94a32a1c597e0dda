import CircleCheck from 'lucide-react/icons/circle-check';
import { memo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { fieldIcons } from '../../components/basics/fieldIcons';
import { Icon } from '../../components/basics/Icon';
import { CodeEditor, isLongText } from '../../components/code-editor/CodeEditor';
import { DateInput } from '../../components/form/DateInput';
import { Field, type FieldControl } from '../../components/form/Field';
import { NumberInput } from '../../components/form/NumberInput';
import { Select } from '../../components/form/Select';
import { TextArea } from '../../components/form/TextArea';
import { TextInput } from '../../components/form/TextInput';
import { Toggle } from '../../components/form/Toggle';
import { RichText } from '../../components/rich-text/RichText';
import type { Collection } from '../../model/collection';
import { fieldTypeOf, isMultiple, optionOf, type SchemaField } from '../../model/field';
import { messageAt } from '../../model/fieldErrors';
import { type FullRecord, fieldValue } from '../../model/record';
import type { FormValue } from '../../model/records/recordValues';
import { checkJson } from '../../platform/jsonText';
import { openPanel } from '../../state/panels';
import * as preferences from '../../state/preferences';
import { FileInput } from './inputs/FileInput';
import { RelationInput } from './inputs/RelationInput';
import css from './RecordInput.module.css';
import type { RecordEditor } from './recordEditor';
import { useIsChanged } from './useIsChanged';

interface Props {
  editor: RecordEditor;
  field: SchemaField;
  collection: Collection;
}

/** One field of the schema with the input of its type. A change redraws no other input. */
export const RecordInput = memo(function RecordInput({ editor, field, collection }: Props) {
  const { name } = field;
  const type = fieldTypeOf(field);
  const { errors } = useSnapshot(editor.state);
  const value = useSnapshot(editor.state.form.values, { sync: true })[name] as FormValue | undefined;
  const isChanged = useIsChanged(editor, name);
  const error = messageAt(errors, name);
  if (type === 'file') {
    const props = { editor, field, collection, error, isChanged };
    return <FileInput {...props} />;
  }
  if (type === null || value === undefined) return <UnknownValue editor={editor} field={field} />;
  const isRequired = field.required === true;
  return (
    <Field
      label={name}
      hasNameAsLabel
      icon={fieldIcons[type]}
      isRequired={isRequired}
      isChanged={isChanged}
      error={error}
      hint={hintOf(type, value)}
      help={type === 'select' && isMultiple(field) && `Select up to ${maxOf(field)} items.`}
    >
      {(control) => (
        <Input editor={editor} field={field} control={control} value={value} isRequired={isRequired} />
      )}
    </Field>
  );
});

interface InputProps {
  editor: RecordEditor;
  field: SchemaField;
  control: FieldControl;
  value: FormValue;
  isRequired: boolean;
}

function Input({ editor, field, control, value, isRequired }: InputProps) {
  const { name } = field;
  const text = String(value);
  const set = (next: FormValue) => editor.set(name, next);
  switch (fieldTypeOf(field)) {
    case 'number':
      return <NumberInput {...control} value={text} onChange={set} />;
    case 'bool':
      return (
        <Toggle
          {...control}
          isOn={value === true}
          stateText={value === true ? 'True' : 'False'}
          onChange={set}
        />
      );
    case 'email':
      return <TextInput {...control} type="email" autoComplete="off" value={text} onChange={set} />;
    case 'url':
      return <TextInput {...control} type="url" autoComplete="off" value={text} onChange={set} />;
    case 'date':
      return <DateInput {...control} isRequired={isRequired} value={text} onChange={set} />;
    case 'select':
      return (
        <SelectInput control={control} field={field} value={value} isRequired={isRequired} onChange={set} />
      );
    case 'json':
      return (
        <CodeEditor {...control} language="json" minHeight={90} maxHeight={500} value={text} onChange={set} />
      );
    case 'editor':
      return (
        <RichText
          {...control}
          value={text}
          direction={preferences.state.textDirection}
          onDirection={preferences.setTextDirection}
          onPickImage={pickImage}
          onChange={set}
        />
      );
    case 'relation':
      return <RelationInput {...control} field={field} value={value as string | string[]} onChange={set} />;
    default:
      return <PlainText {...control} value={text} onChange={set} />;
  }
}

/** A text that is long when the form opens uses the code editor, which draws only the visible lines. */
function PlainText(props: FieldControl & { value: string; onChange: (text: string) => void }) {
  const [isLong] = useState(() => isLongText(props.value));
  return isLong ? <CodeEditor {...props} language="text" maxHeight={500} /> : <TextArea {...props} />;
}

/** Returns an image of another record; null if none was chosen. */
async function pickImage() {
  const picked = await openPanel('filePicker', { imagesOnly: true });
  return picked && { src: picked.address, alt: picked.name };
}

interface SelectInputProps {
  control: FieldControl;
  field: SchemaField;
  value: FormValue;
  isRequired: boolean;
  onChange: (value: FormValue) => void;
}

function SelectInput({ control, field, value, isRequired, onChange }: SelectInputProps) {
  const known = optionOf(field, 'values');
  const options = (Array.isArray(known) ? known : []).map((choice, index) => ({
    value: String(choice),
    mark: (index % 8) + 1,
  }));
  const shared = { ...control, options, isRequired, onChange };
  return isMultiple(field) ? (
    <Select {...shared} isMultiple max={maxOf(field)} value={value as readonly string[]} />
  ) : (
    <Select {...shared} value={String(value)} />
  );
}

function maxOf(field: SchemaField): number {
  return Number(optionOf(field, 'maxSelect') ?? 1);
}

function hintOf(type: string, value: FormValue) {
  if (type === 'date') return 'UTC';
  if (type !== 'json') return undefined;
  if (String(value).trim() === '') return 'Empty: saved as null';
  if (checkJson(String(value)) !== null) return 'Invalid JSON';
  return (
    <span className={css.valid}>
      <Icon of={CircleCheck} size={13} /> Valid JSON
    </span>
  );
}

/** Shows the value of an unknown type of a newer server; the value is never sent. */
function UnknownValue({ editor, field }: { editor: RecordEditor; field: SchemaField }) {
  const record = useSnapshot(editor.state).stored?.record as FullRecord | undefined;
  const text = JSON.stringify((record && fieldValue(record, field.name)) ?? null, null, 2);
  return (
    <Field
      label={field.name}
      hasNameAsLabel
      icon={fieldIcons.json}
      help={`${field.type} fields cannot be edited here.`}
    >
      {(control) => <TextArea {...control} isMono readOnly value={text} onChange={() => {}} />}
    </Field>
  );
}
