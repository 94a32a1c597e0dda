import Check from 'lucide-react/icons/check';
import { Icon } from '../../kit/basics/Icon';
import { joinClasses } from '../../kit/basics/joinClasses';
import { type Backup, timeOf } from '../../model/backup';
import css from './BackupDays.module.css';

const dayMs = 86_400_000;
/** Ages in days, the oldest first. */
const lastDays = Array.from({ length: 14 }, (_, at) => 13 - at);

interface Props {
  backups: readonly Backup[];
  /** In milliseconds since 1970. */
  now: number;
  /** True to take the whole width; then a day without a backup has a dashed line. */
  isWide?: boolean;
}

/** Shows on which of the last days a backup was made. */
export function BackupDays({ backups, now, isWide = false }: Props) {
  const ages = new Set(backups.map((backup) => Math.floor((now - timeOf(backup)) / dayMs)));
  return (
    <span className={joinClasses(css.days, isWide && css.wide)} aria-hidden>
      {lastDays.map((age) => (
        <i key={age} className={ages.has(age) ? undefined : css.no}>
          {ages.has(age) && <Icon of={Check} size={12} />}
        </i>
      ))}
      {!isWide && <span>last 14 days</span>}
    </span>
  );
}
