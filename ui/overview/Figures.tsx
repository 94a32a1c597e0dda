import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { BackupDays } from '../backup/list/BackupDays';
import { nextRuns } from '../backup/list/cronText';
import { timeAgo, timeUntil } from '../base/dates';
import { printHash } from '../base/hash';
import { byteSize, countOf, printCount } from '../base/text';
import { Button } from '../kit/basics/Button';
import { newestTime } from '../model/backup';
import { slowText } from './Block';
import css from './OverviewPage.module.css';
import { logsAddress, type Overview, type PartName, searches } from './overview';
import {
  type Bar,
  type Counted,
  changeText,
  countedIn,
  durationText,
  type periods,
  placeOf,
} from './periods';

interface Props {
  overview: Overview;
}

export function Figures({ overview }: Props) {
  return (
    <section className={css.tiles} aria-label="Figures">
      <h2 className="visuallyHidden">Figures</h2>
      <RequestTiles overview={overview} />
      <TimeTile overview={overview} />
      <BackupTile overview={overview} />
    </section>
  );
}

interface TileProps {
  label: string;
  /** Null while it is not known. */
  figure: string | null;
  note?: ReactNode;
  href: string;
  /** Replaces all but the label and a known figure. */
  trouble?: ReactNode;
  children?: ReactNode;
}

function Tile({ label, figure, note, href, trouble, children }: TileProps) {
  const head = <span className={css.label}>{label}</span>;
  if (trouble) {
    return (
      <div className={css.tile}>
        {head}
        {figure !== null && <b>{figure}</b>}
        <p className={css.trouble}>{trouble}</p>
      </div>
    );
  }
  return (
    <a className={css.tile} href={href}>
      {head}
      <b>{figure}</b>
      <span className={css.note}>{note}</span>
      {children}
    </a>
  );
}

/** Returns why a tile has no new value; undefined if it has one, or has not waited for it long. */
function useTrouble(overview: Overview, ...names: readonly PartName[]): ReactNode {
  const { parts, isSlow } = useSnapshot(overview.state);
  const name = names.find((one) => ['failed', 'held'].includes(parts[one].status));
  if (parts.settings.value?.logs.maxDays === 0) return 'No logs are kept.';
  const isWaiting = names.some((one) => parts[one].status === 'waiting' && parts[one].value === null);
  if (!name) return isSlow && isWaiting ? slowText : undefined;
  if (parts[name].status === 'held') return 'Too many logs for this period.';
  return (
    <span role="alert">
      The logs could not be read. {parts[name].reason}{' '}
      <Button kind="link" size="small" onClick={() => void overview.retryLogs()}>
        Retry
      </Button>
    </span>
  );
}

/** If a least level is set, the server keeps only the logs of failed requests. */
const onlyFailures = (
  <>
    Only failures are kept. <a href={printHash('/logs', { settings: '1' })}>Logs settings</a>
  </>
);

function RequestTiles({ overview }: Props) {
  const { parts, span } = useSnapshot(overview.state);
  const { maxDays = null, minLevel = 0 } = parts.settings.value?.logs ?? {};
  const countOfPart = (name: 'total' | 'refused' | 'errors') => {
    const { value } = parts[name];
    return value && countedIn(value, span, maxDays);
  };
  const total = countOfPart('total');
  const refused = countOfPart('refused');
  const errors = countOfPart('errors');
  const failed = refused && errors && refused.sum + errors.sum;
  const totalTrouble = useTrouble(overview, 'total');
  const failedTrouble = useTrouble(overview, 'refused', 'errors', 'total');
  const figure = () => {
    if (failed === null || !total || maxDays === 0) return null;
    if (minLevel > 0) return printCount(failed);
    return failed === 0 ? '0%' : `${shareText(failed / Math.max(total.sum, 1))}`;
  };
  return (
    <>
      <Tile
        label="Requests"
        figure={total && minLevel === 0 && maxDays !== 0 ? printCount(total.sum) : null}
        note={total && changeText(total, span.period)}
        href={printHash('/logs', logsAddress(span))}
        trouble={minLevel > 0 ? onlyFailures : totalTrouble}
      >
        {total && <Bars of={total.bars} what="requests" colour="--chart-1" period={span.period} />}
      </Tile>
      <Tile
        label="Failed"
        figure={figure()}
        note={errors && (errors.sum > 0 ? countOf(errors.sum, 'server error') : 'No server errors')}
        href={printHash('/logs', logsAddress(span, searches.failed))}
        trouble={failedTrouble}
      >
        {refused && errors && (
          <Bars of={added(refused, errors)} what="failed requests" colour="--danger" period={span.period} />
        )}
      </Tile>
    </>
  );
}

const added = (one: Counted, other: Counted): Bar[] =>
  one.bars.map((bar, at) => ({ ...bar, value: bar.value + (other.bars[at]?.value ?? 0) }));

/** Returns `0.9%`. A small share reads `below 0.1%`, because `0%` would mean no failure. */
const shareText = (share: number) => {
  const percent = share * 100;
  return percent < 0.1
    ? 'below 0.1%'
    : `${percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent)}%`;
};

interface BarsProps {
  of: readonly Bar[];
  what: string;
  colour: string;
  period: keyof typeof periods;
}

function Bars({ of, what, colour, period }: BarsProps) {
  const most = Math.max(1, ...of.map(({ value }) => value));
  const unit = period === '6h' ? 'periods of 6 hours' : 'days';
  const values = of.map(({ value }) => printCount(value)).join(', ');
  return (
    <span className={css.bars}>
      {of.map(({ value, isNow }, at) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is known by its place alone
          key={at}
          style={{
            height: `${(value / most) * 100}%`,
            background: `var(${isNow ? colour : '--fill-active'})`,
          }}
        />
      ))}
      <span className="visuallyHidden">
        The last {of.length} {unit}: {values} {what}.
      </span>
    </span>
  );
}

const scale = ['1 ms', '10', '100', '1 s'];

function TimeTile({ overview }: Props) {
  const { parts, span } = useSnapshot(overview.state);
  const { median, slow, settings } = parts;
  const trouble = useTrouble(overview, 'median', 'slow');
  const { maxDays = null, minLevel = 0 } = settings.value?.logs ?? {};
  const isKept = minLevel === 0 && maxDays !== 0;
  const isKnown = isKept && median.value !== null && slow.value !== null;
  const [start, end] = [placeOf(median.value ?? 0), placeOf(slow.value ?? 0)].map((place) => place * 100);
  return (
    <Tile
      label="Response time"
      figure={isKnown ? durationText(median.value ?? 0) : isKept && median.status === 'ready' ? '-' : null}
      note={isKnown && `95% within ${durationText(slow.value ?? 0)}`}
      href={printHash('/logs', logsAddress(span, isKnown ? `data.execTime >= ${slow.value}` : ''))}
      trouble={minLevel > 0 ? onlyFailures : trouble}
    >
      <span className={css.range} aria-hidden>
        {isKnown && (
          <>
            <u style={{ left: `${start}%`, width: `${(end ?? 0) - (start ?? 0)}%` }} />
            <s style={{ left: `${start}%` }} />
            <s style={{ left: `${end}%` }} />
          </>
        )}
        {scale.map((text) => (
          <i key={text}>{text}</i>
        ))}
      </span>
    </Tile>
  );
}

function BackupTile({ overview }: Props) {
  const { parts, span } = useSnapshot(overview.state);
  const { items, isLoaded, loadError } = useSnapshot(overview.backups.state);
  const newest = newestTime(items);
  const { now } = span;
  const cron = parts.settings.value?.backups.cron;
  const [next] = cron ? nextRuns(cron, 1, new Date(now)) : [];
  const schedule = next ? `next ${timeUntil(next.getTime(), now)}` : cron === '' ? 'no schedule' : '';
  const size = items[0] && newest !== null ? byteSize(items[0].size) : '';
  return (
    <Tile
      label="Latest backup"
      figure={newest === null ? (isLoaded && !loadError ? 'None' : null) : timeAgo(newest, now)}
      note={[size, schedule].filter(Boolean).join(', ')}
      href={printHash('/settings/backups')}
      trouble={
        loadError && (
          <span role="alert">
            The backups could not be read. {loadError.message}{' '}
            <Button kind="link" size="small" onClick={() => void overview.retryBackups()}>
              Retry
            </Button>
          </span>
        )
      }
    >
      {isLoaded && <BackupDays backups={items} now={now} isWide />}
    </Tile>
  );
}
