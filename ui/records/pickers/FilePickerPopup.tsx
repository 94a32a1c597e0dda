import FolderOpen from 'lucide-react/icons/folder-open';
import { type UIEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../kit/basics/Button';
import { Select } from '../../kit/form/Select';
import { EmptyState } from '../../kit/layout/EmptyState';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { Popup } from '../../kit/overlay/Popup';
import type { Collection } from '../../model/collection';
import { isImageName } from '../../model/file';
import * as collections from '../../page/collections';
import { areOld } from '../../page/pagedList';
import type { Panels } from '../../page/panels';
import { usePanel } from '../../page/usePanel';
import { Thumb } from '../display/Thumb';
import css from './FilePickerPopup.module.css';
import { pickableCollections, pickableFields, sizesOf, tilesOf } from './fileChoices';
import { createFilePicker, type FilePicker } from './filePicker';
import { PickerBody } from './PickerBody';
import { PickerSearch } from './PickerSearch';

interface Props {
  id: number;
  takes: Panels['filePicker']['takes'];
}

/** Chooses a stored file that is not protected. The answer is its URL. */
export function FilePickerPopup({ id, takes }: Props) {
  const [picker] = useState(() => createFilePicker(takes));
  const panel = usePanel<'filePicker'>(id);
  const { all } = useSnapshot(collections.state);
  const { collection, chosen } = useSnapshot(picker.state);
  const choices = useMemo(() => pickableCollections(all, takes.imagesOnly), [all, takes.imagesOnly]);

  useEffect(() => {
    void picker.open();
    return picker.close;
  }, [picker]);

  return (
    <Popup
      {...panel.overlay}
      size="wide"
      title={takes.imagesOnly ? 'Select an image' : 'Select a file'}
      footerStart={<SizeSelect picker={picker} />}
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          <Button kind="primary" disabled={!chosen} onClick={() => panel.finish(picker.answer())}>
            Insert
          </Button>
        </>
      }
    >
      {choices.length === 0 ? (
        <EmptyState
          icon={FolderOpen}
          title="You currently don't have any collection with file field."
          role="status"
        />
      ) : (
        <div className={css.root}>
          <nav className={css.sidebar} aria-label="Collections with files">
            {choices.map((choice) => (
              <button
                key={choice.id}
                type="button"
                className={css.collection}
                aria-current={choice.id === collection?.id || undefined}
                onClick={() => void picker.show(choice)}
              >
                <span translate="no">{choice.name}</span>
              </button>
            ))}
          </nav>
          <div className={css.main}>
            {collection && (
              <div className={css.search}>
                <PickerSearch
                  key={collection.id}
                  source={picker.source}
                  collection={collection}
                  placeholder="Record search term or filter..."
                  onApply={(text) => void picker.search(text)}
                  onNew={() => void picker.create()}
                />
              </div>
            )}
            {collection && <FileTiles picker={picker} collection={collection} />}
          </div>
        </div>
      )}
    </Popup>
  );
}

/** Only images can have another size. */
function SizeSelect({ picker }: { picker: FilePicker }) {
  const { size } = useSnapshot(picker.state);
  const chosen = useSnapshot(picker.state).chosen;
  if (!chosen || !isImageName(chosen.name)) return null;
  return (
    <div className={css.size}>
      <Select
        aria-label="Size"
        isRequired
        options={sizesOf(chosen.field)}
        value={size}
        onChange={picker.setSize}
      />
    </div>
  );
}

interface FileTilesProps {
  picker: FilePicker;
  collection: Collection;
}

const loadAheadPx = 100;

function FileTiles({ picker, collection }: FileTilesProps) {
  const { imagesOnly, source } = picker;
  const list = useSnapshot(source.list.state);
  const { items, isLoadingMore, hasMore } = list;
  const { added } = useSnapshot(picker.state);
  const chosen = useSnapshot(picker.state).chosen;
  const scroller = useRef<HTMLDivElement>(null);
  const tiles = useMemo(() => {
    const isAdded = new Set(added.map(({ id }) => id));
    const rows = [...added, ...items.filter(({ id }) => !isAdded.has(id))];
    return tilesOf(rows, pickableFields(collection, imagesOnly), imagesOnly);
  }, [added, items, collection, imagesOnly]);

  function look(container: HTMLElement) {
    const rest = container.scrollHeight - container.clientHeight - container.scrollTop;
    if (container.clientHeight > 0 && rest < loadAheadPx) void source.loadMoreUnasked();
  }

  // Many records may have few files, so the grid may be too short to scroll, and no scroll loads the next page.
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
        className={css.fileTiles}
        onScroll={({ currentTarget }: UIEvent<HTMLDivElement>) => look(currentTarget)}
        data-dimmed={areOld(list) || undefined}
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
