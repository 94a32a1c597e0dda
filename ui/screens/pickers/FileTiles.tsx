import { type UIEvent, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { Thumb } from '../../components/record/Thumb';
import type { Collection } from '../../model/collection';
import { isImageName } from '../../model/file';
import type { ListedRecord } from '../../model/record';
import css from './FileTiles.module.css';
import { type FileTile, pickableFields, tilesOf } from './fileChoices';
import type { FilePicker } from './filePicker';
import { PickerBody } from './PickerBody';

interface Props {
  picker: FilePicker;
  collection: Collection;
}

const loadAheadPx = 100;

/** Shows the files of the collection's records as tiles; one of them can be chosen. */
export function FileTiles({ picker, collection }: Props) {
  const { imagesOnly, source } = picker;
  const { items, isLoading, isLoaded, isLoadingMore, hasMore } = useSnapshot(source.list.state);
  const { added } = useSnapshot(picker.state);
  const chosen = useSnapshot(picker.state).chosen as FileTile | null;
  const scroller = useRef<HTMLDivElement>(null);
  const tiles = useMemo(() => {
    const isAdded = new Set(added.map(({ id }) => id));
    const rows = [...added, ...items.filter(({ id }) => !isAdded.has(id))] as ListedRecord[];
    return tilesOf(rows, pickableFields(collection, imagesOnly), imagesOnly);
  }, [added, items, collection, imagesOnly]);

  function look(container: HTMLElement) {
    const rest = container.scrollHeight - container.clientHeight - container.scrollTop;
    if (container.clientHeight > 0 && rest < loadAheadPx) void source.loadMoreUnasked();
  }

  // Many records can have few files. Then the grid is not full, and no scroll loads the next page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever a page has come
  useEffect(() => {
    if (scroller.current) look(scroller.current);
  }, [items]);

  return (
    <PickerBody
      source={source}
      isEmpty={tiles.length === 0}
      emptyTitle={`No records with ${imagesOnly ? 'images' : 'files'} found.`}
      clearLabel="Clear filter"
      onClear={() => void picker.search('')}
    >
      <div
        ref={scroller}
        className={css.root}
        onScroll={({ currentTarget }: UIEvent<HTMLDivElement>) => look(currentTarget)}
        data-dimmed={(isLoaded && isLoading) || undefined}
      >
        <ul className={css.tiles} aria-label={`Files of ${collection.name}`}>
          {tiles.map((tile) => {
            const { record, name } = tile;
            const isChosen = chosen?.record.id === record.id && chosen.name === name;
            return (
              <li key={`${record.id} ${name}`} className={css.place}>
                <button
                  type="button"
                  className={css.tile}
                  aria-pressed={isChosen}
                  data-tooltip={`${name}\n(record: ${record.id})`}
                  onClick={() => picker.choose(tile)}
                >
                  <Thumb name={name} address={picker.tileAddress(tile)} tooltip="" />
                  {!isImageName(name) && (
                    <span className={css.name} translate="no" aria-hidden>
                      {name}
                    </span>
                  )}
                </button>
              </li>
            );
          })}
        </ul>
        {hasMore && (
          <div className={css.after}>
            <Button isBusy={isLoadingMore} onClick={() => void source.loadMore()}>
              Load more
            </Button>
          </div>
        )}
      </div>
    </PickerBody>
  );
}
