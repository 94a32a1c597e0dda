import CircleAlert from 'lucide-react/icons/circle-alert';
import Plus from 'lucide-react/icons/plus';
import { useCallback, useEffect, useId, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Icon } from '../../../kit/basics/Icon';
import { DragList } from '../../../kit/form/DragList';
import { systemFieldNames, systemNamesOf } from '../../../model/collection';
import { messageAt } from '../../../model/fieldErrors';
import { type FieldTypeName, fieldTypes } from '../../../model/types/fieldTypes';
import * as capabilities from '../../../page/capabilities';
import type { CollectionEditor } from '../collectionEditor';
import { type FieldForm, newFieldPath } from '../collectionForm';
import { IndexList } from '../indexes/IndexList';
import { FieldRow } from './FieldRow';
import css from './FieldsTab.module.css';
import { FieldTile } from './FieldTile';

interface Props {
  editor: CollectionEditor;
  /** The name of the field that is open at first. */
  openName?: string | undefined;
  indexed?: string | undefined;
}

export function FieldsTab({ editor, openName, indexed }: Props) {
  const { form } = editor.state;
  const { type } = useSnapshot(form);
  const { errors, changed, refusals, stored } = useSnapshot(editor.state);
  const [first] = useState(() => form.fields.find(({ name }) => name === openName) ?? null);
  // Holds the object, because a save changes the key of a new field.
  const [open, setOpen] = useState(first);
  // Rows subscribe to their own fields, so typing in one does not render all. Leaving an input updates the labels
  // of the grips.
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const systemNames = stored
    ? systemFieldNames(stored)
    : systemNamesOf(type).filter((name) => name !== 'username' || capabilities.can('accountNames'));
  const keys = useSnapshot(form.fields).map(({ key }) => key);
  const list = useRef<HTMLDivElement>(null);
  const error = messageAt(errors, 'schema');

  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal says when
  useLayoutEffect(() => {
    // Open the field with the error, so that its input is visible and can get the focus.
    const paths = Object.keys(editor.state.errors);
    const wrong = form.fields.find(({ key }) =>
      paths.some((path) => path.startsWith(`schema.${key}.options`)),
    );
    if (wrong) setOpen(wrong);
  }, [refusals]);

  useEffect(() => {
    if (first === null) return;
    const opener = `[data-field="${first.key}"] button[aria-expanded]:not([role])`;
    const frame = requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(opener)?.focus());
    return () => cancelAnimationFrame(frame);
  }, [first]);

  const selectName = useCallback((key: string) => {
    setOpen(null);
    requestAnimationFrame(() => {
      const input = list.current?.querySelector<HTMLInputElement>(`[data-field="${key}"] input`);
      input?.focus();
      input?.select();
    });
  }, []);
  const toggle = useCallback((field: FieldForm) => setOpen((now) => (now === field ? null : field)), []);

  function handleAdd(fieldType: FieldTypeName) {
    selectName(editor.editFields(newFieldPath, (edits) => edits.add(fieldType)));
  }

  const fields = keys.flatMap((key) => form.fields.find((field) => field.key === key) ?? []);
  return (
    <>
      {error && (
        <p className={css.error} role="alert">
          <Icon of={CircleAlert} size={13} /> {error}
        </p>
      )}
      <div ref={list} className={css.frame}>
        <div className={css.system}>
          <span>System fields</span>
          <span className={css.names}>
            {systemNames.map((name) => (
              <code translate="no" key={name}>
                {name}
              </code>
            ))}
          </span>
        </div>
        {fields.length > 0 && (
          <DragList
            label="Fields"
            items={fields}
            keyOf={rowKey}
            nameOf={({ name }) => name}
            onReorder={(_, from, to) => editor.editFields('schema', ({ move }) => move(from, to))}
            renderItem={(field, grip) => (
              <FieldRow
                editor={editor}
                field={field}
                errors={errors}
                isChanged={changed[`schema.${field.key}`] === true}
                grip={grip}
                isOpen={open === field}
                onToggle={toggle}
                onNamed={drawAgain}
                onDuplicated={selectName}
              />
            )}
          />
        )}
        <NewFieldMenu onChoose={handleAdd} />
      </div>
      <IndexList editor={editor} indexed={indexed} />
    </>
  );
}

const rowKeys = new WeakMap<FieldForm, string>();
let rowCount = 0;

function rowKey(field: FieldForm): string {
  const key = rowKeys.get(field) ?? String(++rowCount);
  rowKeys.set(field, key);
  return key;
}

function NewFieldMenu({ onChoose }: { onChoose: (type: FieldTypeName) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const gridId = useId();
  const grid = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useSnapshot(capabilities.state);

  useEffect(() => {
    if (!isOpen) return;
    void capabilities.learnMore();
    grid.current?.scrollIntoView({ block: 'nearest' });
    grid.current?.querySelector('button')?.focus();
  }, [isOpen]);

  return (
    <div className={css.root}>
      <button
        ref={button}
        type="button"
        className={css.add}
        aria-expanded={isOpen}
        aria-controls={isOpen ? gridId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon of={Plus} /> New field
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid of buttons
        <div
          ref={grid}
          id={gridId}
          className={css.grid}
          role="group"
          aria-label="Type of the new field"
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            setIsOpen(false);
            button.current?.focus();
          }}
        >
          {capabilities.newFieldTypes().map((type) => (
            <button
              key={type}
              type="button"
              className={css.type}
              onClick={() => {
                setIsOpen(false);
                onChoose(type);
              }}
            >
              <FieldTile type={type} />
              {fieldTypes[type].label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
