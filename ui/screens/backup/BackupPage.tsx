import FileX from 'lucide-react/icons/file-x';
import FolderOpen from 'lucide-react/icons/folder-open';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { useProgress } from '../../components/basics/useProgress';
import { FileButton } from '../../components/form/FileButton';
import { EmptyState } from '../../components/page/EmptyState';
import { LoadFailure } from '../../components/page/LoadFailure';
import { Page } from '../../components/page/Page';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { byteSize } from '../../platform/byteText';
import type { Query } from '../../platform/hash';
import * as app from '../../state/app';
import { takeChosen } from '../../state/backups';
import { BackupContents } from './BackupContents';
import { BackupFrame, type BackupFrameProps } from './BackupFrame';
import css from './BackupPage.module.css';
import { BackupRecordsView } from './BackupRecordsView';
import { BackupSidebar } from './BackupSidebar';
import { FormerView } from './FormerView';
import { createOpenedBackup, type OpenedBackup } from './openedBackup';

interface Props {
  query: Query;
}

/** A backup of the server, or a file of this computer, opened without a change to the data. */
export function BackupPage({ query }: Props) {
  const key = query['key'] ?? '';
  const [file, setFile] = useState(() => (key === '' ? takeChosen() : null));
  if (key !== '') return <Opened key={key} origin={{ key }} query={query} />;
  if (file) return <Opened origin={{ file }} query={query} />;
  return (
    <Page title="Backup" crumbs={[{ label: 'Backups', href: '#/settings/backups' }]}>
      <EmptyState icon={FolderOpen} title="No backup is open." reason="A file must be chosen again.">
        <FileButton
          icon={FolderOpen}
          text="Open a file..."
          label="Backup to open"
          accept=".zip,application/zip"
          onFile={setFile}
        />
      </EmptyState>
    </Page>
  );
}

function Opened({ origin, query }: { origin: Parameters<typeof createOpenedBackup>[0]; query: Query }) {
  const [backup] = useState(() => createOpenedBackup(origin));
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const collectionId = query['collectionId'] ?? '';

  useEffect(() => {
    void backup.open();
    return backup.close;
  }, [backup]);

  const { collections, zip } = useSnapshot(backup.state);
  const collection = collections.find(({ id }) => id === collectionId) as Collection | undefined;
  const title = collection?.name ?? (zip && collectionId === '' ? 'Contents' : backup.name);

  useEffect(() => app.setPageName(`${title} - ${backup.name}`), [title, backup]);

  return (
    <>
      <BackupSidebar
        backup={backup}
        activeId={collectionId}
        isDrawerOpen={isDrawerOpen}
        onDrawerClose={() => setIsDrawerOpen(false)}
      />
      <Body
        frame={{
          backup,
          title,
          hasNameAsTitle: collection !== undefined,
          onSidebarOpen: () => setIsDrawerOpen(true),
        }}
        collection={collection}
        query={query}
      />
    </>
  );
}

interface BodyProps {
  frame: BackupFrameProps;
  collection: Collection | undefined;
  query: Query;
}

function Body({ frame, collection, query }: BodyProps) {
  const { backup } = frame;
  const { phase, fault, zip, database } = useSnapshot(backup.state);
  if (phase === 'opening' || phase === 'reading') {
    return (
      <BackupFrame {...frame} isLoading>
        <Reading backup={backup} />
      </BackupFrame>
    );
  }
  if (phase === 'stopped') {
    return (
      <BackupFrame {...frame}>
        <EmptyState icon={FolderOpen} title="The reading was stopped." role="status">
          <Button data-autofocus onClick={() => void backup.open()}>
            Retry
          </Button>
        </EmptyState>
      </BackupFrame>
    );
  }
  if (!zip) {
    return (
      <BackupFrame {...frame}>
        <LoadFailure
          icon={FileX}
          title="This backup cannot be opened."
          reason={fault}
          onRetry={() => void backup.open()}
        />
      </BackupFrame>
    );
  }
  return <View frame={frame} collection={collection} query={query} hasDatabase={database !== null} />;
}

/** The view of the address. */
function View({ frame, collection, query, hasDatabase }: BodyProps & { hasDatabase: boolean }) {
  if (!hasDatabase || (!collection && !query['collectionId'])) return <BackupContents frame={frame} />;
  if (!collection) {
    return (
      <BackupFrame {...frame}>
        <EmptyState icon={FolderOpen} title="This backup has no such collection." />
      </BackupFrame>
    );
  }
  if (collectionTypeOf(collection) === 'view') return <FormerView frame={frame} collection={collection} />;
  return (
    <BackupRecordsView
      key={collection.id}
      frame={frame}
      collection={collection}
      recordId={query['recordId'] ?? ''}
    />
  );
}

/** How far the reading is. */
function Reading({ backup }: { backup: OpenedBackup }) {
  const { phase, readBytes, zip } = useSnapshot(backup.state);
  const all = zip?.databaseBytes ?? 0;
  const text =
    phase === 'opening'
      ? 'Reading the list of files...'
      : `Reading the database: ${shareText(readBytes, all)}...`;
  useProgress(text, true);
  return (
    <div className={css.reading}>
      <p>{text}</p>
      <progress aria-label="Reading the backup" max={Math.max(all, 1)} value={readBytes} />
      <Button onClick={backup.stop}>Stop</Button>
    </div>
  );
}

/** `41 of 96 MB` */
function shareText(read: number, all: number): string {
  const [, unit = 'MB'] = byteSize(all).split(' ');
  const size = 1024 ** ['B', 'KB', 'MB', 'GB'].indexOf(unit);
  return `${Math.floor(read / size)} of ${Math.ceil(all / size)} ${unit}`;
}
