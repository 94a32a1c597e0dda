import Archive from 'lucide-react/icons/archive';
import Download from 'lucide-react/icons/download';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import { useSnapshot } from 'valtio';
import { FileSize } from '../../../components/basics/FileSize';
import { Icon } from '../../../components/basics/Icon';
import { IconButton } from '../../../components/basics/IconButton';
import { TimeAgo } from '../../../components/basics/TimeAgo';
import type { Backup } from '../../../model/backup';
import css from './BackupRows.module.css';
import type { BackupList } from './backupList';

interface Props {
  backups: BackupList;
  backup: Backup;
  index: number;
  /** Tab leads to it; to the others the arrow keys do. */
  isStop: boolean;
  onRestore: () => void;
}

export function BackupRow({ backups, backup, index, isStop, onRestore }: Props) {
  const { underWay, canBackup } = useSnapshot(backups.state);
  const { key, size, modified } = backup;
  const work = underWay[key];
  return (
    <li className={css.row} data-index={index}>
      <Icon of={Archive} />
      <code translate="no" className={css.name} data-tooltip={key}>
        {key}
      </code>
      <FileSize className={css.size} bytes={size} />
      <TimeAgo className={css.time} date={modified} />
      <span className={css.acts}>
        <IconButton
          icon={Download}
          size="small"
          label={`Download ${key}`}
          tooltip="Download"
          tabIndex={isStop ? 0 : -1}
          isBusy={work === 'download'}
          disabled={work === 'delete'}
          onClick={() => void backups.download(key)}
        />
        <IconButton
          icon={RotateCcw}
          size="small"
          label={`Restore ${key}`}
          tooltip="Restore"
          tabIndex={-1}
          disabled={work === 'delete' || !canBackup}
          onClick={onRestore}
        />
        <IconButton
          icon={Trash2}
          size="small"
          label={`Delete ${key}`}
          tooltip="Delete"
          tabIndex={-1}
          isBusy={work === 'delete'}
          onClick={() => void backups.remove(key)}
        />
      </span>
    </li>
  );
}
