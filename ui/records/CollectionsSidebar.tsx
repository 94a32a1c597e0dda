import type { LucideIcon } from 'lucide-react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import History from 'lucide-react/icons/history';
import Pin from 'lucide-react/icons/pin';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useEffect, useRef, useState } from 'react';
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
  /** The part of the query that stays when another collection is chosen. */
  kept?: QueryChanges | undefined;
  onDrawerClose: () => void;
}

export function CollectionsSidebar({ activeId, isHistory, isDrawerOpen, kept, onDrawerClose }: Props) {
  const { all, isLoading, isLoaded, loadError } = useSnapshot(collections.state);
  const { pinnedCollections } = useSnapshot(preferences.state);
  const { hidesControls } = useSnapshot(app.state);

  function handleNew() {
    onDrawerClose();
    void editCollection(null);
  }

  return (
    <CollectionLinks
      label="Collections"
      all={isLoaded ? all : null}
      pinned={pinnedCollections}
      activeId={activeId}
      isDimmed={areOld({ isLoading, isLoaded, loadError })}
      hashOf={(collectionId) => printHash('/collections', { collectionId, ...kept })}
      endOf={({ id }) => <RecordsEnd id={id} isPinned={pinnedCollections.includes(id)} />}
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
    >
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
    </CollectionLinks>
  );
}

function RecordsEnd({ id, isPinned }: { id: string; isPinned: boolean }) {
  const isStaged = useSnapshot(editedRows.state).byCollection[id] !== undefined;
  const stagedText = countOf(editedRows.countChanges(id), 'staged change');
  return (
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
  );
}

interface CollectionLinksProps {
  label: string;
  /** Null until they are loaded. */
  all: readonly Collection[] | null;
  /** The ids of the collections that come first. */
  pinned?: readonly string[];
  /** The id of the collection in the address; '' if the first link is active. */
  activeId: string;
  isDimmed?: boolean;
  /** A link above all collections. With it, their group gets a name. */
  first?: { icon: LucideIcon; text: string } | undefined;
  /** Returns the address of a collection; for '' that of the first link. */
  hashOf: (collectionId: string) => string;
  /** Shown beside a link. */
  endOf: (collection: Collection) => ReactNode;
  isDrawerOpen: boolean;
  onDrawerClose: () => void;
  footer?: ReactNode;
  /** Shown below the links. */
  children?: ReactNode;
}

/** A line is the name of a group, or a link. All have the same height. */
type Line =
  | { key: string; group: string }
  | { key: string; icon: LucideIcon; text: string; collection?: Collection };

/** Links to collections of the server or of a backup, with a search. */
export function CollectionLinks(props: CollectionLinksProps) {
  const { all, activeId, first, endOf, hashOf, onDrawerClose } = props;
  const [search, setSearch] = useState('');
  const { sidebarWidth } = useSnapshot(preferences.state);
  const groups = groupCollections(all ?? [], props.pinned ?? [], search);
  const isEmpty = groups.pinned.length + groups.others.length === 0;
  const lines = linesOf(groups, first);
  const rowHeight = useTokenHeight(groups.isCompact ? '--row-nav-compact' : '--row-nav');
  const { scroller, shown } = useListWindow<HTMLDivElement>({ count: lines.length, rowHeight });
  const activeIndex = lines.findIndex(({ key }) => key === activeId);
  const { stop, ...cursor } = useCursor({
    count: lines.length,
    keyAt: (index) => {
      const line = lines[index];
      return line && 'icon' in line ? line.key : null;
    },
    start: Math.max(activeIndex, 0),
    list: scroller,
  });
  useInView(scroller, activeIndex, rowHeight);

  return (
    <PageSidebar
      label={props.label}
      width={sidebarWidth}
      onResize={preferences.setSidebarWidth}
      isDrawerOpen={props.isDrawerOpen}
      onDrawerClose={onDrawerClose}
      footer={props.footer}
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
      {(all || first) && (
        <div ref={scroller} className={joinClasses(css.root, props.isDimmed && css.dimmed)} tabIndex={-1}>
          <ul className={css.list} style={{ height: lines.length * rowHeight }} data-list {...cursor}>
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
                    <SidebarLink
                      href={hashOf(line.key)}
                      icon={line.icon}
                      isCurrent={line.key === activeId}
                      isName={line.collection !== undefined}
                      onFollow={onDrawerClose}
                      tabIndex={index === stop ? 0 : -1}
                      end={line.collection && endOf(line.collection)}
                    >
                      {line.text}
                    </SidebarLink>
                  )}
                </li>
              );
            })}
          </ul>
          {all && isEmpty && <p className={css.empty}>No collections found.</p>}
        </div>
      )}
      {props.children}
    </PageSidebar>
  );
}

function linesOf({ pinned, others }: CollectionGroups, first: CollectionLinksProps['first']): Line[] {
  const line = (collection: Collection) => ({
    key: collection.id,
    icon: collectionIcons[collectionTypeOf(collection)],
    text: collection.name,
    collection,
  });
  // A single group needs no name.
  const name = pinned.length > 0 ? 'Others' : first && 'Collections';
  return [
    ...(first ? [{ key: '', ...first }] : []),
    ...(pinned.length > 0 ? [{ key: 'group pinned', group: 'Pinned' }] : []),
    ...pinned.map(line),
    ...(others.length > 0 && name ? [{ key: 'group others', group: name }] : []),
    ...others.map(line),
  ];
}

/** Scrolls the active line into view, also when a reload moves it. */
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

/** With more collections, the list is compact. */
const compactAbove = 20;

interface CollectionGroups {
  pinned: readonly Collection[];
  others: readonly Collection[];
  isCompact: boolean;
}

/** Keeps the order. The search matches a whole id or a part of a name, and ignores case and blanks. */
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
