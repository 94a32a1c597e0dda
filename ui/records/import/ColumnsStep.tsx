import ArrowRight from 'lucide-react/icons/arrow-right';
import { type ComponentProps, useId, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { countOf } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { Icon } from '../../kit/basics/Icon';
import { joinClasses } from '../../kit/basics/joinClasses';
import { Checkbox } from '../../kit/form/Checkbox';
import { Select } from '../../kit/form/Select';
import { TextInput } from '../../kit/form/TextInput';
import { Toggle } from '../../kit/form/Toggle';
import { Note } from '../../kit/layout/Note';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { slugOf } from '../../model/names';
import { typeNamed } from '../../model/types/fieldTypes';
import { newFieldTypes } from '../../page/capabilities';
import * as collections from '../../page/collections';
import * as app from '../../page/pageTitle';
import { separators, type TableOptions } from '../tables/readTable';
import type { FileTable } from '../tables/table';
import type { ColumnPlan, EmptyCell, ImportMode, ImportPlan } from './plan/columnPlan';
import { type NewField, typesFor } from './plan/fieldProposal';
import { importFields, leftOutSentences, whyLeftOut } from './plan/importFields';
import { emptyFields } from './plan/planFaults';
import {
  emptyCellChoices,
  emptyCellWords,
  firstValues,
  openReading,
  previewOf,
  readingChoices,
} from './plan/readingChoices';
import css from './RecordImportPage.module.css';
import type { RecordImportForm } from './recordImportForm';

const modes: { value: ImportMode; label: string }[] = [
  { value: 'add', label: 'Add only' },
  { value: 'addAndChange', label: 'Add and change' },
  { value: 'change', label: 'Change only' },
];
const encodings = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-16le', label: 'UTF-16' },
  { value: 'utf-16be', label: 'UTF-16 BE' },
  { value: 'windows-1252', label: 'Windows-1252' },
];

const heads = {
  name: 'In the file',
  values: 'First values',
  field: 'Goes to',
  reading: 'Read as',
  empty: 'Empty cell',
  result: 'Becomes',
};
/** In place of the empty cells of a new field. */
const mustBe = 'Must be';

export function ColumnsStep({ form }: { form: RecordImportForm }) {
  const { table, plan, fileFault } = useSnapshot(form.state);
  if (!table || !plan) return null;
  return (
    <>
      <Options form={form} />
      {fileFault && (
        <Note kind="danger" role="alert">
          {fileFault}
        </Note>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
      <section className={css.scroll} data-scrollable aria-label="Columns" tabIndex={0}>
        <table className={joinClasses(css.texts, css.columns)}>
          <thead>
            <tr>
              {Object.entries(heads).map(([key, head]) => (
                <th key={key} scope="col">
                  {key === 'empty' && form.isDraft() ? mustBe : head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.columns.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place
              <ColumnRow key={at} form={form} at={at} name={name} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function Options({ form }: { form: RecordImportForm }) {
  const { options, plan, hasGuards, name } = useSnapshot(form.state);
  const nameId = useId();
  if (!options || !plan) return null;
  const { collection } = form;
  const isDraft = form.isDraft();
  const set = (changes: Partial<TableOptions>) => void form.setOptions(changes);
  return (
    <div className={css.options}>
      {isDraft && (
        <span className={css.option}>
          <label htmlFor={nameId}>Collection</label>
          <TextInput id={nameId} value={name} onChange={(text) => form.setName(slugOf(text))} />
        </span>
      )}
      {options.format === 'csv' && (
        <>
          <Option
            label="Separator"
            options={separators}
            value={options.separator}
            onChange={(separator) => set({ separator: separator as TableOptions['separator'] })}
          />
          <Option
            label="Encoding"
            options={encodings}
            value={options.encoding}
            onChange={(encoding) => set({ encoding: encoding as TableOptions['encoding'] })}
          />
          <Toggle
            isOn={options.hasNames}
            onChange={(hasNames) => set({ hasNames })}
            label="First row has names"
          />
          {options.titleRows > 0 && (
            <Toggle
              isOn={options.skipsTitle}
              onChange={(skipsTitle) => set({ skipsTitle })}
              label={`Skip ${countOf(options.titleRows, 'row')} above`}
            />
          )}
        </>
      )}
      {!isDraft && (
        <Option
          label="Records"
          options={modes}
          value={plan.mode}
          onChange={(mode) => form.setMode(mode as ImportMode)}
        />
      )}
      {plan.key !== null && (
        <Option
          label="Match by"
          options={form.keys().map((value) => ({ value }))}
          value={plan.key ?? ''}
          onChange={form.setKey}
        />
      )}
      {plan.key !== null && form.keys().length === 1 && (
        <span className={css.hint}>Other fields can match once they have a unique index.</span>
      )}
      {hasGuards && (
        <Toggle
          isOn={plan.takesGuardAway}
          onChange={(takesGuardAway) => form.setPlan({ takesGuardAway })}
          label="Take ' away before = + - @"
        />
      )}
      {collectionTypeOf(collection) === 'auth' && plan.mode !== 'change' && (
        <Toggle
          isOn={plan.makesPasswords}
          onChange={(makesPasswords) => form.setPlan({ makesPasswords })}
          label="Make a random password for each"
        />
      )}
      {plan.makesPasswords && plan.mode !== 'change' && (
        <span className={css.hint}>Nobody knows these passwords. Send resets later.</span>
      )}
    </div>
  );
}

function Option({ label, ...select }: ComponentProps<typeof Select> & { label: string }) {
  return (
    <span className={css.option}>
      <span aria-hidden>{label}</span>
      <Select {...select} aria-label={label} isRequired />
    </span>
  );
}

interface ColumnRowProps {
  form: RecordImportForm;
  at: number;
  name: string;
}

function ColumnRow({ form, at, name }: ColumnRowProps) {
  const { table, plan } = useSnapshot(form.state) as { table: FileTable; plan: ImportPlan };
  const made = useSnapshot(form.state).news[at] as NewField | null | undefined;
  const { all } = useSnapshot(collections.state);
  const { hidesControls } = useSnapshot(app.state);
  const { collection } = form;
  const column = plan.columns[at] as ColumnPlan;
  const isNew = made != null && column.field === made.field.name;
  const fields = useMemo(() => importFields(collection), [collection]);
  const field = fields.find((one) => one.name === column.field);
  const values = useMemo(() => firstValues(table, at), [table, at]);
  const why = whyLeftOut(name, collection);
  const readings = field ? readingChoices(field, all as Collection[]) : [];
  const isOpen = openReading(column, field) !== null;
  return (
    <tr className={joinClasses(!field && css.isOut)}>
      <th scope="row" translate="no">
        {name}
      </th>
      <td>
        <NarrowHead of="values" />
        <code className="ellipsis" translate="no">
          {values.join(', ')}
        </code>
      </td>
      <td>
        <NarrowHead of="field" />
        {field && (
          <span className={css.arrow}>
            <Icon of={ArrowRight} size="small" />
          </span>
        )}
        <Select
          aria-label={`Field for ${name}`}
          isRequired
          options={[
            { value: '', label: 'Leave out' },
            ...fields.filter((one) => !form.isNew(one.name)).map(({ name: value }) => ({ value })),
            ...(hidesControls && !form.isDraft() ? [] : newFieldChoices(made)),
          ]}
          value={isNew ? newField + made.field.type : (column.field ?? '')}
          onChange={(value) =>
            value.startsWith(newField)
              ? void form.setNewField(at, value.slice(newField.length))
              : form.setField(at, value || null)
          }
        />
        {isNew && <NewFieldName form={form} at={at} made={made} />}
      </td>
      {field ? (
        <>
          <td>
            <NarrowHead of="reading" />
            {readings.length > 1 ? (
              <Select
                aria-label={`How ${name} is read`}
                aria-invalid={isOpen || undefined}
                isRequired
                placeholder="- Choose -"
                options={readings.map(({ label, reading }) => ({ value: JSON.stringify(reading), label }))}
                value={isOpen ? '' : JSON.stringify(column.reading)}
                onChange={(reading) => form.setColumn(at, { reading: JSON.parse(reading) })}
              />
            ) : (
              <div>{readings[0]?.label}</div>
            )}
          </td>
          <td>
            {isNew ? (
              <span className={joinClasses('onlyNarrow', css.hint)}>{mustBe}</span>
            ) : (
              <NarrowHead of="empty" />
            )}
            {isNew ? (
              <NewFieldRules form={form} at={at} made={made} />
            ) : (
              <Select
                aria-label={`Empty cells of ${name}`}
                isRequired
                options={emptyCellChoices(field).map((value) => ({ value, label: emptyCellWords[value] }))}
                value={column.empty}
                onChange={(empty) => form.setColumn(at, { empty: empty as EmptyCell })}
              />
            )}
          </td>
          <td>
            <NarrowHead of="result" />
            <div className="ellipsis" translate="no">
              {previewOf(table, at, field, column, plan.takesGuardAway)}
            </div>
          </td>
        </>
      ) : (
        <td colSpan={3}>{why && leftOutSentences[why]}</td>
      )}
    </tr>
  );
}

/** No name of a field begins so. */
const newField = '+';

/** Before the proposal there is one choice, then one for each type. */
const newFieldChoices = (made: NewField | null | undefined) =>
  made
    ? typesFor(made, newFieldTypes()).map((type) => ({
        value: newField + type,
        label: `New ${typeNamed(type).label}`,
      }))
    : [{ value: newField, label: 'New field' }];

interface NewFieldProps {
  form: RecordImportForm;
  at: number;
  made: NewField;
}

/** The name of a field that the import makes, and why it has its type. */
function NewFieldName({ form, at, made }: NewFieldProps) {
  const { field, reason } = made;
  const set = (name: string) => form.setNew(at, { ...made, field: { ...field, name: slugOf(name) } });
  return (
    <div className={css.made}>
      <TextInput aria-label={`Name of the new field ${at + 1}`} value={field.name} onChange={set} />
      <span className={css.hint}>{reason}</span>
    </div>
  );
}

/** Whether its values may be missing or repeat, where the rows allow more than one answer. */
function NewFieldRules({ form, at, made }: NewFieldProps) {
  const { field, isUnique, canBeRequired, canBeUnique } = made;
  return (
    <div className={css.rules}>
      {canBeRequired && (
        <Checkbox
          label="Required"
          aria-label={`Required: ${field.name}`}
          isChecked={field.required === true}
          onChange={(required) => form.setNew(at, { ...made, field: { ...field, required } })}
        />
      )}
      {canBeUnique && form.isDraft() && (
        <Checkbox
          label="Unique"
          aria-label={`Unique: ${field.name}`}
          isChecked={isUnique}
          onChange={(isOn) => form.setNew(at, { ...made, isUnique: isOn })}
        />
      )}
    </div>
  );
}

/** The name of the column: a narrow screen has no room for the head of the table. */
function NarrowHead({ of: column }: { of: keyof typeof heads }) {
  return <span className={joinClasses('onlyNarrow', css.hint)}>{heads[column]}</span>;
}

export function ColumnsBar({ form }: { form: RecordImportForm }) {
  const { table, plan, isReading, fileFault } = useSnapshot(form.state) as {
    fileFault: string | null;
    table: FileTable;
    plan: ImportPlan;
    isReading: boolean;
  };
  const used = plan.columns.filter(({ field }) => field !== null).length;
  const fault = form.fault();
  const empty = emptyFields(plan, form.collection);
  return (
    <div className={css.bar}>
      <span role="status">
        {fault ?? (
          <>
            {used} of {countOf(table.columns.length, 'column')} will be imported.
            {empty.length > 0 && (
              <>
                {' '}
                {plan.mode === 'add' ? 'Left empty' : 'Not filled'}: <b translate="no">{empty.join(', ')}</b>.
              </>
            )}
          </>
        )}
      </span>
      <span className={css.acts}>
        <Button kind="quiet" onClick={form.back}>
          Back
        </Button>
        <Button
          kind="primary"
          data-primary
          disabled={fault !== null || isReading || fileFault !== null}
          onClick={() => void form.check()}
        >
          Check {countOf(table.rows.length, 'row')}
        </Button>
      </span>
    </div>
  );
}
