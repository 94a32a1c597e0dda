import PanelLeft from 'lucide-react/icons/panel-left';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { IconButton } from '../../components/basics/IconButton';
import { RefreshButton } from '../../components/basics/RefreshButton';
import { Page } from '../../components/page/Page';
import type { Collection } from '../../model/collection';
import { printHash, type Query, replaceQuery } from '../../platform/hash';
import * as app from '../../state/app';
import * as collections from '../../state/collections';
import * as connection from '../../state/connection';
import * as toasts from '../../state/toasts';
import { CollectionsSidebar } from './CollectionsSidebar';
import { CollectionsState } from './CollectionsState';
import { RecordsBody } from './RecordsBody';
import { RecordTotal } from './RecordTotal';
import { createRecordList } from './recordList';

interface Props {
  query: Query;
}

/** The collections and the records of the one that the address names. */
export function RecordsPage({ query }: Props) {
  const collectionId = query['collectionId'] ?? '';
  const { sort } = query;
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const [list] = useState(createRecordList);
  const { all, isLoaded } = useSnapshot(collections.state);
  const { isLoading } = useSnapshot(list.rows);
  // The address may name a collection by its name, as a person writes it.
  const collection = all.length > 0 ? (collections.find(collectionId) as Collection | undefined) : undefined;

  useEffect(() => {
    const [first] = all;
    if (!isLoaded || collection || !first) return;
    if (collectionId) toasts.warning(`There is no collection "${collectionId}". The first one is shown.`);
    replaceQuery({ collectionId: first.id, sort: undefined });
  }, [isLoaded, collection, collectionId, all]);

  useEffect(() => {
    if (!collection) return;
    app.setPageName(collection.name);
    void list.open(collection, sort);
  }, [collection, sort, list]);

  useEffect(() => {
    const stopWaiting = connection.onReturn(() => {
      if (list.rows.loadError) void list.refresh();
    });
    return () => {
      stopWaiting();
      list.close();
    };
  }, [list]);

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
        isLoading={isLoading}
        sidebarButton={
          <IconButton icon={PanelLeft} label="Collections" onClick={() => setIsDrawerOpen(true)} />
        }
        headerStart={collection && <RefreshButton onClick={() => void list.refresh()} />}
        footer={collection && <RecordTotal list={list} />}
      >
        {collection ? (
          <RecordsBody
            collection={collection}
            list={list}
            onSort={(next) => replaceQuery({ collectionId: collection.id, sort: next })}
          />
        ) : (
          <CollectionsState />
        )}
      </Page>
    </>
  );
}
