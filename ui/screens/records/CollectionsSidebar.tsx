import CircleAlert from 'lucide-react/icons/circle-alert';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { Icon } from '../../components/basics/Icon';
import { SearchInput } from '../../components/form/SearchInput';
import { PageSidebar } from '../../components/page/PageSidebar';
import type { Collection } from '../../model/collection';
import { printHash, type QueryChanges } from '../../platform/hash';
import * as app from '../../state/app';
import * as collections from '../../state/collections';
import * as preferences from '../../state/preferences';
import { CollectionLinks } from './CollectionLinks';
import css from './CollectionsSidebar.module.css';
import { groupCollections } from './collectionGroups';
import { editCollection } from './editCollection';

interface Props {
  activeId: string;
  /** True on the page of the bin. */
  isBin?: boolean;
  isDrawerOpen: boolean;
  /** The part of the address that stays for another collection. */
  kept?: QueryChanges | undefined;
  onDrawerClose: () => void;
}

/** Shows all collections, the pinned ones first, and a search for them. */
export function CollectionsSidebar({ activeId, isBin, isDrawerOpen, kept, onDrawerClose }: Props) {
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
            icon={Trash2}
            href={printHash('/bin')}
            aria-current={isBin ? 'page' : undefined}
            onClick={onDrawerClose}
          >
            Bin
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
          isDimmed={isLoading}
          kept={kept}
          onFollow={onDrawerClose}
        />
      )}
      {isLoaded && isEmpty && <p className={css.empty}>No collections found.</p>}
      {loadError && (
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
