import CircleAlert from 'lucide-react/icons/circle-alert';
import History from 'lucide-react/icons/history';
import Pin from 'lucide-react/icons/pin';
import Plus from 'lucide-react/icons/plus';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { printHash, type QueryChanges } from '../base/hash';
import { countOf } from '../base/text';
import { Button } from '../kit/basics/Button';
import { collectionIcons } from '../kit/basics/collectionIcons';
import { Icon } from '../kit/basics/Icon';
import { IconButton } from '../kit/basics/IconButton';
import { joinClasses } from '../kit/basics/joinClasses';
import { SearchInput } from '../kit/form/SearchInput';
import { PageSidebar } from '../kit/layout/PageSidebar';
import { SidebarGroup, SidebarLink } from '../kit/layout/SidebarLink';
import { useCursor } from '../kit/table/useCursor';
import { drawnIndices, useListWindow, useTokenHeight } from '../kit/table/useListWindow';
import { type Collection, collectionTypeOf } from '../model/collection';
import * as collections from '../page/collections';
import { areOld } from '../page/pagedList';
import * as app from '../page/pageTitle';
import * as preferences from '../page/preferences';
import css from './CollectionsSidebar.module.css';
import { editCollection } from './editCollection';
import * as editedRows from './editedRows';

interface Props {
  activeId: string;
  /** True on the page of the history. */
  isHistory?: boolean;
  isDrawerOpen: boolean;
  /** The part of the address that stays for another collection. */
  kept?: QueryChanges | undefined;
  onDrawerClose: () => void;
}

/** Shows all collections, the pinned ones first, and a search for them. */
export function CollectionsSidebar({ activeId, isHistory, isDrawerOpen, kept, onDrawerClose }: Props) {
  const [search, setSearch] = useState('');
  const { all, isLoading, isLoaded, loadError } = useSnapshot(collections.state);
  const { pinnedCollections, sidebarWidth } = useSnapshot(preferences.state);
  const groups = groupCollections(all as readonly Collection[], pinnedCollections, search);
  const { hidesControls } = useSnapshot(app.state);
  const isEmpty = groups.pinned.length + groups.others.length === 0;

  function handleNew() {
    onDrawerClose();
    void editCollection(null);
  }

  return (
    <PageSidebar
      label="Collections"
      width={sidebarWidth}
      onResize={preferences.setSidebarWidth}
      isDrawerOpen={isDrawerOpen}
      onDrawerClose={onDrawerClose}
      footer={
        <div className={css.foot}>
          {!hidesControls && (
            <Button kind="quiet" icon={Plus} isWide data-opens="rules" onClick={handleNew}>
              New collection
            </Button>
          )}
          <Button
            kind="quiet"
            icon={History}
            href={printHash('/history')}
            aria-current={isHistory ? 'page' : undefined}
            onClick={onDrawerClose}
          >
            History
          </Button>
        </div>
      }
      head={
        <SearchInput
          isPlain
          label="Search collections"
          placeholder="Search collections..."
          value={search}
          onChange={setSearch}
        />
      }
    >
      {isLoaded && !isEmpty && (
        <CollectionLinks
          groups={groups}
          activeId={activeId}
          isDimmed={areOld({ isLoading, isLoaded, loadError })}
          kept={kept}
          onFollow={onDrawerClose}
        />
      )}
      {isLoaded && isEmpty && <p className={css.empty}>No collections found.</p>}
      {loadError && (isLoaded || isHistory) && (
        <div className={css.failed} role="status">
          <p>
            <Icon of={CircleAlert} size="small" /> The collections could not be loaded.
          </p>
          <Button size="small" isBusy={isLoading} onClick={() => void collections.load()}>
            Retry
          </Button>
        </div>
      )}
    </PageSidebar>
  );
}

interface CollectionLinksProps {
  groups: CollectionGroups;
  activeId: string;
  isDimmed: boolean;
  /** The part of the address that stays for another collection. */
  kept: QueryChanges | undefined;
  onFollow: () => void;
}

/** A line of the list: the name of a group, or a collection. All lines have the same height. */
type Line = { key: string; group: string } | { key: string; collection: Collection; isPinned: boolean };

/** Shows the collections as links; draws only those near the viewport. */
function CollectionLinks({ groups, activeId, isDimmed, kept, onFollow }: CollectionLinksProps) {
  const lines = linesOf(groups);
  const rowHeight = useTokenHeight(groups.isCompact ? '--row-nav-compact' : '--row-nav');
  const { scroller, shown } = useListWindow<HTMLDivElement>({ count: lines.length, rowHeight });
  const activeIndex = lines.findIndex((line) => 'collection' in line && line.collection.id === activeId);
  const { stop, ...roving } = useCursor({
    count: lines.length,
    keyAt: (index) => {
      const line = lines[index];
      return line && 'collection' in line ? line.key : null;
    },
    start: Math.max(activeIndex, 0),
    list: scroller,
  });
  useInView(scroller, activeIndex, rowHeight);

  return (
    <div ref={scroller} className={joinClasses(css.root, isDimmed && css.dimmed)} tabIndex={-1}>
      <ul className={css.list} style={{ height: lines.length * rowHeight }} data-list {...roving}>
        {drawnIndices(shown, stop).map((index) => {
          const line = lines[index];
          if (line === undefined) return null;
          return (
            <li
              key={line.key}
              className={css.line}
              data-index={index}
              style={{ top: index * rowHeight, height: rowHeight }}
            >
              {'group' in line ? (
                <SidebarGroup>{line.group}</SidebarGroup>
              ) : (
                <CollectionLink
                  collection={line.collection}
                  isPinned={line.isPinned}
                  isActive={line.collection.id === activeId}
                  isStop={index === stop}
                  kept={kept}
                  onFollow={onFollow}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function linesOf({ pinned, others }: CollectionGroups): Line[] {
  const line = (isPinned: boolean) => (collection: Collection) => ({
    key: collection.id,
    collection,
    isPinned,
  });
  return [
    ...(pinned.length > 0 ? [{ key: 'group pinned', group: 'Pinned' }] : []),
    ...pinned.map(line(true)),
    // A single group needs no name.
    ...(others.length > 0 && pinned.length > 0 ? [{ key: 'group others', group: 'Others' }] : []),
    ...others.map(line(false)),
  ];
}

/** Scrolls the active line into view when it becomes active, and when a reload moves it. */
function useInView(scroller: React.RefObject<HTMLDivElement | null>, index: number, rowHeight: number): void {
  const last = useRef(-1);
  useEffect(() => {
    const container = scroller.current;
    if (!container || index < 0 || last.current === index) return;
    last.current = index;
    const top = index * rowHeight;
    const isSeen =
      top >= container.scrollTop && top + rowHeight <= container.scrollTop + container.clientHeight;
    if (!isSeen) container.scrollTop = top - container.clientHeight / 2;
  }, [scroller, index, rowHeight]);
}

interface LinkProps {
  collection: Collection;
  isPinned: boolean;
  isActive: boolean;
  /** Tab moves to this link; the arrow keys move to the others and to the pins. */
  isStop: boolean;
  kept: QueryChanges | undefined;
  onFollow: () => void;
}

function CollectionLink({ collection, isPinned, isActive, isStop, kept, onFollow }: LinkProps) {
  const { id, name } = collection;
  const isStaged = useSnapshot(editedRows.state).byCollection[id] !== undefined;
  const stagedText = countOf(editedRows.countChanges(id), 'staged change');
  return (
    <SidebarLink
      href={printHash('/collections', { collectionId: id, ...kept })}
      icon={collectionIcons[collectionTypeOf(collection)]}
      isCurrent={isActive}
      isName
      onFollow={onFollow}
      tabIndex={isStop ? 0 : -1}
      end={
        <>
          {isStaged && (
            <span className={css.staged} role="img" aria-label={stagedText} data-tooltip={stagedText} />
          )}
          <IconButton
            className={joinClasses(css.pin, isPinned && css.pinned)}
            icon={Pin}
            size="small"
            tabIndex={-1}
            label={isPinned ? 'Unpin collection' : 'Pin collection'}
            onClick={() => collections.togglePin(id)}
          />
        </>
      }
    >
      {name}
    </SidebarLink>
  );
}

/** Above this number of collections the list is compact. */
const compactAbove = 20;

interface CollectionGroups {
  pinned: readonly Collection[];
  others: readonly Collection[];
  isCompact: boolean;
}

/**
 * Groups the collections for the sidebar and keeps their order. The search matches a whole id or a part of a
 * name, and ignores case and blanks.
 */
function groupCollections(
  all: readonly Collection[],
  pinnedIds: readonly string[],
  search: string,
): CollectionGroups {
  const wanted = folded(search);
  const found = all.filter(({ id, name }) => folded(id) === wanted || folded(name).includes(wanted));
  const isPinned = ({ id }: Collection) => pinnedIds.includes(id);
  return {
    pinned: found.filter(isPinned),
    others: found.filter((collection) => !isPinned(collection)),
    isCompact: found.length > compactAbove,
  };
}

function folded(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}
