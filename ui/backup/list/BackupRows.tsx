// biome-ignore-all lint/a11y/noRedundantRoles: laid out as grids, table elements lose their roles in some browsers
import Archive from 'lucide-react/icons/archive';
import CirclePlay from 'lucide-react/icons/circle-play';
import Download from 'lucide-react/icons/download';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { timeAgo } from '../../base/dates';
import { printHash } from '../../base/hash';
import { Button } from '../../kit/basics/Button';
import { FileSize } from '../../kit/basics/FileSize';
import { Icon } from '../../kit/basics/Icon';
import { IconButton } from '../../kit/basics/IconButton';
import { joinClasses } from '../../kit/basics/joinClasses';
import { TimeAgo } from '../../kit/basics/TimeAgo';
import { LoadFailure, ReloadFailure } from '../../kit/layout/LoadFailure';
import { Note } from '../../kit/layout/Note';
import { useCursor } from '../../kit/table/useCursor';
import { type Backup, newestTime } from '../../model/backup';
import { areOld } from '../../page/pagedList';
import * as toasts from '../../page/toasts';
import { BackupDays } from './BackupDays';
import css from './BackupRows.module.css';
import type { BackupList } from './backupList';
import { NewBackupPopup } from './NewBackupPopup';
import { busyText, createNewBackup } from './newBackup';
import { RestorePopup } from './RestorePopup';

const skeletonRows = ['first', 'second', 'third'];
const heads = ['name', 'size', 'modified'];
const oldAfterMs = 7 * 86_400_000;

export function BackupRows({ backups }: { backups: BackupList }) {
  const { items, isLoading, isLoaded, loadError } = useSnapshot(backups.state);
  const { canBackup } = useSnapshot(backups.work);
  const [isOpen, setIsOpen] = useState(false);
  const [restored, setRestored] = useState<Backup | null>(null);
  const list = useRef<HTMLTableElement>(null);
  const keyAt = (index: number) => items[index]?.key ?? null;
  const { stop, ...roving } = useCursor({ count: items.length, keyAt, start: 0, list });
  const [fresh] = useState(() => createNewBackup(() => void backups.load()));

  function handleNew() {
    if (fresh.isUnderWay()) return void toasts.warning(busyText);
    fresh.form.set('name', '');
    setIsOpen(true);
  }

  const retry = { isBusy: isLoading, onRetry: backups.load };
  const rows = (
    <>
      <AgeNote backups={items} isLoaded={isLoaded} />
      <div className={css.root}>
        {loadError && <ReloadFailure error={loadError} {...retry} />}
        <table
          ref={list}
          className={joinClasses(css.list, areOld({ isLoaded, isLoading, loadError }) && css.dimmed)}
          role="table"
          aria-label="Backups"
          aria-busy={!isLoaded}
          tabIndex={-1}
          data-list
          {...roving}
        >
          <thead role="rowgroup">
            <tr role="row" className={css.head}>
              {heads.map((name) => (
                <th key={name} role="columnheader" scope="col">
                  {name}
                </th>
              ))}
              <th role="columnheader" scope="col">
                <span className="visuallyHidden">actions</span>
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {!isLoaded && skeletonRows.map((key) => <tr key={key} className={css.bone} aria-hidden />)}
            {items.map((backup, index) => (
              <BackupRow
                key={backup.key}
                backups={backups}
                backup={backup}
                index={index}
                isStop={index === stop}
                onRestore={() => setRestored(backup)}
              />
            ))}
            {isLoaded && items.length === 0 && (
              <tr role="row" className={css.empty}>
                <td role="cell">No backups yet.</td>
              </tr>
            )}
          </tbody>
        </table>
        <Button kind="quiet" isWide icon={CirclePlay} writes disabled={!canBackup} onClick={handleNew}>
          {canBackup ? 'Initialize new backup' : 'Backup/restore operation is in process'}
        </Button>
      </div>
    </>
  );
  return (
    <>
      {loadError && items.length === 0 ? (
        <LoadFailure title="The backups could not be loaded." reason={loadError.message} {...retry} />
      ) : (
        rows
      )}
      {isOpen && <NewBackupPopup fresh={fresh} onClose={() => setIsOpen(false)} />}
      {restored && <RestorePopup key={restored.key} backup={restored} onClose={() => setRestored(null)} />}
    </>
  );
}

/** The age of the newest backup; a warning if it is old, which nobody notices before a backup is needed. */
function AgeNote({ backups, isLoaded }: { backups: readonly Backup[]; isLoaded: boolean }) {
  const newest = newestTime(backups);
  const now = Date.now();
  if (!isLoaded || newest === null) return null;
  const text = (
    <>
      Latest backup: {timeAgo(newest, now)} <BackupDays backups={backups} now={now} />
    </>
  );
  if (now - newest < oldAfterMs) return <p role="status">{text}</p>;
  return (
    <Note kind="warning" role="status">
      {text}
    </Note>
  );
}

interface RowProps {
  backups: BackupList;
  backup: Backup;
  index: number;
  /** True for the row that Tab reaches; the arrow keys move to the others. */
  isStop: boolean;
  onRestore: () => void;
}

function BackupRow({ backups, backup, index, isStop, onRestore }: RowProps) {
  const { underWay, canBackup } = useSnapshot(backups.work);
  const { key, size, modified } = backup;
  const act = underWay[key];
  return (
    <tr role="row" className={css.row} data-index={index}>
      <td role="cell" className={css.name}>
        <Icon of={Archive} />
        <code translate="no" data-tooltip={key}>
          {key}
        </code>
      </td>
      <td role="cell" className={css.size}>
        <FileSize bytes={size} />
      </td>
      <td role="cell" className={css.time}>
        <TimeAgo date={modified} />
      </td>
      <td role="cell" className={css.acts}>
        <IconButton
          icon={Download}
          size="small"
          label={`Download ${key}`}
          tooltip="Download"
          tabIndex={isStop ? 0 : -1}
          isBusy={act === 'download'}
          disabled={act === 'delete'}
          onClick={() => void backups.download(key)}
        />
        <Button
          kind="quiet"
          size="small"
          aria-label={`Open ${key}`}
          href={printHash('/backup', { key })}
          tabIndex={-1}
        >
          Open
        </Button>
        <IconButton
          icon={RotateCcw}
          size="small"
          writes
          label={`Restore ${key}`}
          tooltip="Restore"
          tabIndex={-1}
          disabled={act === 'delete' || !canBackup}
          onClick={onRestore}
        />
        <IconButton
          icon={Trash2}
          size="small"
          writes
          label={`Delete ${key}`}
          tooltip="Delete"
          tabIndex={-1}
          isBusy={act === 'delete'}
          onClick={() => void backups.remove(key)}
        />
      </td>
    </tr>
  );
}
