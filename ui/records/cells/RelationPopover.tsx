import { Fragment, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { ariaKeys, hasModifier, isComposing } from '../../base/keys';
import { listOf } from '../../base/lists';
import { countOf } from '../../base/text';
import { announce } from '../../kit/basics/announce';
import { Badge } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { Chip } from '../../kit/form/Chip';
import { OptionList, OptionSearch, scrollToActive } from '../../kit/form/OptionList';
import type { SelectOption } from '../../kit/form/selectValues';
import { Loading } from '../../kit/layout/Loading';
import { AnchoredDialog } from '../../kit/overlay/AnchoredDialog';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import * as collections from '../../page/collections';
import { recordText } from '../display/RecordLabel';
import { mostChoices } from '../related/recordChoices';
import lines from '../types/lineInput.module.css';
import { relation as look } from '../types/relation';
import { useCellError } from '../useEdits';
import type { CellField } from '../values/cellField';
import { isFull, selectedText } from '../values/relatedIds';
import css from './Cells.module.css';
import type { CellEdit, EditedCell, EndEdit } from './cellEdit';
import { createRelationEdit, type RelationEdit } from './relationEdit';

interface Props {
  collection: Collection;
  cell: CellField;
  edit: CellEdit;
  edited: EditedCell;
  onEnd: EndEdit;
}

/** In milliseconds after the response. */
const announceAfterMs = 500;

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** The records of a relation beside its cell: chips of the chosen ones, and a search. */
export function RelationPopover({ collection: own, cell, edit, edited, onEnd }: Props) {
  const { element } = edited;
  const [relation] = useState(() => createRelationEdit(cell, edit, edited.row));
  const { searched, found, status, loadError, isPicking } = useSnapshot(relation.state, { sync: true });
  // Not read from the store: a second key may come before the component has rendered the first one.
  const [typed, setTyped] = useState('');
  const { value } = useSnapshot(edit.state, { sync: true });
  // Render again when the collections are loaded: a retry may have found this one.
  useSnapshot(collections.state);
  const error = useCellError(own.id, edited.row.id, cell.key);
  const [wanted, setWanted] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { isMany, max } = relation;
  const collection = relation.collection();
  const ids = listOf(value);
  const isCurrent = status === 'ready' && searched === typed.trim();
  const options = collection ? found.map((record) => optionOf(record, collection)) : [];
  // Without a search, Enter must not choose a record that the person may not have looked at.
  const first = isCurrent && searched !== '' ? Math.min(0, options.length - 1) : -1;
  const active = Math.max(
    options.findIndex((option) => option.value === wanted),
    first,
  );

  useEffect(() => {
    void relation.open();
    return relation.close;
  }, [relation]);

  useEffect(() => {
    const keep = () => onEnd('keep');
    element.addEventListener('pointerdown', keep);
    return () => element.removeEventListener('pointerdown', keep);
  });

  useEffect(() => {
    if (!isCurrent || searched === '' || options.length === 0) return;
    const timer = setTimeout(() => announce(countOf(options.length, 'result')), announceAfterMs);
    return () => clearTimeout(timer);
  }, [isCurrent, searched, options.length]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the active option
  useEffect(() => scrollToActive(root.current), [active]);

  function choose({ value: id }: SelectOption) {
    if (isMany || !ids.includes(id)) relation.toggle(id);
    // Selects the typed word, so that the next one replaces it.
    if (isMany) search.current?.select();
    else onEnd('keep', '');
  }

  function remove(id: string) {
    relation.remove(id);
    search.current?.focus();
  }

  function handleSearchKey(event: KeyboardEvent) {
    if (isComposing(event) || hasModifier(event)) return;
    const { key } = event;
    const step = steps[key];
    const option = options[active];
    const last = ids.at(-1);
    if (key === 'Enter') {
      if (option) choose(option);
      else if (typed.trim() === '') onEnd('keep', '');
      else if (!isCurrent) void relation.searchNow();
    } else if (step !== undefined) {
      setWanted(options[Math.min(Math.max(active + step, 0), options.length - 1)]?.value ?? null);
    } else if (key === 'Backspace' && typed === '' && last !== undefined && !event.repeat) remove(last);
    else return;
    event.preventDefault();
  }

  function handleKey(event: KeyboardEvent) {
    if (event.defaultPrevented || isComposing(event) || !(event.ctrlKey || event.metaKey)) return;
    const isEnter = event.key === 'Enter';
    if (isEnter) event.preventDefault();
    // Ctrl+S also reaches the page, which then saves the kept value.
    if (isEnter || event.key.toLowerCase() === 's') onEnd('keep', '');
  }

  async function openPicker() {
    // The picker gives the focus back to the element that has it now.
    element.focus();
    if (await relation.pick()) onEnd('keep', '');
  }

  if (isPicking) return null;
  return (
    <AnchoredDialog
      anchor={element}
      icon={look.icon}
      title={<span translate="no">{cell.name}</span>}
      onKey={handleKey}
      onClose={() => onEnd('cancel', '')}
      onOutside={() => {
        if (!relation.state.isPicking) onEnd('keep');
      }}
      footerStart={
        <Button kind="quiet" size="small" onClick={() => void openPicker()}>
          Open picker
        </Button>
      }
      footer={
        <>
          <Button kind="quiet" size="small" onClick={() => onEnd('cancel', '')}>
            Cancel
          </Button>
          <Button
            kind="primary"
            size="small"
            aria-keyshortcuts={ariaKeys('Mod+Enter')}
            onClick={() => onEnd('keep', '')}
          >
            Keep
          </Button>
        </>
      }
    >
      <div ref={root} className={css.choices}>
        {ids.length > 0 && <Chosen relation={relation} ids={ids} collection={collection} onRemove={remove} />}
        {isMany && (
          <p className="subtle" aria-live="polite">
            {selectedText(ids.length, max)}
          </p>
        )}
        <OptionSearch
          ref={search}
          data-autofocus
          listId={listId}
          active={active}
          value={typed}
          onChange={(text) => {
            setWanted(null);
            setTyped(text);
            relation.search(text);
          }}
          onKeyDown={handleSearchKey}
        />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a press must not take the focus from the search */}
        <div onMouseDown={(event) => event.preventDefault()}>
          <OptionList
            className={css.found}
            id={listId}
            label={`Records of ${collection?.name ?? cell.name}`}
            options={options}
            active={active}
            values={ids}
            isMultiple={isMany}
            isBusy={!isCurrent && status !== 'failed'}
            isDisabled={(option) => isFull(ids, max) && !ids.includes(option.value)}
            onChoose={choose}
          />
        </div>
        {collection && <Outcome relation={relation} isCurrent={isCurrent} />}
      </div>
      {(!collection || status === 'failed') && (
        <p className={lines.failed} role="alert">
          <span>
            {collection ? 'The records could not be loaded.' : 'This collection no longer exists.'}{' '}
            <span>{loadError?.message}</span>
          </span>
          <Button kind="link" onClick={() => void relation.retry()}>
            Retry
          </Button>
        </p>
      )}
      {error !== null && (
        <p className={lines.failed} role="alert">
          {error}
        </p>
      )}
    </AnchoredDialog>
  );
}

function optionOf(record: ListedRecord, collection: Collection): SelectOption {
  const label = recordText(record, collection);
  return {
    value: record.id,
    label,
    isName: true,
    note: label === record.id ? undefined : record.id,
  };
}

interface ChosenProps {
  relation: RelationEdit;
  ids: readonly string[];
  collection: Collection | undefined;
  onRemove: (id: string) => void;
}

function Chosen({ relation, ids, collection, onRemove }: ChosenProps) {
  const { found, missing } = useSnapshot(relation.related.state);
  return (
    <section className={css.chosen} aria-label="Selected">
      {ids.map((id) => {
        const record = missing.has(id) ? undefined : found.get(id);
        return (
          <Fragment key={id}>
            <Chip onRemove={() => onRemove(id)}>
              {record && collection ? recordText(record, collection) : id}
            </Chip>
            {missing.has(id) && (
              <span data-tooltip="This record no longer exists.">
                <Badge kind="warning">missing</Badge>
              </span>
            )}
          </Fragment>
        );
      })}
    </section>
  );
}

interface OutcomeProps {
  relation: RelationEdit;
  /** True if the records are the result for the typed text. */
  isCurrent: boolean;
}

function Outcome({ relation, isCurrent }: OutcomeProps) {
  const { found, status } = useSnapshot(relation.state);
  if (status === 'failed') return null;
  if (!isCurrent) {
    return <Loading />;
  }
  if (found.length > 0 && found.length < mostChoices) return null;
  return (
    <p className="subtle" role="status">
      {found.length === 0 ? 'No records found.' : `The first ${mostChoices} are shown.`}
    </p>
  );
}
