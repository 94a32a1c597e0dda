import CodeXml from 'lucide-react/icons/code-xml';
import PanelLeft from 'lucide-react/icons/panel-left';
import Plus from 'lucide-react/icons/plus';
import Settings2 from 'lucide-react/icons/settings-2';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { IconButton } from '../../components/basics/IconButton';
import { RefreshButton } from '../../components/basics/RefreshButton';
import { focusStop } from '../../components/data/listStop';
import { Page } from '../../components/page/Page';
import { useNarrow } from '../../components/page/useNarrow';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { printHash, type Query, replaceQuery } from '../../platform/hash';
import * as app from '../../state/app';
import * as collections from '../../state/collections';
import * as connection from '../../state/connection';
import { openPanel } from '../../state/panels';
import * as toasts from '../../state/toasts';
import * as unsaved from '../../state/unsaved';
import { CollectionRecords } from './CollectionRecords';
import { CollectionsSidebar } from './CollectionsSidebar';
import { CollectionsState } from './CollectionsState';
import { editCollection } from './editCollection';
import { HeaderMenu } from './HeaderMenu';
import { LiveToggle } from './LiveToggle';
import { RecordTotal } from './RecordTotal';
import { createRecordList } from './recordList';
import { useOpenRecord } from './useOpenRecord';

interface Props {
  query: Query;
}

/** The collections, and the records of the one that the address names. */
export function RecordsPage({ query }: Props) {
  const collectionId = query['collectionId'] ?? '';
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const [records] = useState(createRecordList);
  const shownId = useRef('');
  const { all, isLoaded } = useSnapshot(collections.state);
  const { isLoading } = useSnapshot(records.list.state);
  const { hidesControls } = useSnapshot(app.state);
  // The address may name a collection by its name, as a person writes it.
  const collection = all.length > 0 ? (collections.find(collectionId) as Collection | undefined) : undefined;

  useEffect(() => {
    const [first] = all;
    if (!isLoaded || collection || !first) return;
    // One that was just shown has been deleted, here or in another tab.
    const wasShown = collectionId === shownId.current;
    if (wasShown && unsaved.hasAny()) {
      toasts.warning('This collection was deleted. What you have typed stays here until you close it.');
      return;
    }
    if (collectionId && !wasShown) {
      toasts.warning(`There is no collection "${collectionId}". Showing the first one.`);
    }
    replaceQuery({ collectionId: first.id, sort: undefined, filter: undefined });
  }, [isLoaded, collection, collectionId, all]);

  useEffect(() => {
    if (!collection) return;
    shownId.current = collection.id;
    app.setPageName(collection.name);
  }, [collection]);

  const isNarrow = useNarrow();
  const handleRefresh = () => void records.refresh();
  const handleEdit = collection && !hidesControls ? () => void edit(collection.id) : undefined;
  const { openRecord, createRecord } = useOpenRecord(collection, query['recordId'], records);

  const canCreate = collection !== undefined && collectionTypeOf(collection) !== 'view';

  function handleApiPreview() {
    if (collection) void openPanel('apiDocs', { collectionId: collection.id });
  }

  async function edit(id: string) {
    await editCollection(id);
    if (collections.find(id)) return;
    // The gear went with its collection: its keys go on from the others.
    requestAnimationFrame(() => {
      const list = document.querySelector('[role="complementary"] [data-list]');
      if (list) focusStop(list);
    });
  }

  useEffect(() => {
    const stopWaiting = connection.onReturn(() => {
      if (records.list.state.loadError) void records.refresh();
    });
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
              <HeaderMenu
                collection={collection}
                onApiPreview={handleApiPreview}
                onEdit={handleEdit}
                onRefresh={handleRefresh}
              />
              {handleEdit && !isNarrow && (
                <IconButton icon={Settings2} label="Edit collection" onClick={handleEdit} />
              )}
              {!isNarrow && <RefreshButton onClick={handleRefresh} />}
              <LiveToggle collectionId={collection.id} records={records} />
            </>
          )
        }
        actions={
          collection && (
            <>
              <Button className="onlyWide" icon={CodeXml} onClick={handleApiPreview}>
                API Preview
              </Button>
              {canCreate && (
                <Button kind="primary" icon={Plus} onClick={createRecord}>
                  New<span className="onlyWide"> record</span>
                </Button>
              )}
            </>
          )
        }
        footer={collection && <RecordTotal records={records} />}
      >
        {collection ? (
          <CollectionRecords
            key={collection.id}
            collection={collection}
            records={records}
            query={query}
            onOpen={openRecord}
            onNew={canCreate ? createRecord : undefined}
          />
        ) : (
          <CollectionsState />
        )}
      </Page>
    </>
  );
}
