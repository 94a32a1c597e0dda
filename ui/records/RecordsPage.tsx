import CodeXml from 'lucide-react/icons/code-xml';
import Database from 'lucide-react/icons/database';
import Ellipsis from 'lucide-react/icons/ellipsis';
import PanelLeft from 'lucide-react/icons/panel-left';
import Plus from 'lucide-react/icons/plus';
import Radio from 'lucide-react/icons/radio';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Settings2 from 'lucide-react/icons/settings-2';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { printHash, type Query, replaceQuery } from '../base/hash';
import { Button } from '../kit/basics/Button';
import { IconButton } from '../kit/basics/IconButton';
import { LiveButton } from '../kit/basics/LiveButton';
import { RefreshButton } from '../kit/basics/RefreshButton';
import { EmptyState } from '../kit/layout/EmptyState';
import { LoadFailure } from '../kit/layout/LoadFailure';
import { Page } from '../kit/layout/Page';
import { useNarrow } from '../kit/layout/useNarrow';
import { Dropdown } from '../kit/overlay/Dropdown';
import { focusStop } from '../kit/table/useCursor';
import { type Collection, collectionTypeOf } from '../model/collection';
import { can } from '../page/capabilities';
import * as collections from '../page/collections';
import { type Command, register } from '../page/commands';
import * as unsaved from '../page/forms/unsaved';
import * as app from '../page/pageTitle';
import { openPanel } from '../page/panels';
import * as preferences from '../page/preferences';
import * as connection from '../page/session/connection';
import * as toasts from '../page/toasts';
import { CollectionRecords } from './CollectionRecords';
import { CollectionsSidebar } from './CollectionsSidebar';
import { editCollection } from './editCollection';
import * as editedRows from './editedRows';
import * as lastRows from './lastRows';
import { HeaderItems, LiveRows, NoCollections, offerStaged, StagedBar } from './lazyParts';
import { RecordTotal } from './RecordTotal';
import { RulesSign } from './RulesSign';
import { keptRecordList, type RecordList } from './recordList';
import { useOpenRecord } from './useOpenRecord';

interface Props {
  query: Query;
}

export function RecordsPage({ query }: Props) {
  const collectionId = query['collectionId'] ?? '';
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const { isLoaded } = useSnapshot(collections.state);
  const { hidesControls } = useSnapshot(app.state);
  const { isLive } = useSnapshot(preferences.state);
  const [records] = useState(() => keptRecordList(collectionId));
  const collection = useAddressedCollection(collectionId, records);
  const { isLoading } = useSnapshot(records.list.state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only for the address that the page starts with
  useEffect(() => {
    if (!isLoaded) lastRows.start(query);
  }, []);

  const isNarrow = useNarrow();
  const canEdit = collection !== undefined && !hidesControls;
  const handleRules = canEdit ? () => void edit(collection.id, 'listRule') : undefined;
  const { openRecord, createRecord } = useOpenRecord(collection, query['recordId'], records);

  const { byCollection, hasOffers } = useSnapshot(editedRows.state);
  const shownCollectionId = collection?.id ?? '';
  // Reads only if there are changes: each key in an editor makes other ones, and would render the page again.
  const hasStagedBar = shownCollectionId in byCollection || hasOffers[shownCollectionId] === true;

  useEffect(() => {
    if (shownCollectionId && editedRows.mayHaveDraft(shownCollectionId)) offerStaged(shownCollectionId);
  }, [shownCollectionId]);

  const canCreate = collection !== undefined && collectionTypeOf(collection) !== 'view';

  const acts = {
    // Works everywhere on the page, but not in a panel or popup above it.
    saveChanges: {
      id: 'saveChanges',
      title: 'Save changes',
      group: 'page',
      keys: 'Mod+S',
      isHeardInInputs: true,
      writes: true,
      isAvailable: () => shownCollectionId in editedRows.state.byCollection,
      run: () => {
        editedRows.state.saveAsked = shownCollectionId;
      },
    },
    newRecord: {
      id: 'newRecord',
      title: 'New record',
      icon: Plus,
      group: 'page',
      writes: true,
      reason: canCreate ? undefined : 'A view has no records of its own.',
      run: createRecord,
    },
    editCollection: {
      id: 'editCollection',
      title: `Edit ${collection?.name}`,
      label: 'Edit collection',
      icon: Settings2,
      group: 'page',
      isAvailable: () => canEdit,
      run: () => void edit(shownCollectionId),
    },
    apiPreview: {
      id: 'apiPreview',
      title: 'API Preview',
      icon: CodeXml,
      group: 'page',
      isAvailable: () => can('apiDocs'),
      run: () => void openPanel('apiDocs', { collectionId: shownCollectionId }),
    },
    refresh: {
      id: 'refresh',
      title: 'Refresh',
      icon: RefreshCw,
      group: 'page',
      run: () => void records.refresh(),
    },
    live: {
      id: 'live',
      title: 'Live',
      icon: Radio,
      isOn: isLive,
      group: 'page',
      reason: canCreate ? undefined : 'The server sends no changes of views.',
      run: () => preferences.setLive(!isLive),
    },
  } satisfies Record<string, Command>;

  useEffect(() => (collection ? register(...Object.values(acts)) : undefined));

  async function edit(id: string, at?: string) {
    await editCollection(id, at);
    if (collections.find(id)) return;
    // If the collection was deleted, its settings button is no longer there, so the focus moves to the list of
    // collections.
    requestAnimationFrame(() => {
      const list = document.querySelector('[role="complementary"] [data-list]');
      if (list) focusStop(list);
    });
  }

  useEffect(() => {
    const stopWaiting = connection.retryOnReturn(
      () => records.list.state.loadError !== null,
      records.refresh,
    );
    return () => {
      stopWaiting();
      records.close();
    };
  }, [records]);

  return (
    <>
      <CollectionsSidebar
        activeId={collection?.id ?? ''}
        isDrawerOpen={isDrawerOpen}
        kept={{ as: query['as'], asOnly: query['asOnly'] }}
        onDrawerClose={() => setIsDrawerOpen(false)}
      />
      <Page
        crumbs={collection && [{ label: 'Collections', href: printHash('/collections') }]}
        title={collection?.name ?? 'Collections'}
        hasNameAsTitle={collection !== undefined}
        isLoading={isLoading}
        sidebarButton={
          <IconButton icon={PanelLeft} label="Collections" onClick={() => setIsDrawerOpen(true)} />
        }
        headerStart={
          collection && (
            <>
              {canEdit && !isNarrow && (
                <IconButton
                  icon={Settings2}
                  label={acts.editCollection.label}
                  data-opens="rules"
                  onClick={acts.editCollection.run}
                />
              )}
              {!isNarrow && <RefreshButton onClick={acts.refresh.run} />}
              {handleRules && !isNarrow && <RulesSign collection={collection} onClick={handleRules} />}
              {canCreate && !isNarrow && (
                <LiveButton
                  isOn={isLive}
                  tooltip={isLive ? 'Stop listening for changes' : 'Listen for changes'}
                  onClick={acts.live.run}
                />
              )}
              {canCreate && isLive && <LiveRows collectionId={collection.id} records={records} />}
              <HeaderMenu
                key={collection.id}
                collection={collection}
                records={records}
                isSeeAsOn={Boolean(query['as'])}
                narrowActs={[
                  acts.refresh,
                  ...(canCreate ? [acts.live] : []),
                  ...(canEdit ? [acts.editCollection] : []),
                  ...(can('apiDocs') ? [acts.apiPreview] : []),
                ]}
              />
            </>
          )
        }
        actions={
          collection && (
            <>
              {can('apiDocs') && (
                <Button className="onlyWide" icon={CodeXml} data-opens="rules" onClick={acts.apiPreview.run}>
                  {acts.apiPreview.title}
                </Button>
              )}
              {canCreate && (
                <Button
                  kind="primary"
                  icon={Plus}
                  writes
                  data-opens="desk"
                  data-tooltip={query['as'] && 'Editing continues as admin'}
                  onClick={createRecord}
                >
                  New<span className="onlyWide"> record</span>
                </Button>
              )}
            </>
          )
        }
        footer={collection && <RecordTotal records={records} canEdit={canCreate} />}
        bar={collection && hasStagedBar ? <StagedBar collection={collection} records={records} /> : undefined}
      >
        {collection ? (
          <CollectionRecords
            key={collection.id}
            collection={collection}
            records={records}
            query={query}
            onOpen={openRecord}
            onNew={canCreate ? createRecord : undefined}
            onRules={handleRules}
          />
        ) : (
          <CollectionsState />
        )}
      </Page>
    </>
  );
}

/** The reason why no collection is shown. */
function CollectionsState() {
  const { all, isLoading, isLoaded, loadError } = useSnapshot(collections.state);
  if (loadError && !isLoaded) {
    return (
      <LoadFailure
        title="The collections could not be loaded."
        reason={loadError.message}
        isBusy={isLoading}
        onRetry={() => void collections.load()}
      />
    );
  }
  // An effect of the page is about to choose the first collection.
  if (!isLoaded || all.length > 0)
    return <EmptyState icon={Database} title="Loading collections..." role="status" />;
  return <NoCollections />;
}

function HeaderMenu(props: ComponentProps<typeof HeaderItems>) {
  const label = 'More actions';
  return (
    <Dropdown label={label} trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label={label} />}>
      <HeaderItems {...props} />
    </Dropdown>
  );
}

/** If the address has no collection, it gets the last one that was shown, or the first. */
function useAddressedCollection(collectionId: string, records: RecordList): Collection | undefined {
  const shownId = useRef('');
  const { all, isLoaded } = useSnapshot(collections.state);
  // The address may have the name of a collection, because people type names.
  const collection = all.length > 0 ? collections.find(collectionId) : undefined;

  useEffect(() => {
    const [first] = all;
    if (!isLoaded || collection || !first) return;
    // If it was shown before, it was deleted, here or in another tab.
    const wasShown = collectionId === shownId.current;
    if (wasShown && unsaved.losesByNavigation()) {
      toasts.warning('This collection was deleted. What you have typed stays here until you close it.');
      return;
    }
    if (collectionId && !wasShown) {
      toasts.warning(`There is no collection "${collectionId}". Showing the first one.`);
    }
    const last = collectionId === '' ? collections.find(records.state.collectionId) : undefined;
    const { id } = last ?? first;
    replaceQuery({
      collectionId: id,
      sort: undefined,
      filter: undefined,
      view: undefined,
      columns: undefined,
    });
  }, [isLoaded, collection, collectionId, all, records]);

  useEffect(() => {
    if (!collection) return;
    shownId.current = collection.id;
    app.setPageName(collection.name);
  }, [collection]);

  return collection;
}
