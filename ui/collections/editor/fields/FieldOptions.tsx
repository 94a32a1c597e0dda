import type { ComponentType, ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { DateInput } from '../../../kit/form/DateInput';
import { Field } from '../../../kit/form/Field';
import { TextInput } from '../../../kit/form/TextInput';
import { isNumeric, type OptionInput, type OptionKind } from '../../../model/types/fieldOption';
import { type FieldTypeName, typeOf } from '../../../model/types/fieldTypes';
import type { CollectionEditor } from '../collectionEditor';
import { type FieldForm, isFixed, keptOptions } from '../collectionForm';
import css from './FieldOptions.module.css';
import { FieldFooter } from './options/FieldFooter';
import { FileOptions } from './options/FileOptions';
import { JsonNote } from './options/JsonNote';
import { OptionNumber } from './options/OptionNumber';
import { OptionTexts } from './options/OptionTexts';
import { RelationOptions, RelationTarget } from './options/RelationOptions';
import { ChoicesInput, SelectOptions } from './options/SelectOptions';
import { listOf, type OptionProps, useOption } from './options/useOption';

interface OwnInputs {
  /** Follows the inputs of the options that `model/types/` describes. */
  readonly Options: ComponentType<OptionProps>;
  /** The input of a new field in its row. */
  readonly Inline?: ComponentType<OptionProps>;
}

/** Inputs of the types with options that `model/types/` cannot describe. */
export const ownInputs: ReadonlyMap<string, OwnInputs> = new Map<FieldTypeName, OwnInputs>([
  ['select', { Options: SelectOptions, Inline: ChoicesInput }],
  ['file', { Options: FileOptions }],
  ['relation', { Options: RelationOptions, Inline: RelationTarget }],
  ['json', { Options: JsonNote }],
]);

interface Props {
  editor: CollectionEditor;
  field: FieldForm;
  /** Called with the key of the copy. */
  onDuplicated: (key: string) => void;
}

export function FieldOptions({ editor, field, onDuplicated }: Props) {
  const options = isFixed(field) ? null : optionsOf({ editor, field });
  return (
    <div className="fields">
      {options && <div className="twoColumns">{options}</div>}
      <KeptOptions field={field} />
      <FieldFooter editor={editor} field={field} onDuplicated={onDuplicated} />
    </div>
  );
}

/** Names what a newer server knows of the field, and this page does not edit. */
function KeptOptions({ field }: Pick<Props, 'field'>) {
  const { type, options } = useSnapshot(field);
  const kept = keptOptions(options, [...Object.keys(typeOf({ type }).options), 'hidden']);
  return kept.length > 0 && <p className="hint">Also kept: {kept.join(', ')}</p>;
}

/** Null if the type has only switches, which the footer shows. */
function optionsOf(props: OptionProps): ReactNode {
  const { type } = props.field;
  const inputs = Object.entries(typeOf(props.field).options).flatMap(([name, { kind, input }]) =>
    input && kind !== 'flag' ? (
      <TableOption {...props} key={name} name={name} kind={kind} input={input} />
    ) : (
      []
    ),
  );
  const Own = ownInputs.get(type)?.Options;
  if (Own) inputs.push(<Own {...props} key="" />);
  return inputs.length > 0 ? inputs : null;
}

interface TableOptionProps extends OptionProps {
  name: string;
  kind: OptionKind;
  input: OptionInput;
}

/** An option that `model/types/` describes. */
function TableOption({ kind, input, ...props }: TableOptionProps) {
  const { label, placeholder, isSize } = input;
  if (kind === 'date') return <DateOption {...props} label={label} />;
  if (kind === 'list') return <ListOption {...props} input={input} />;
  if (!isNumeric(kind)) return <TextOption {...props} input={input} />;
  return (
    <OptionNumber
      {...props}
      label={label}
      placeholder={placeholder}
      isRequired={kind === 'count'}
      isWhole={kind === 'count'}
      isSize={isSize}
      unit={isSize && 'bytes'}
    />
  );
}

function TextOption({ name, input, ...props }: Omit<TableOptionProps, 'kind'>) {
  const { value, error, isChanged, set } = useOption(props, name);
  return (
    <div className={css.full}>
      <Field label={input.label} isChanged={isChanged} error={error} help={input.help}>
        {(control) => (
          <TextInput
            {...control}
            isMono
            autoComplete="off"
            spellCheck={false}
            placeholder={input.placeholder}
            value={String(value ?? '')}
            onChange={set}
          />
        )}
      </Field>
    </div>
  );
}

/** A list of texts. Of two lists that exclude each other, the server accepts one. */
function ListOption({ name, input, ...props }: Omit<TableOptionProps, 'kind'>) {
  const { label, placeholder, help, excludes = '' } = input;
  const { options } = useSnapshot(props.field);
  // A draft can have both lists. Then both stay enabled, so that one can be emptied.
  const isOff = listOf(options[excludes]).length > 0 && listOf(options[name]).length === 0;
  const other = typeOf(props.field).options[excludes]?.input?.label;
  return (
    <OptionTexts
      {...props}
      name={name}
      label={label}
      placeholder={isOff ? undefined : placeholder}
      help={isOff ? `Empty "${other}" to set it.` : help}
      isDisabled={isOff}
    />
  );
}

function DateOption({ name, label, ...props }: OptionProps & { name: string; label: string }) {
  const { value, error, isChanged, set } = useOption(props, name);
  return (
    <Field label={label} isChanged={isChanged} hint="UTC" error={error}>
      {(control) => <DateInput {...control} value={String(value ?? '')} onChange={set} />}
    </Field>
  );
}
