import { nextRuns } from '../backup/list/cronText';
import { timeAgo } from '../base/dates';
import { countOf } from '../base/text';
import type { RouteGroup } from '../logs/byRoute';
import { type Backup, newestTime } from '../model/backup';
import { type Finding, type Severity, severities, textOfSentence } from '../rules/findings/checks/finding';

/** Something that an admin should look at. */
interface Matter {
  readonly key: string;
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
  readonly to: 'findings' | 'errors' | 'backups';
}

interface Sources {
  /** The open findings, without the accepted ones. */
  readonly findings: readonly Finding[];
  /** The server errors of the period. */
  readonly errors: number;
  readonly failing: readonly RouteGroup[];
  readonly backups: readonly Backup[];
  /** '' without automatic backups. */
  readonly cron: string;
  readonly now: number;
}

/** Returns the worst first; of one severity, server errors come before findings. */
export function mattersOf({ findings, errors, failing, ...schedule }: Sources): Matter[] {
  const failed = failing.find(({ status }) => (status ?? 0) >= 500);
  const matters: Matter[] = [
    ...(errors > 0
      ? [
          {
            key: 'errors',
            severity: 'high' as const,
            title: `${countOf(errors, 'request')} failed with a server error`,
            why: failed ? [failed.method, failed.route, failed.reason].join(' ').trim() : '',
            to: 'errors' as const,
          },
        ]
      : []),
    ...overdue(schedule),
    ...findings.map(({ key, severity, title, why }) => ({
      key,
      severity,
      title: textOfSentence(title),
      why: textOfSentence(why),
      to: 'findings' as const,
    })),
  ];
  return matters.sort((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity));
}

/** A later backup is overdue. Until then it may still be running, or the server was off for a moment. */
const patienceMs = 3_600_000;

function overdue({ backups, cron, now }: Pick<Sources, 'backups' | 'cron' | 'now'>): Matter[] {
  const newest = newestTime(backups);
  if (cron === '' || newest === null) return [];
  const [due] = nextRuns(cron, 1, new Date(newest));
  if (!due || due.getTime() + patienceMs > now) return [];
  return [
    {
      key: 'backup',
      severity: 'medium',
      title: 'The automatic backup is overdue',
      why: `It was due ${timeAgo(due.getTime(), now)}.`,
      to: 'backups',
    },
  ];
}
