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
  onRestore: () => void;
}

export function BackupRow({ backups, backup, onRestore }: Props) {
  const { underWay, canBackup } = useSnapshot(backups.state);
  const { key, size, modified } = backup;
  const work = underWay[key];
  return (
    <li className={css.row}>
      <Icon of={Archive} />
      <code className={css.name} data-tooltip={key}>
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
          isBusy={work === 'download'}
          disabled={work === 'delete'}
          onClick={() => void backups.download(key)}
        />
        <IconButton
          icon={RotateCcw}
          size="small"
          label={`Restore ${key}`}
          tooltip="Restore"
          disabled={work === 'delete' || !canBackup}
          onClick={onRestore}
        />
        <IconButton
          icon={Trash2}
          size="small"
          label={`Delete ${key}`}
          tooltip="Delete"
          isBusy={work === 'delete'}
          onClick={() => void backups.remove(key)}
        />
      </span>
    </li>
  );
}
