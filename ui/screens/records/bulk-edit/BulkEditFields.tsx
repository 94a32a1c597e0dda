import { useId, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { fieldIcons } from '../../../components/basics/fieldIcons';
import { Icon } from '../../../components/basics/Icon';
import { joinClasses } from '../../../components/basics/joinClasses';
import { Field } from '../../../components/form/Field';
import { Select } from '../../../components/form/Select';
import { ValueInput, valueHelp, valueHint } from '../../../components/record-input/ValueInput';
import type { Collection } from '../../../model/collection';
import { fieldTypeOf } from '../../../model/field';
import { messageAt } from '../../../model/fieldErrors';
import { valueInputs } from '../../../state/records/valueInputs';
import css from './BulkEditPanel.module.css';
import { type BulkChoices, type BulkField, type BulkKind, bulkFields } from './bulkChoices';
import type { BulkEdit } from './bulkEdit';

const kindNames: Readonly<Record<BulkKind, string>> = {
  keep: 'Leave as it is',
  set: 'Set to',
  clear: 'Clear',
  increase: 'Increase by',
  decrease: 'Decrease by',
  add: 'Add',
  remove: 'Remove',
};

interface Props {
  edit: BulkEdit;
  collection: Collection;
  choices: BulkChoices;
}

/** One row for each field that several records can change together. */
export function BulkEditFields({ edit, collection, choices }: Props) {
  const { fields, others } = useMemo(() => bulkFields(collection), [collection]);
  return (
    <>
      {fields.map((one) => (
        <FieldRow key={one.field.id} one={one} edit={edit} choice={choices[one.field.name]} />
      ))}
      {others.length > 0 && (
        <p className={css.others}>
          <span translate="no">{others.join(', ')}</span>{' '}
          <span>cannot be the same in several records, or {others.length === 1 ? 'is' : 'are'} unknown.</span>
        </p>
      )}
    </>
  );
}

interface RowProps {
  one: BulkField;
  edit: BulkEdit;
  choice: BulkChoices[string] | undefined;
}

function FieldRow({ one: { field, kinds, isUnique }, edit, choice }: RowProps) {
  const { name } = field;
  const nameId = useId();
  const error = messageAt(useSnapshot(edit.state).errors, name);
  const type = fieldTypeOf(field) ?? 'json';
  const kind = choice?.kind ?? 'keep';
  const nameOf = (each: BulkKind) => (each === 'clear' && type === 'file' ? 'Remove all' : kindNames[each]);
  const hasValue = kind !== 'keep' && kind !== 'clear';
  const isWide = hasValue && (type === 'editor' || type === 'json');
  return (
    <div className={joinClasses(css.row, kind !== 'keep' && css.isOn)}>
      <span className={css.name}>
        <Icon of={fieldIcons[type]} size={13} />
        <span id={nameId} translate="no">
          {name}
        </span>
      </span>
      <div className={css.kind}>
        <Select
          aria-labelledby={nameId}
          isRequired
          options={kinds.map((each) => ({ value: each, label: nameOf(each) }))}
          value={kind}
          onChange={(next) => edit.choose(name, kinds.find((each) => each === next) ?? 'keep')}
        />
      </div>
      <div className={joinClasses(css.value, isWide && css.wide)}>
        {kind === 'clear' && (
          <p className={css.note}>
            {isUnique
              ? 'The field is unique: only one record can be empty.'
              : type === 'file'
                ? 'The files of every record are deleted.'
                : 'Becomes empty in every record.'}
          </p>
        )}
        {hasValue && choice && (
          <Field
            label={`${name}: ${nameOf(kind)}`}
            isLabelHidden
            hasNameAsLabel
            error={error}
            help={valueHint(field, choice.value) ?? (kind === 'set' && valueHelp(field))}
          >
            {(control) => (
              <ValueInput
                key={kind}
                field={field}
                control={control}
                value={choice.value}
                isRequired={kind === 'set'}
                onChange={(value) => edit.setValue(name, value)}
                context={valueInputs}
              />
            )}
          </Field>
        )}
        {!hasValue && error && <p className={css.fault}>{error}</p>}
      </div>
    </div>
  );
}
