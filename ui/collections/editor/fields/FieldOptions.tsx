import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { Icon } from '../../../kit/basics/Icon';
import { DateInput } from '../../../kit/form/DateInput';
import { Field } from '../../../kit/form/Field';
import { TextInput } from '../../../kit/form/TextInput';
import { holdsMany } from '../collectionChanges';
import type { CollectionEditor } from '../collectionEditor';
import { type FieldForm, isFixed } from '../collectionForm';
import css from './FieldOptions.module.css';
import { FieldFooter } from './options/FieldFooter';
import { FileOptions } from './options/FileOptions';
import { OptionNumber } from './options/OptionNumber';
import { ChoicesInput, OptionTexts } from './options/OptionTexts';
import { RelationOptions } from './options/RelationOptions';
import { listOf, type OptionProps, useOption } from './options/useOption';

interface Props {
  editor: CollectionEditor;
  /** The proxied field of the form. */
  field: FieldForm;
  /** Gets the key of the copy. */
  onDuplicated: (key: string) => void;
}

/** The options of a field, below its row. */
export function FieldOptions({ editor, field, onDuplicated }: Props) {
  const options = isFixed(field) ? null : optionsOf({ editor, field });
  return (
    <div className="fields">
      {options && <div className="twoColumns">{options}</div>}
      <FieldFooter editor={editor} field={field} onDuplicated={onDuplicated} />
    </div>
  );
}

/** Null for a type that has only switches. */
function optionsOf(props: OptionProps): ReactNode {
  switch (props.field.type) {
    case 'text':
      return <TextOptions {...props} />;
    case 'number':
      return (
        <>
          <OptionNumber {...props} name="min" label="Min" placeholder="No min limit" />
          <OptionNumber {...props} name="max" label="Max" placeholder="No max limit" />
        </>
      );
    case 'email':
    case 'url':
      return <DomainOptions {...props} />;
    case 'date':
      return <DateOptions {...props} />;
    case 'select':
      return <SelectOptions {...props} />;
    case 'json':
      return <JsonOptions {...props} />;
    case 'file':
      return <FileOptions {...props} />;
    case 'relation':
      return <RelationOptions {...props} />;
    default:
      return null;
  }
}

function TextOptions(props: OptionProps) {
  const pattern = useOption(props, 'pattern');
  return (
    <>
      <OptionNumber {...props} name="min" label="Min length" placeholder="No min limit" />
      <OptionNumber {...props} name="max" label="Max length" placeholder="No max limit" />
      <div className={css.full}>
        <Field
          label="Regex pattern"
          isChanged={pattern.isChanged}
          error={pattern.error}
          help="Go regular expression."
        >
          {(control) => (
            <TextInput
              {...control}
              isMono
              autoComplete="off"
              spellCheck={false}
              placeholder="eg. ^[a-z0-9]+$"
              value={String(pattern.value ?? '')}
              onChange={pattern.set}
            />
          )}
        </Field>
      </div>
    </>
  );
}

/** Limits the domains of an address. The server accepts one of the two lists. */
function DomainOptions(props: OptionProps) {
  const { options } = useSnapshot(props.field);
  const hasExcept = listOf(options['exceptDomains']).length > 0;
  const hasOnly = listOf(options['onlyDomains']).length > 0;
  // A draft can have both lists; then both stay enabled, so that one can be emptied.
  const isExceptOff = hasOnly && !hasExcept;
  const isOnlyOff = hasExcept && !hasOnly;
  return (
    <>
      <OptionTexts
        {...props}
        name="exceptDomains"
        label="Except domains"
        placeholder={isExceptOff ? undefined : 'eg. example.com, mail.example.org'}
        help={
          isExceptOff ? 'Empty "Only domains" to set it.' : 'Comma separated domains that are not allowed.'
        }
        isDisabled={isExceptOff}
      />
      <OptionTexts
        {...props}
        name="onlyDomains"
        label="Only domains"
        placeholder={isOnlyOff ? undefined : 'eg. example.com, mail.example.org'}
        help={
          isOnlyOff ? 'Empty "Except domains" to set it.' : 'Comma separated domains; no others are allowed.'
        }
        isDisabled={isOnlyOff}
      />
    </>
  );
}

function DateOptions(props: OptionProps) {
  return (
    <>
      <OptionDate {...props} name="min" label="Min date" />
      <OptionDate {...props} name="max" label="Max date" />
    </>
  );
}

function OptionDate({ name, label, ...props }: OptionProps & { name: string; label: string }) {
  const { value, error, isChanged, set } = useOption(props, name);
  return (
    <Field label={label} isChanged={isChanged} hint="UTC" error={error}>
      {(control) => <DateInput {...control} value={String(value ?? '')} onChange={set} />}
    </Field>
  );
}

function SelectOptions(props: OptionProps) {
  const isMany = holdsMany(useSnapshot(props.field) as FieldForm);
  const { error, isChanged } = useOption(props, 'values');
  return (
    <>
      <div className={css.full}>
        <Field
          label="Choices"
          isRequired
          isChanged={isChanged}
          error={error}
          help={
            <>
              Comma separated; <code translate="no">\,</code> is a comma within a choice.
            </>
          }
        >
          {(control) => <ChoicesInput {...props} control={control} />}
        </Field>
      </div>
      {isMany && <OptionNumber {...props} name="maxSelect" label="Max select" isRequired isWhole least={2} />}
    </>
  );
}

/** Explains how the server converts a text for a json field. */
const jsonRules: readonly [given: string, becomes: string][] = [
  ['"true"', 'true'],
  ['"false"', 'false'],
  ['"null"', 'null'],
  ['"[1,2,3]"', '[1,2,3]'],
  ['"{\\"a\\":1,\\"b\\":2}"', '{"a":1,"b":2}'],
];

function JsonOptions(props: OptionProps) {
  return (
    <>
      <OptionNumber {...props} name="maxSize" label="Max size" isRequired isWhole isSize unit="bytes" />
      <details className={css.full}>
        <summary className={css.summary}>
          String value normalizations
          <Icon of={ChevronDown} size="small" />
        </summary>
        <div className={css.note}>
          <p>A plain string is normalized, so that JSON and form data mean the same:</p>
          <ul className={css.rules}>
            {jsonRules.map(([given, becomes]) => (
              <li key={given}>
                <code translate="no">{given}</code> is converted to <code translate="no">{becomes}</code>
              </li>
            ))}
            <li>numeric strings are converted to numbers</li>
            <li>double quoted strings are left as they are</li>
            <li>any other string, including the empty one, is double quoted</li>
          </ul>
          <p>
            To avoid this, wrap the value in an object: <code translate="no">{'{"data": anything}'}</code>
          </p>
        </div>
      </details>
    </>
  );
}
