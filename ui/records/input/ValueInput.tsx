import CircleCheck from 'lucide-react/icons/circle-check';
import { type ReactNode, useState } from 'react';
import { checkJson } from '../../base/jsonText';
import { Icon } from '../../kit/basics/Icon';
import { CodeEditor, isLongText } from '../../kit/code-editor/CodeEditor';
import { DateInput } from '../../kit/form/DateInput';
import type { FieldControl } from '../../kit/form/Field';
import { NumberInput } from '../../kit/form/NumberInput';
import { Select } from '../../kit/form/Select';
import { TextArea } from '../../kit/form/TextArea';
import { TextInput } from '../../kit/form/TextInput';
import { Toggle } from '../../kit/form/Toggle';
import { RichText } from '../../kit/rich-text/RichText';
import { type FormValue, optionOf, type SchemaField } from '../../model/field';
import { isMultiple } from '../../model/types/fieldTypes';
import { RelationInput } from './RelationInput';
import css from './ValueInput.module.css';
import type { ValueInputContext } from './valueContext';

interface Props {
  field: SchemaField;
  control: FieldControl;
  value: FormValue;
  isRequired: boolean;
  onChange: (value: FormValue) => void;
  context: ValueInputContext;
}

/** The input of a value, by the type of its field. A file has an input of its own. */
export function ValueInput({ field, control, value, isRequired, onChange, context }: Props) {
  const text = String(value);
  switch (field.type) {
    case 'number':
      return <NumberInput {...control} value={text} onChange={onChange} />;
    case 'bool':
      return (
        <Toggle
          {...control}
          isOn={value === true}
          stateText={value === true ? 'True' : 'False'}
          onChange={onChange}
        />
      );
    case 'email':
      return <TextInput {...control} type="email" autoComplete="off" value={text} onChange={onChange} />;
    case 'url':
      return <TextInput {...control} type="url" autoComplete="off" value={text} onChange={onChange} />;
    case 'date':
      return <DateInput {...control} isRequired={isRequired} value={text} onChange={onChange} />;
    case 'select':
      return (
        <SelectInput
          control={control}
          field={field}
          value={value}
          isRequired={isRequired}
          onChange={onChange}
        />
      );
    case 'json':
      return (
        <CodeEditor
          {...control}
          language="json"
          minHeight={90}
          maxHeight={500}
          value={text}
          onChange={onChange}
        />
      );
    case 'editor':
      return (
        <RichText
          {...control}
          value={text}
          direction={context.textDirection()}
          onDirection={context.setTextDirection}
          onPickImage={context.pickImage}
          onChange={onChange}
        />
      );
    case 'relation':
      return (
        <RelationInput
          {...control}
          field={field}
          value={value as string | string[]}
          onChange={onChange}
          context={context}
        />
      );
    default:
      return <PlainText {...control} value={text} onChange={onChange} />;
  }
}

type PlainTextProps = FieldControl & { value: string; onChange: (text: string) => void };

/**
 * A text that is long when the form opens uses the code editor, which draws only the visible lines. Both edit `\n`
 * only, so a text whose lines all end with `\r\n` gets these back.
 */
function PlainText({ value, onChange, ...control }: PlainTextProps) {
  const [isLong] = useState(() => isLongText(value));
  const hasReturns = value.includes('\r\n') && !/(?:^|[^\r])\n/.test(value);
  const shared = {
    ...control,
    value: hasReturns ? value.replaceAll('\r\n', '\n') : value,
    onChange: (text: string) => onChange(hasReturns ? text.replaceAll('\n', '\r\n') : text),
  };
  return isLong ? <CodeEditor {...shared} language="text" maxHeight={500} /> : <TextArea {...shared} />;
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

/** Returns the help below the input; undefined for none. */
export function valueHelp(field: SchemaField): string | undefined {
  const isList = field.type === 'select' && isMultiple(field);
  return isList ? `Select up to ${maxOf(field)} items.` : undefined;
}

/** Returns the hint at the end of the label's line; undefined for none. */
export function valueHint(field: SchemaField, value: FormValue): ReactNode {
  const type = field.type;
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
