// biome-ignore-all lint/a11y/useSemanticElements: no element is a list of rows that can be selected and hold buttons
// biome-ignore-all lint/a11y/useFocusableInteractive: the rows take the focus, not the grid and its cells
import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import Pencil from 'lucide-react/icons/pencil';
import Square from 'lucide-react/icons/square';
import SquareCheck from 'lucide-react/icons/square-check';
import { type KeyboardEvent, type MouseEvent, useLayoutEffect } from 'react';
import { Button } from '../../kit/basics/Button';
import { Icon } from '../../kit/basics/Icon';
import { IconButton } from '../../kit/basics/IconButton';
import { drawnIndices, useListWindow, useTokenHeight } from '../../kit/table/useListWindow';
import { useRowEvents } from '../../kit/table/useRowEvents';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import { RecordInfo, RecordLabel, recordText, secondText } from '../display/RecordLabel';
import type { RecordFiles } from '../files/recordFiles';
import css from './PickerRows.module.css';

const loadAheadPx = 100;

interface Props {
  collection: Collection;
  rows: readonly ListedRecord[];
  selected: readonly string[];
  /** True if no more rows can be selected. */
  isFull: boolean;
  isDimmed: boolean;
  files: RecordFiles;
  onToggle: (id: string) => void;
  /** Answers with this row; undefined if several records can be selected. */
  onChoose: ((id: string) => void) | undefined;
  onEdit: (id: string) => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  onLoadMore: () => Promise<void>;
  /** Called when the end of the rows is near. */
  onNearEnd: () => void;
}

/** Renders only the rows near the viewport. */
export function PickerRows(props: Props) {
  const { collection, rows, selected, isFull, isDimmed, files, onToggle, onChoose, onEdit, onNearEnd } =
    props;
  const rowHeight = useTokenHeight('--row');
  const look = (container: HTMLElement) => {
    const rest = container.scrollHeight - container.clientHeight - container.scrollTop;
    if (container.clientHeight > 0 && rest < loadAheadPx) onNearEnd();
  };
  const { scroller, shown } = useListWindow<HTMLDivElement>({
    count: rows.length,
    rowHeight,
    onScroll: look,
  });
  const toggle = ({ id }: ListedRecord) => {
    if (!isFull || selected.includes(id)) onToggle(id);
  };
  const { stop, ...rowEvents } = useRowEvents({
    rows,
    isDimmed,
    onRowOpen: toggle,
    list: scroller,
    start: shown.first,
  });

  const [mark, marked] = onChoose ? [Circle, CircleCheck] : [Square, SquareCheck];

  /** Chooses the row of the target, unless it is a button in the row. Returns true if a row was chosen. */
  function choose(target: EventTarget): boolean {
    if (!onChoose || isDimmed || !(target instanceof Element) || target.closest('button')) return false;
    const row = rows[Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1)];
    if (!row) return false;
    onChoose(row.id);
    return true;
  }

  function handleKeyCapture(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !choose(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // On a high screen, the first page may be too short to scroll, and no scroll loads the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever rows have come
  useLayoutEffect(() => {
    if (scroller.current) look(scroller.current);
  }, [rows.length, scroller]);

  async function handleLoadMore() {
    await props.onLoadMore();
    // After the last page, the button is removed. The focus goes to the last row.
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      [...(scroller.current?.querySelectorAll<HTMLElement>('[role="row"]') ?? [])].at(-1)?.focus();
    });
  }

  return (
    <div ref={scroller} className={css.root} tabIndex={-1} data-dimmed={isDimmed || undefined}>
      <div
        data-list
        className={css.body}
        role="grid"
        aria-label={`Records of ${collection.name}`}
        aria-multiselectable={onChoose === undefined}
        aria-rowcount={rows.length}
        aria-busy={isDimmed || undefined}
        style={{ height: rows.length * rowHeight }}
        {...rowEvents}
        onKeyDownCapture={handleKeyCapture}
        onDoubleClick={(event: MouseEvent) => choose(event.target)}
      >
        {drawnIndices(shown, stop).map((index) => {
          const row = rows[index];
          if (row === undefined) return null;
          const isSelected = selected.includes(row.id);
          return (
            <div
              key={row.id}
              className={css.row}
              role="row"
              data-index={index}
              aria-rowindex={index + 1}
              aria-selected={isSelected}
              aria-disabled={(isFull && !isSelected) || undefined}
              tabIndex={index === stop ? 0 : -1}
              style={{ top: index * rowHeight, height: rowHeight }}
            >
              <span className={css.cell} role="gridcell">
                <span className={css.mark}>
                  <Icon of={isSelected ? marked : mark} />
                </span>
                <RecordLabel record={row} collection={collection} files={files} />
              </span>
              <span className={css.id} role="gridcell" translate="no">
                {onChoose ? secondText(row, collection) : row.id}
              </span>
              <span className={css.end} role="gridcell">
                {!onChoose && <RecordInfo record={row} />}
                <IconButton
                  icon={Pencil}
                  size="small"
                  label={`Edit ${recordText(row, collection)}`}
                  tooltip="Edit"
                  tabIndex={-1}
                  onClick={() => onEdit(row.id)}
                />
              </span>
            </div>
          );
        })}
      </div>
      {props.hasMore && (
        <div className={css.after}>
          <Button isBusy={props.isLoadingMore} onClick={() => void handleLoadMore()}>
            Load more
          </Button>
        </div>
      )}
    </div>
  );
}
