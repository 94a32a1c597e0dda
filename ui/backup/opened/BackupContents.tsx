import Download from 'lucide-react/icons/download';
import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { countOf } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { FileSize } from '../../kit/basics/FileSize';
import { FormSection } from '../../kit/layout/FormSection';
import { Note } from '../../kit/layout/Note';
import type { BackupSettings } from '../content/backupDatabase';
import type { BackupFiles } from '../content/backupFiles';
import type { OpenBackup } from '../content/openBackup';
import { BackupFrame, type BackupFrameProps } from './BackupFrame';
import css from './BackupPage.module.css';

export function BackupContents({ frame }: { frame: BackupFrameProps }) {
  const { backup } = frame;
  const { database, counts, fault, foreign, isDownloading } = useSnapshot(backup.state);
  const zip = useSnapshot(backup.state).zip as OpenBackup;
  const files = useMemo(() => sumOf(zip.files), [zip]);
  const records = [...counts.values()].reduce<number>((sum, count) => sum + (count ?? 0), 0);

  return (
    <BackupFrame
      {...frame}
      actions={
        backup.isOnServer && (
          <Button
            className="onlyWide"
            icon={Download}
            isBusy={isDownloading}
            onClick={() => void backup.download()}
          >
            Download the backup
          </Button>
        )
      }
      footer={
        <span role="status">
          {[
            database && countOf(database.collections.length, 'collection'),
            database && countOf(records, 'record'),
            countOf(files.count, 'file'),
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      }
    >
      <div className={css.scroll}>
        <FormSection
          title="The backup"
          reason="Opened in this browser: nothing is uploaded, and it is forgotten when closed."
        >
          <dl className={css.figures}>
            <Figure name="Zip" bytes={zip.zipBytes} />
            <Figure name="Database" bytes={zip.databaseBytes} />
            <Figure name="Files" bytes={files.bytes} />
          </dl>
          {fault && (
            <Note
              kind="danger"
              role="alert"
              actions={
                <Button size="small" onClick={() => void backup.open()}>
                  Retry
                </Button>
              }
            >
              {fault}
            </Note>
          )}
          {foreign && <Note kind="info">{foreign}</Note>}
          {database && <Secrets settings={database.settings} />}
          {database?.faults.map((sentence) => (
            <Note key={sentence} kind="danger">
              {sentence}
            </Note>
          ))}
        </FormSection>
      </div>
    </BackupFrame>
  );
}

function Secrets({ settings: { isEncrypted, hasS3 } }: { settings: BackupSettings }) {
  return (
    <>
      <Note kind="warning">
        {isEncrypted === false
          ? 'This zip contains all password hashes and the secrets of the settings, unencrypted.'
          : 'This zip contains all password hashes.'}
      </Note>
      {hasS3 && <Note kind="info">Files live on S3 and are not in this backup.</Note>}
    </>
  );
}

function Figure({ name, bytes }: { name: string; bytes: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <FileSize bytes={bytes} />
      </dd>
    </div>
  );
}

function sumOf(files: BackupFiles): { count: number; bytes: number } {
  let [count, bytes] = [0, 0];
  for (const records of files.values()) {
    for (const some of records.values()) {
      count += some.length;
      for (const { size } of some) bytes += size;
    }
  }
  return { count, bytes };
}
