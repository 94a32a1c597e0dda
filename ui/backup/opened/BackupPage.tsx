import Archive from 'lucide-react/icons/archive';
import FileX from 'lucide-react/icons/file-x';
import FolderOpen from 'lucide-react/icons/folder-open';
import Undo2 from 'lucide-react/icons/undo-2';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Query } from '../../base/hash';
import { byteSize, printCount } from '../../base/text';
import { Badge } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { useProgress } from '../../kit/basics/useProgress';
import { FileButton } from '../../kit/form/FileButton';
import { EmptyState } from '../../kit/layout/EmptyState';
import { LoadFailure } from '../../kit/layout/LoadFailure';
import { Page } from '../../kit/layout/Page';
import { type Collection, collectionTypeOf, viewQuery } from '../../model/collection';
import { takeChosen } from '../../page/backups';
import * as collections from '../../page/collections';
import * as app from '../../page/pageTitle';
import { CollectionLinks } from '../../records/CollectionsSidebar';
import { BackupContents } from './BackupContents';
import { BackupFrame, type BackupFrameProps } from './BackupFrame';
import css from './BackupPage.module.css';
import { BackupRecordsView } from './BackupRecordsView';
import { createBackupRecords } from './backupRecords';
import { backupHash, createOpenedBackup, type OpenedBackup } from './openedBackup';
import { marksText } from './todayMarks';

interface Props {
  query: Query;
}

/** Shows a backup of the server or a file of this computer. Opening changes no data. */
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
          text="Open backup file..."
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
  const collection = collections.find(({ id }) => id === collectionId);
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

const shareText = (read: number, all: number) => `${byteSize(read)} of ${byteSize(all)}`;

/** A view has no stored records, so its query is shown. */
function FormerView({ frame, collection }: { frame: BackupFrameProps; collection: Collection }) {
  const [records] = useState(() => createBackupRecords(frame.backup, collection));
  const { all, isLoaded } = useSnapshot(collections.state);
  const isForeign = Boolean(useSnapshot(frame.backup.state).foreign);
  const isGone = !isForeign && isLoaded && all.every(({ id }) => id !== collection.id);
  return (
    <BackupFrame
      {...frame}
      actions={
        isGone && (
          <Button kind="primary" icon={Undo2} writes onClick={() => void records.bringBack([])}>
            Bring back<span className="onlyWide"> the collection</span>
          </Button>
        )
      }
    >
      <div className={css.view}>
        <p>A view has no rows of its own. Its query then:</p>
        <pre className={css.query} translate="no">
          {viewQuery(collection)}
        </pre>
      </div>
    </BackupFrame>
  );
}

interface BackupSidebarProps {
  backup: OpenedBackup;
  /** '' for the page about the whole backup. */
  activeId: string;
  isDrawerOpen: boolean;
  onDrawerClose: () => void;
}

const contents = { icon: Archive, text: 'Contents' };

function BackupSidebar({ backup, ...rest }: BackupSidebarProps) {
  const { counts, marks, phase, foreign } = useSnapshot(backup.state);
  const then = useSnapshot(backup.state).collections;
  const { all: today, isLoaded } = useSnapshot(collections.state);
  const todaysIds = new Set(today.map(({ id }) => id));

  function drawEnd({ id }: Collection) {
    const count = counts.get(id);
    const mark = marks.get(id);
    return (
      <span className={css.end}>
        {isLoaded && !foreign && !todaysIds.has(id) && <Badge kind="danger">Deleted</Badge>}
        {count === null ? (
          <Badge kind="warning">Damaged</Badge>
        ) : (
          count !== undefined && ((mark && marksText(mark)) || printCount(count))
        )}
      </span>
    );
  }

  return (
    <CollectionLinks
      {...rest}
      label="Collections of the backup"
      all={phase === 'ready' || then.length > 0 ? then : null}
      first={contents}
      hashOf={(collectionId) => backupHash(backup, collectionId === '' ? {} : { collectionId })}
      endOf={drawEnd}
    />
  );
}
