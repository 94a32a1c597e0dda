import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { focusableIn, focusFirstInvalid } from '../../base/focus';
import { countOf, printCount } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { Icon } from '../../kit/basics/Icon';
import { IconButton } from '../../kit/basics/IconButton';
import { joinClasses } from '../../kit/basics/joinClasses';
import { useProgress } from '../../kit/basics/useProgress';
import { Field } from '../../kit/form/Field';
import { Select } from '../../kit/form/Select';
import { LoadFailure } from '../../kit/layout/LoadFailure';
import { Note } from '../../kit/layout/Note';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { Dropdown, DropdownItem } from '../../kit/overlay/Dropdown';
import { Panel } from '../../kit/overlay/Panel';
import type { Collection } from '../../model/collection';
import { messageAt } from '../../model/fieldErrors';
import { holdsFiles, isReadInFull } from '../../model/types/fieldTypes';
import * as unsaved from '../../page/forms/unsaved';
import type { Panels } from '../../page/panels';
import { usePanel } from '../../page/usePanel';
import { ValueInput } from '../input/ValueInput';
import { lookOf } from '../types/fieldLooks';
import { WaitNote } from '../write/WaitNote';
import css from './BulkEditPanel.module.css';
import { BulkPreview } from './BulkPreview';
import { type BulkEditOverlay, BulkResultPopup, progressText, RunButton } from './BulkResultPopup';
import { type BulkChoices, type BulkField, type BulkKind, bulkFields, chosenNames } from './bulkChoices';
import { type BulkEdit, createBulkEdit } from './bulkEdit';

declare module '../../page/panels' {
  interface Panels {
    /** Answers with the records to select if the person wants to see them. */
    bulkEdit: {
      takes: {
        collectionId: string;
        ids: readonly string[];
        /** Called after records have changed. */
        onChange: () => void;
      };
      answers: readonly string[] | null;
    };
  }
}

interface Props {
  id: number;
  takes: Panels['bulkEdit']['takes'];
}

/** Changes fields of the selected records: the choices with a preview, the run, and the records that failed. */
export function BulkEditPanel({ id, takes }: Props) {
  const [edit] = useState(() => createBulkEdit(takes));
  const panel = usePanel<'bulkEdit'>(id);
  const { result } = useSnapshot(edit.state);

  useEffect(() => {
    void edit.open();
    const release = edit.hold();
    return () => {
      release();
      edit.close();
    };
  }, [edit]);

  if (result) return <BulkResultPopup edit={edit} panel={panel} />;
  return <FormPanel edit={edit} count={takes.ids.length} panel={panel} />;
}

interface FormProps {
  edit: BulkEdit;
  count: number;
  panel: BulkEditOverlay;
}

function FormPanel({ edit, count, panel }: FormProps) {
  const body = useRef<HTMLDivElement>(null);
  const { isRunning, outlook, readFault, staged } = useSnapshot(edit.state);
  // `sync`, because the caret of a text input would jump otherwise.
  const choices = useSnapshot(edit.state, { sync: true }).choices;
  const collection = useSnapshot(edit.state).collection;
  const write = useSnapshot(edit.write);
  const progress = progressText(write);
  useProgress(progress, write.isRunning);
  const names = chosenNames(choices);
  const changes = outlook?.changes ?? 0;

  async function handleRun() {
    if (await edit.run()) panel.finish();
  }

  // Waits for the end of the run: meanwhile the inputs are disabled and cannot take the focus.
  useEffect(() => {
    if (!isRunning) focusFirstInvalid(body.current);
  }, [isRunning]);

  return (
    <Panel
      {...panel.overlay}
      title={
        <>
          Edit{' '}
          <b>
            {printCount(count)} <span translate="no">{collection?.name}</span>
          </b>{' '}
          {count === 1 ? 'record' : 'records'}
        </>
      }
      isBusy={isRunning}
      canClose={() => !edit.isChanged() || unsaved.mayLose('close the panel')}
      footerStart={write.isRunning && <span className="digits">{progress}</span>}
      footer={
        <>
          {!write.isRunning && <CloseButton disabled={isRunning}>Cancel</CloseButton>}
          <RunButton
            edit={edit}
            disabled={names.length === 0 || outlook === null}
            onClick={() => void handleRun()}
          >
            {`Change ${changes > 0 ? countOf(changes, 'record') : 'records'}`}
          </RunButton>
        </>
      }
    >
      {!collection && (
        <LoadFailure title="This collection no longer exists." onRetry={panel.overlay.onClose} />
      )}
      {collection && (
        <div ref={body} inert={isRunning}>
          {staged > 0 && (
            <Note kind="warning" role="alert">
              {`${printCount(staged)} of these ${staged === 1 ? 'has' : 'have'} staged changes. Save or discard them first.`}
            </Note>
          )}
          <BulkEditFields edit={edit} collection={collection} choices={choices} />
          {readFault !== '' ? (
            <LoadFailure
              title="The records could not be read."
              reason={readFault}
              onRetry={() => void edit.open()}
            />
          ) : (
            <BulkPreview edit={edit} collection={collection} count={count} />
          )}
        </div>
      )}
      <WaitNote wait={write.wait} job="The change" />
    </Panel>
  );
}

const kindNames: Readonly<Record<Exclude<BulkKind, 'keep'>, string>> = {
  set: 'Set to',
  clear: 'Clear',
  increase: 'Increase by',
  decrease: 'Decrease by',
  add: 'Add',
  remove: 'Remove',
};

interface FieldsProps {
  edit: BulkEdit;
  collection: Collection;
  choices: BulkChoices;
}

/** A row for each chosen field, and a menu of other fields. */
function BulkEditFields({ edit, collection, choices }: FieldsProps) {
  const { fields, others } = useMemo(() => bulkFields(collection), [collection]);
  const rows = useRef<HTMLDivElement>(null);
  const isChosen = ({ field }: BulkField) => (choices[field.name]?.kind ?? 'keep') !== 'keep';
  const left = fields.filter((one) => !isChosen(one));

  function add({ field: { name }, kinds: [, first = 'keep'] }: BulkField) {
    edit.choose(name, first);
    requestAnimationFrame(() => {
      const row = rows.current?.querySelector<HTMLElement>(`[data-name="${CSS.escape(name)}"]`);
      const controls = row ? focusableIn(row) : [];
      const value = controls.find(
        (one) => one.closest(`.${css.value}`) && one.matches('input, textarea, button'),
      );
      (value ?? controls[0])?.focus();
    });
  }

  return (
    <>
      <div ref={rows}>
        {fields.filter(isChosen).map((one) => (
          <FieldRow key={one.field.id} one={one} edit={edit} choice={choices[one.field.name]} />
        ))}
      </div>
      {left.length > 0 && (
        <div className={css.add}>
          <Dropdown
            label="Field to change"
            trigger={(props) => (
              <Button {...props} icon={Plus} size="small">
                Field to change
              </Button>
            )}
          >
            {left.map((one) => (
              <DropdownItem key={one.field.id} icon={lookOf(one.field).icon} isName onSelect={() => add(one)}>
                {one.field.name}
              </DropdownItem>
            ))}
          </Dropdown>
        </div>
      )}
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
  const { icon, hint, help } = lookOf(field);
  const nameId = useId();
  const { errors, outlook } = useSnapshot(edit.state);
  const error = messageAt(errors, name);
  const present = outlook ? edit.presentValues(name) : '';
  const kind = choice?.kind ?? 'keep';
  const nameOf = (each: BulkKind) =>
    each === 'keep' ? '' : each === 'clear' && holdsFiles(field) ? 'Remove all' : kindNames[each];
  const hasValue = kind !== 'keep' && kind !== 'clear';
  const isWide = hasValue && isReadInFull(field);
  return (
    <div className={css.row} data-name={name}>
      <span className={css.name}>
        <Icon of={icon} size={13} />
        <span id={nameId} translate="no">
          {name}
        </span>
      </span>
      <div>
        <Select
          aria-labelledby={nameId}
          isRequired
          options={kinds.slice(1).map((each) => ({ value: each, label: nameOf(each) }))}
          value={kind}
          onChange={(next) => edit.choose(name, kinds.find((each) => each === next) ?? 'keep')}
        />
      </div>
      <div className={joinClasses(css.value, isWide && css.wide)}>
        {kind === 'clear' && (
          <p className={css.note}>
            {isUnique
              ? 'The field is unique: only one record can be empty.'
              : holdsFiles(field)
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
            help={hint?.(choice.value) ?? (kind === 'set' && help?.(field))}
          >
            {(control) => (
              <ValueInput
                key={kind}
                field={field}
                control={control}
                value={choice.value}
                isRequired={kind === 'set'}
                onChange={(value) => edit.setValue(name, value)}
              />
            )}
          </Field>
        )}
        {!hasValue && error && <p className={css.fault}>{error}</p>}
        {present !== '' && (
          <p className={css.note}>
            Now: <span translate="no">{present}</span>
          </p>
        )}
      </div>
      <IconButton
        icon={X}
        label={`Leave ${name} as it is`}
        tooltip="Leave as it is"
        onClick={() => edit.choose(name, 'keep')}
      />
    </div>
  );
}
