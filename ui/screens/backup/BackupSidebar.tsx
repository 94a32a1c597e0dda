import Archive from 'lucide-react/icons/archive';
import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Badge } from '../../components/basics/Badge';
import { collectionIcons } from '../../components/basics/collectionIcons';
import { useRovingFocus } from '../../components/data/useRovingFocus';
import { SearchInput } from '../../components/form/SearchInput';
import { PageSidebar } from '../../components/page/PageSidebar';
import { SidebarGroup, SidebarLink } from '../../components/page/SidebarLink';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { printDate } from '../../platform/dates';
import { printCount } from '../../platform/text';
import * as collections from '../../state/collections';
import * as preferences from '../../state/preferences';
import css from './BackupPage.module.css';
import { backupHash, type OpenedBackup } from './openedBackup';

interface Props {
  backup: OpenedBackup;
  /** '' for the page about the whole backup. */
  activeId: string;
  isDrawerOpen: boolean;
  onDrawerClose: () => void;
}

/** The collections of the backup, with their numbers of records. */
export function BackupSidebar({ backup, activeId, isDrawerOpen, onDrawerClose }: Props) {
  const [search, setSearch] = useState('');
  const { asOf, counts, phase } = useSnapshot(backup.state);
  const all = useSnapshot(backup.state).collections as readonly Collection[];
  const { all: today, isLoaded } = useSnapshot(collections.state);
  const { sidebarWidth } = useSnapshot(preferences.state);
  const text = search.trim().toLowerCase();
  const shown = all.filter(({ id, name }) => name.toLowerCase().includes(text) || id === search.trim());
  const ids = ['', ...shown.map(({ id }) => id)];
  const list = useRef<HTMLUListElement>(null);
  const { stop, ...roving } = useRovingFocus({
    count: ids.length,
    keyAt: (index) => ids[index] ?? null,
    start: Math.max(ids.indexOf(activeId), 0),
    list,
  });
  const todaysIds = new Set(today.map(({ id }) => id));

  return (
    <PageSidebar
      label="Collections of the backup"
      width={sidebarWidth}
      onResize={preferences.setSidebarWidth}
      isDrawerOpen={isDrawerOpen}
      onDrawerClose={onDrawerClose}
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
      <ul ref={list} className={css.links} data-list tabIndex={-1} {...roving}>
        <li className={css.link} data-index={0}>
          <SidebarLink
            href={backupHash(backup)}
            icon={Archive}
            isCurrent={activeId === ''}
            onFollow={onDrawerClose}
            tabIndex={stop === 0 ? 0 : -1}
          >
            Contents
          </SidebarLink>
        </li>
        {asOf !== null && shown.length > 0 && (
          <li className={css.group}>
            <SidebarGroup>{`As of ${printDate(new Date(asOf)).slice(0, 10)}`}</SidebarGroup>
          </li>
        )}
        {shown.map((collection, at) => {
          const { id, name } = collection;
          const count = counts.get(id);
          return (
            <li key={id} className={css.link} data-index={at + 1}>
              <SidebarLink
                href={backupHash(backup, { collectionId: id })}
                icon={collectionIcons[collectionTypeOf(collection)]}
                isCurrent={id === activeId}
                isName
                onFollow={onDrawerClose}
                tabIndex={stop === at + 1 ? 0 : -1}
                end={
                  <span className={css.end}>
                    {isLoaded && !todaysIds.has(id) && <Badge kind="danger">Deleted</Badge>}
                    {count === null ? (
                      <Badge kind="warning">Damaged</Badge>
                    ) : (
                      count !== undefined && printCount(count)
                    )}
                  </span>
                }
              >
                {name}
              </SidebarLink>
            </li>
          );
        })}
      </ul>
      {phase === 'ready' && shown.length === 0 && <p className={css.none}>No collections found.</p>}
    </PageSidebar>
  );
}
