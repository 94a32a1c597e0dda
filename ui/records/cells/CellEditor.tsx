// A relation is changed in a dialog beside its cell, which the picker can replace. Rich text, json and files get a
// popup, because they need focus traps of their own.

import CircleAlert from 'lucide-react/icons/circle-alert';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { isEqual } from '../../base/equal';
import { focusableIn, isFocusLost } from '../../base/focus';
import { isComposing } from '../../base/keys';
import { Icon } from '../../kit/basics/Icon';
import { joinClasses } from '../../kit/basics/joinClasses';
import { leaveLostRow } from '../../kit/table/useCursor';
import type { Collection } from '../../model/collection';
import type { FormValue } from '../../model/field';
import { holdsChoices, holdsRecords, isMultiple } from '../../model/types/fieldTypes';
import { ValueInput } from '../input/ValueInput';
import { lookOf } from '../types/fieldLooks';
import { useCellError } from '../useEdits';
import { type CellField, cellFieldOf } from '../values/cellField';
import { CellPopup } from './CellPopup';
import css from './Cells.module.css';
import { type CellEdit, createCellEdit, type EditedCell, type EndEdit } from './cellEdit';
import { RelationPopover } from './RelationPopover';

interface Props {
  collection: Collection;
  edited: EditedCell;
  onClose: () => void;
}

/** Edits one cell: a short value in place, a relation beside it, other values in a popup. */
export function CellEditor({ collection, edited, onClose }: Props) {
  const { row, column, element } = edited;
  const [cell] = useState(() => cellFieldOf(collection, column));
  const [edit] = useState(() => cell && createCellEdit(collection, row, cell));
  const isOpen = useRef(true);

  useEffect(() => {
    if (!edit) return;
    void edit.open();
    return () => {
      // The page was left during the edit. The typed value stays as a change.
      if (isOpen.current) edit.keep();
      isOpen.current = false;
      edit.close();
    };
  }, [edit]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another cell has another editor
  useEffect(() => {
    const [list, page] = ['section', 'main'].map((name) => element.closest<HTMLElement>(name));
    return () => {
      // A removed cell cannot take the focus back, so the list takes it, or the page if that was removed too.
      if (element.isConnected || !isFocusLost()) return;
      if (!list?.isConnected || !leaveLostRow(list)) page?.focus({ preventScroll: true });
    };
  }, []);

  if (!cell || !edit) return null;

  const end: EndEdit = (how, key) => {
    // Removing a focused input fires a blur, which would end the edit again.
    if (!isOpen.current) return;
    isOpen.current = false;
    edit[how]();
    onClose();
    if (key === undefined) return;
    element.focus();
    if (key !== '') pressOn(element, key);
  };

  if (lookOf(cell.field).isWide)
    return <CellPopup collection={collection} row={row} cell={cell} edit={edit} onEnd={end} />;
  const Editor = holdsRecords(cell.field) ? RelationPopover : CellInput;
  return <Editor collection={collection} cell={cell} edit={edit} edited={edited} onEnd={end} />;
}

interface InputProps {
  collection: Collection;
  cell: CellField;
  edit: CellEdit;
  edited: EditedCell;
  onEnd: EndEdit;
}

/** The input over a cell. Enter keeps the value and goes down, Tab goes on, Escape restores. */
function CellInput({ collection, cell, edit, edited, onEnd }: InputProps) {
  const { row, element, start } = edited;
  const hasList = holdsChoices(cell.field);
  const { hasButton } = lookOf(cell.field);
  const { value } = useSnapshot(edit.state, { sync: true });
  const root = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const [place, setPlace] = useState<{ top: number; left: number; width: number } | null>(null);
  const id = useId();
  const error = useCellError(collection.id, row.id, cell.key);

  /** Lays the input over its cell. */
  function measure() {
    const { offsetParent, offsetWidth = 0 } = root.current ?? {};
    const layer = offsetParent?.getBoundingClientRect();
    if (!layer) return;
    const { top, left, width } = element.getBoundingClientRect();
    // The input must not extend beyond the visible part of the table.
    const right = Math.min(
      layer.right,
      element.closest('section')?.getBoundingClientRect().right ?? layer.right,
    );
    const farthest = right - layer.left - Math.max(width, offsetWidth);
    const next = { top: top - layer.top, left: Math.min(left - layer.left, farthest), width };
    setPlace((last) => (isEqual(last, next) ? last : next));
  }

  useLayoutEffect(() => {
    // A part of the cell may be behind the sticky columns.
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [element]);

  // The rows may have moved since the last render.
  useLayoutEffect(() => {
    if (element.isConnected) {
      measure();
      return;
    }
    // The record is no longer in the list. After a blur, the cursor of the table takes the focus.
    if (hasFocus.current) (document.activeElement as HTMLElement | null)?.blur();
    onEnd('keep');
  });

  useEffect(() => {
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key that began the edit
  useLayoutEffect(() => {
    if (start !== null) edit.set(start);
  }, []);

  // A key between the first paint and the focus would be lost, so this runs before the paint.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it has its place
  useLayoutEffect(() => {
    if (!place) return;
    const control =
      root.current &&
      focusableIn(root.current).find((one) => one.matches('input, textarea, [role="combobox"]'));
    control?.focus();
    if (hasList) control?.click();
    // Puts the caret after the text. An input of type email has no selection.
    else if (
      (control instanceof HTMLTextAreaElement || control instanceof HTMLInputElement) &&
      control.selectionStart !== null
    )
      control.setSelectionRange(control.value.length, control.value.length);
  }, [place !== null]);

  function handleChange(next: FormValue) {
    edit.set(next);
    // First the select takes the focus again; then the cell can have it.
    if (hasList && !isMultiple(cell.field)) setTimeout(() => onEnd('keep', ''));
  }

  /** Returns false for a key that the input needs itself. */
  function end(key: string, hasShift: boolean): boolean {
    const arrow = arrowAfter(key, hasShift);
    if (key === 'Escape') onEnd('cancel', '');
    else if (arrow !== '') onEnd('keep', arrow);
    else return false;
    return true;
  }

  function handleKey(event: KeyboardEvent) {
    if (event.defaultPrevented || isComposing(event)) return;
    const { key, shiftKey, ctrlKey, metaKey, altKey, target } = event;
    // Ctrl+S also reaches the page, which then saves the kept value.
    if ((ctrlKey || metaKey) && key.toLowerCase() === 's') onEnd('keep', '');
    if (ctrlKey || metaKey || altKey) return;
    if (hasButton && key === 'Tab' && !shiftKey && target instanceof HTMLInputElement) return;
    if (end(key, shiftKey)) event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the input inside
    <div
      ref={root}
      className={joinClasses(css.input, hasButton && css.withButton)}
      style={place ?? undefined}
      translate="no"
      onKeyDown={handleKey}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
        // The focus may have moved to a list of the input, or to another window.
        setTimeout(() => {
          if (!hasFocus.current && document.hasFocus()) onEnd('keep');
        });
      }}
    >
      <label id={`${id}-label`} htmlFor={id} className="visuallyHidden">
        {cell.name}
      </label>
      <ValueInput
        field={cell.field}
        control={{
          id,
          'aria-describedby': error === null ? undefined : `${id}-error`,
          'aria-invalid': error === null ? undefined : true,
        }}
        value={value}
        isRequired={cell.field.required === true}
        onChange={handleChange}
      />
      {error !== null && (
        <p id={`${id}-error`} className={css.error} role="alert" translate="yes">
          <Icon of={CircleAlert} size="small" />
          {error}
        </p>
      )}
    </div>
  );
}

/** Returns the arrow key for the direction in which the cursor goes on; '' if the key ends no edit. */
function arrowAfter(key: string, hasShift: boolean): string {
  if (key === 'Enter') return hasShift ? '' : 'ArrowDown';
  return key === 'Tab' ? (hasShift ? 'ArrowLeft' : 'ArrowRight') : '';
}

/** Sends a key to a cell, so that the table handles it. */
function pressOn(cell: HTMLElement, key: string): void {
  cell.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}
