import ExternalLink from 'lucide-react/icons/external-link';
import FileX from 'lucide-react/icons/file-x';
import PanelRight from 'lucide-react/icons/panel-right';
import X from 'lucide-react/icons/x';
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useSnapshot } from 'valtio';
import { listOf } from '../../base/lists';
import { Button } from '../../kit/basics/Button';
import { IconButton } from '../../kit/basics/IconButton';
import { joinClasses } from '../../kit/basics/joinClasses';
import { Keys } from '../../kit/basics/Keys';
import { EmptyState } from '../../kit/layout/EmptyState';
import { LoadFailure } from '../../kit/layout/LoadFailure';
import { Loading } from '../../kit/layout/Loading';
import { useNarrow } from '../../kit/layout/useNarrow';
import { DropdownItem } from '../../kit/overlay/Dropdown';
import { NeighbourButtons, type Neighbours } from '../../kit/overlay/NeighbourButtons';
import { focusStop } from '../../kit/table/useCursor';
import type { Collection } from '../../model/collection';
import type { SchemaField } from '../../model/field';
import {
  expandedRecords,
  type FullRecord,
  fieldValue,
  type ListedRecord,
  type RecordAnswer,
} from '../../model/record';
import { displayText } from '../../model/recordName';
import { targetOf, typeOf } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import { register } from '../../page/commands';
import { neighbourCommands } from '../../page/forms/formCommands';
import { openPanel } from '../../page/panels';
import * as session from '../../page/session/session';
import { copyRecord, copyRecordLink, recordAddress } from '../copyRecord';
import { PreviewTable, type StagedValues } from '../display/PreviewTable';
import { RecordMenu } from '../display/RecordMenu';
import { RelatedChips } from '../display/RelatedChips';
import type { Edit } from '../edits';
import type { RecordFiles } from '../files/recordFiles';
import type { RecordList } from '../recordList';
import { RelatedValue } from '../related/RelatedValue';
import { UsedByList } from '../related/UsedByList';
import { canBeUsed, createUsedBy } from '../related/usedBy';
import { useEdits } from '../useEdits';
import { cellFieldByKey, rowValue } from '../values/cellField';
import { createLookedRecord, type LookedRecord } from './lookedRecord';
import css from './QuickLook.module.css';

interface Props {
  collection: Collection;
  records: RecordList;
  onOpen: (recordId: string) => void;
}

/** Shows the record of the row with the cursor, beside the table; on a phone, over its lower part. */
export function QuickLook({ collection, records, onOpen }: Props) {
  const [look] = useState(() => createLookedRecord(collection));
  const root = useRef<HTMLElement>(null);
  const above = useRef<HTMLButtonElement>(null);
  const { items } = useSnapshot(records.list.state);
  const { recordId } = useSnapshot(records.look.state);
  const { status, isCurrent } = useSnapshot(look.state);
  const shown = useSnapshot(look.state).shown;
  const { token } = useSnapshot(session.state);
  const rows = items as readonly ListedRecord[];
  const place = useMemo(() => rows.findIndex(({ id }) => id === recordId), [rows, recordId]);
  const row = rows[place];
  const neighbours = neighboursAt(rows, place);
  // The name belongs to the values on the screen, which may still be those of the previous record.
  const labelled = shown?.record ?? (token === '' ? undefined : row);
  const isWanted = isCurrent && shown?.record.id === recordId;
  const isReading = token !== '' && recordId !== '' && !isWanted && status !== 'failed';
  const cursor = useCursorRow(root, rows, (next) => records.look.open(collection, next));

  useEffect(() => {
    look.open();
    return () => {
      look.close();
      records.look.leave();
    };
  }, [look, records]);

  useEffect(() => {
    // If the table was left since this render, the record is no longer looked at.
    const isStill = records.look.state.recordId === recordId;
    if (isStill && recordId !== '') look.show(recordId, row);
  }, [look, records, recordId, row]);

  function close() {
    if (root.current?.contains(document.activeElement)) cursor.focusCursor();
    records.look.close();
  }

  const handleOpen = (id: string) => cursor.step(place, id === neighbours.previous ? 'ArrowUp' : 'ArrowDown');

  // Only while the focus is in the quick look: the table and its heads handle these keys themselves.
  useEffect(() =>
    register(
      ...neighbourCommands({
        noun: 'record',
        ...neighbours,
        onOpen: handleOpen,
        at: () => (root.current?.contains(document.activeElement) ? above.current : null),
      }),
    ),
  );

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  }

  const isNarrow = useNarrow();
  const swipe = useSwipeDown(root, close);
  return (
    <aside ref={root} className={css.root} aria-label="Quick look" onKeyDown={handleKeyDown}>
      <header className={css.head} {...(isNarrow && swipe)}>
        <h2 className={joinClasses(css.title, 'ellipsis')} translate="no">
          {labelled ? displayText(labelled, collection) : 'Quick look'}
        </h2>
        <NeighbourButtons noun="record" {...neighbours} above={above} onOpen={handleOpen} />
        {labelled && <LookMenu collection={collection} recordId={labelled.id} />}
        <IconButton icon={X} label="Close" onClick={close} />
      </header>
      <div
        className={css.body}
        aria-busy={isReading}
        data-dimmed={(isReading && shown !== null) || undefined}
      >
        {recordId === '' && (
          <EmptyState
            icon={PanelRight}
            title="No record is chosen."
            reason="Go to a row of the table to see its record here."
          />
        )}
        {isReading && !shown && <Loading isAnnounced={false} />}
        {status === 'failed' && <Failure look={look} />}
        {status !== 'failed' && shown && (
          <Values collection={collection} answer={shown} files={records.files} hasRelated={look.hasRelated} />
        )}
        {status === 'ready' && shown && canBeUsed(collection) && (
          <UsedBy key={shown.record.id} collectionId={collection.id} recordId={shown.record.id} />
        )}
      </div>
      <footer className={css.foot}>
        <span className="onlyWide">
          <Keys of="ArrowUp" /> <Keys of="ArrowDown" /> another record
        </span>
        {labelled && (
          <Button size="small" onClick={() => onOpen(labelled.id)}>
            Open record{' '}
            <span className="onlyWide" aria-hidden>
              <Keys of="Mod+Enter" />
            </span>
          </Button>
        )}
      </footer>
    </aside>
  );
}

function neighboursAt(rows: readonly ListedRecord[], place: number): Neighbours {
  if (place < 0) return { previous: null, next: null };
  return { previous: rows[place - 1]?.id ?? null, next: rows[place + 1]?.id ?? null };
}

function Failure({ look }: { look: LookedRecord }) {
  const { loadError } = useSnapshot(look.state);
  const { status, message } = loadError ?? {};
  if (status === 404) return <EmptyState icon={FileX} title="This record no longer exists." />;
  const isDenied = status === 403;
  return (
    <LoadFailure
      isDenied={isDenied}
      title={isDenied ? 'You are not allowed to view this record.' : 'The record could not be loaded.'}
      reason={message}
      onRetry={look.retry}
    />
  );
}

interface ValuesProps {
  collection: Collection;
  answer: RecordAnswer;
  files: RecordFiles;
  hasRelated: boolean;
}

function Values({ collection, answer, files, hasRelated }: ValuesProps) {
  const { record, sources } = answer;
  const changed = useEdits(collection.id)?.get(record.id);
  const changes = useMemo(
    () => changed && withChanges(collection, answer, changed),
    [collection, answer, changed],
  );
  return (
    <PreviewTable
      key={record.id}
      record={record}
      collection={collection}
      sources={sources}
      staged={changes}
      context={{
        files,
        onFileOpen: (name) => void openPanel('filePreview', { collectionId: collection.id, record, name }),
        drawRelated: (field, ids, rest) => (
          <Related
            record={record}
            field={field}
            ids={ids}
            rest={rest}
            files={files}
            hasRelated={hasRelated}
          />
        ),
      }}
    />
  );
}

interface RelatedProps extends Pick<ValuesProps, 'files' | 'hasRelated'> {
  record: FullRecord;
  field: SchemaField;
  ids: readonly string[];
  rest: number;
}

/** The related records that came with the record. Those of a changed value are read. */
function Related({ record, field, ids, rest, files, hasRelated }: RelatedProps) {
  const target = collections.find(targetOf(field) ?? '');
  const found = new Map((expandedRecords(record, field.name) ?? []).map((one) => [one.id, one]));
  const stored = listOf(fieldValue(record, field.name));
  if (ids.some((id) => !stored.includes(id))) return <RelatedValue field={field} ids={ids} rest={rest} />;
  const missing = new Set(hasRelated && target ? stored.filter((id) => !found.has(id)) : []);
  return (
    <RelatedChips collection={target} ids={ids} rest={rest} files={files} found={found} missing={missing} />
  );
}

interface MenuProps {
  collection: Collection;
  recordId: string;
}

function LookMenu({ collection, recordId }: MenuProps) {
  const handleNewTab = () => void window.open(recordAddress(collection.id, recordId), '_blank', 'noopener');

  return (
    <RecordMenu
      onCopyLink={() => copyRecordLink(collection.id, recordId)}
      onCopyJson={() => copyRecord(collection.id, recordId)}
    >
      <DropdownItem icon={ExternalLink} onSelect={handleNewTab}>
        Open in new tab
      </DropdownItem>
    </RecordMenu>
  );
}

/** Returns the record with its changed values, which are complete: a row has only excerpts of rich text. */
export function withChanges(
  collection: Collection,
  { record, sources }: RecordAnswer,
  { changes, marks }: Edit,
): StagedValues {
  const values: [string, unknown][] = [];
  const changedSources: [string, string][] = [];
  for (const { key, mine } of changes.values()) {
    const cell = cellFieldByKey(collection, key);
    if (!cell) continue;
    values.push([cell.name, rowValue(cell, mine)]);
    if (typeOf(cell.field).hasSource) changedSources.push([cell.name, String(mine)]);
  }
  return {
    record: { ...record, ...Object.fromEntries(values) },
    sources: { ...sources, ...Object.fromEntries(changedSources) },
    marks,
  };
}

/** In px. A longer pull closes the sheet. */
const farEnough = 80;

/** Closes a sheet if a finger pulls its head down. Spread the result on the head. */
function useSwipeDown(sheet: RefObject<HTMLElement | null>, onClose: () => void) {
  const startY = useRef<number | null>(null);
  const pulledBy = (event: PointerEvent) =>
    startY.current === null ? 0 : Math.max(0, event.clientY - startY.current);

  function move(by: number): void {
    if (sheet.current) sheet.current.style.translate = by === 0 ? '' : `0 ${by}px`;
  }

  return {
    onPointerDown(event: PointerEvent) {
      const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
      if (event.pointerType === 'touch' && event.isPrimary && !isOnButton) startY.current = event.clientY;
    },
    onPointerMove: (event: PointerEvent) => startY.current !== null && move(pulledBy(event)),
    onPointerUp(event: PointerEvent) {
      const by = pulledBy(event);
      startY.current = null;
      move(0);
      if (by > farEnough) onClose();
    },
    onPointerCancel() {
      startY.current = null;
      move(0);
    },
  };
}

interface UsedByProps {
  collectionId: string;
  recordId: string;
}

/** Counts only while it is mounted. It keeps its first record, so each record needs a `key`. */
function UsedBy({ collectionId, recordId }: UsedByProps) {
  const [used] = useState(() => createUsedBy(collectionId, recordId));
  return <UsedByList used={used} />;
}

interface CursorRow {
  /** Moves the cursor to the row above or below. The focus stays. */
  step: (place: number, way: 'ArrowUp' | 'ArrowDown') => void;
  /** Gives the focus to the cell with the cursor. */
  focusCursor: () => void;
}

/** Follows the cursor of the table before this region. `onRow` is called with the row of each focused cell. */
function useCursorRow(
  region: RefObject<HTMLElement | null>,
  rows: readonly ListedRecord[],
  onRow: (row: ListedRecord) => void,
): CursorRow {
  const latest = useRef({ rows, onRow });
  useEffect(() => {
    latest.current = { rows, onRow };
  });
  const table = () => region.current?.previousElementSibling ?? null;

  useEffect(() => {
    const listening = new AbortController();
    const follow = ({ target }: Event) => {
      const line = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;
      const row = latest.current.rows[Number(line?.dataset['index'] ?? -1)];
      if (row) latest.current.onRow(row);
    };
    region.current?.previousElementSibling?.addEventListener('focusin', follow, listening);
    return () => listening.abort();
  }, [region]);

  return {
    step(place, key) {
      const { activeElement } = document;
      const line = table()?.querySelector(`tr[data-index="${place}"]`);
      // The Tab stop may be in the heads by now.
      const cell = line?.querySelector('[tabindex="0"]') ?? line?.querySelector('td:not([data-control])');
      // The table moves its cursor, renders the row and scrolls to it.
      cell?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      if (activeElement instanceof HTMLElement) activeElement.focus();
    },
    focusCursor() {
      const list = table();
      if (list) focusStop(list);
    },
  };
}
