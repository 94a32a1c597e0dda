import ChevronRight from 'lucide-react/icons/chevron-right';
import Globe from 'lucide-react/icons/globe';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { printHash, type Query, replaceQuery } from '../base/hash';
import { countOf, printCount } from '../base/text';
import { Button } from '../kit/basics/Button';
import { collectionIcons } from '../kit/basics/collectionIcons';
import { Icon } from '../kit/basics/Icon';
import { joinClasses } from '../kit/basics/joinClasses';
import { RefreshButton } from '../kit/basics/RefreshButton';
import { Segments } from '../kit/form/Segments';
import { Page } from '../kit/layout/Page';
import { useNarrow } from '../kit/layout/useNarrow';
import { byRoute, type RouteGroup } from '../logs/byRoute';
import { sumOf } from '../logs/chartPoints';
import { collectionTypeOf } from '../model/collection';
import type { Log } from '../model/log';
import * as collections from '../page/collections';
import { register } from '../page/commands';
import * as connection from '../page/session/connection';
import { widestOf } from '../records/RulesSign';
import { severityLooks } from '../rules/findings/FindingItem';
import * as findingMarks from '../rules/findings/findingMarks';
import { sortFindings } from '../rules/findings/shownFindings';
import { mattersOf } from './attention';
import { Block, Trouble } from './Block';
import { Figures } from './Figures';
import { FirstSteps } from './FirstSteps';
import { HourChart } from './HourChart';
import css from './OverviewPage.module.css';
import { createOverview, logsAddress, mostListed, type Overview, searches } from './overview';
import { countedIn, durationText, offeredPeriods, type Period, periodOf, periods } from './periods';

interface Props {
  query: Query;
}

/** Shows at a glance if all is well. Each thing on it is a link to the page where it is from. */
export function OverviewPage({ query }: Props) {
  const [overview] = useState(createOverview);
  const { isRunning, parts } = useSnapshot(overview.state);
  const isNarrow = useNarrow();
  const maxDays = parts.settings.value?.logs.maxDays ?? null;
  const offered = offeredPeriods(maxDays);
  const period = periodOf(query['period'], offered);
  const use = useUse(overview);

  useEffect(() => void overview.open(period), [overview, period]);
  useEffect(() => {
    findingMarks.read();
    const stopWaiting = connection.retryOnReturn(overview.hasFailed, overview.refresh);
    return () => {
      stopWaiting();
      overview.close();
    };
  }, [overview]);
  useEffect(
    () =>
      register({
        id: 'refresh',
        title: 'Refresh',
        icon: RefreshCw,
        group: 'page',
        run: () => void overview.refresh(),
      }),
    [overview],
  );

  return (
    <Page
      title="Overview"
      isLoading={isRunning}
      headerStart={<RefreshButton onClick={() => void overview.refresh()} />}
      actions={
        use === 'used' && (
          <Segments
            label="Period"
            value={period}
            onChange={(next: Period) => replaceQuery({ period: next })}
            segments={offered.map((value) => ({
              value,
              label: periods[value][isNarrow ? 'short' : 'name'],
              count: null,
            }))}
          />
        )
      }
      footer={<span>Times in UTC. Without requests by admins.</span>}
    >
      <div className={css.scroll}>
        {use === 'unused' && <FirstSteps overview={overview} />}
        {use === 'used' && (
          <>
            <Figures overview={overview} />
            <div className={css.pair}>
              <HourChart overview={overview} />
              <Attention overview={overview} />
            </div>
            <div className={css.triple}>
              <Failing overview={overview} />
              <Slowest overview={overview} />
              <Collections overview={overview} />
            </div>
          </>
        )}
      </div>
    </Page>
  );
}

/** Fewer requests may be those of an admin who has just set up the server. */
const fewRequests = 50;

/** Unknown while the server may still turn out to be unused; the page is empty until then. */
function useUse(overview: Overview): 'used' | 'unused' | 'unknown' {
  const { parts, use, counts } = useSnapshot(overview.state);
  const { status, value } = parts.total;
  if (use !== 'unknown') return use;
  const isBusy = value === null ? status !== 'waiting' : sumOf(value) >= fewRequests;
  const hasRecords = Object.values(counts).some(({ records }) => (records ?? 0) > 0);
  return isBusy || hasRecords ? 'used' : 'unknown';
}

interface PartProps {
  overview: Overview;
}

const mostMatters = 5;

function Attention({ overview }: PartProps) {
  const { parts, span } = useSnapshot(overview.state);
  const { status, loadError, outcomes, left, isRunning } = useSnapshot(overview.findings.state);
  const { items } = useSnapshot(overview.backups.state);
  const { accepted } = useSnapshot(findingMarks.state);
  const open = useMemo(() => sortFindings(outcomes, accepted).open, [outcomes, accepted]);
  const maxDays = parts.settings.value?.logs.maxDays ?? null;
  const errors = parts.errors.value ? countedIn(parts.errors.value, span, maxDays).sum : 0;
  const failing = useRows(parts.failing.value, { byStatus: true });
  const matters = mattersOf({
    findings: open,
    errors,
    failing,
    backups: items,
    cron: parts.settings.value?.backups.cron ?? '',
    now: span.now,
  });
  const addresses = {
    findings: printHash('/settings/findings'),
    backups: printHash('/settings/backups'),
    errors: printHash('/logs', logsAddress(span, searches.errors)),
  };
  const isReady = status === 'ready';
  return (
    <Block
      title="Needs attention"
      note={matters.length > 0 && `${printCount(matters.length)}${isReady && left === 0 ? '' : ' or more'}`}
      end={<a href={addresses.findings}>All findings</a>}
    >
      <ul className={css.list}>
        {matters.slice(0, mostMatters).map(({ key, severity, title, why, to }) => {
          const { icon, name, className } = severityLooks[severity];
          return (
            <li key={key}>
              <a href={addresses[to]}>
                <span className={className}>
                  <Icon of={icon} />
                  <span className="visuallyHidden">{name}: </span>
                </span>
                <span className={css.grow}>
                  <b>{title}</b>
                  <small translate="no">{why}</small>
                </span>
                <Icon of={ChevronRight} />
              </a>
            </li>
          );
        })}
      </ul>
      {status === 'failed' ? (
        <p role="alert" className={css.none}>
          Findings could not be read. {loadError?.message}{' '}
          <Button kind="link" size="small" onClick={() => void overview.retryFindings()}>
            Retry
          </Button>
        </p>
      ) : (
        isReady && (
          <p role="status" className={css.none}>
            {matters.length === 0 && !isRunning && 'Nothing needs you. '}
            {left > 0 && (
              <Button
                kind="link"
                size="small"
                isBusy={isRunning}
                onClick={() => void overview.countAsGuest()}
              >
                Count as guest
              </Button>
            )}
          </p>
        )
      )}
    </Block>
  );
}

const mostRows = 7;

function useRows(logs: readonly unknown[] | null, options: { byStatus?: boolean; byKeys?: boolean }) {
  const { byStatus = false, byKeys = false } = options;
  return useMemo(
    () => byRoute((logs ?? []) as readonly Log[], { byStatus, byKeys }),
    [logs, byStatus, byKeys],
  );
}

function Failing({ overview }: PartProps) {
  const { parts, span } = useSnapshot(overview.state);
  const { value, status } = parts.failing;
  const rows = useRows(value, { byStatus: true });
  const shown = [...rows]
    .sort((a, b) => rankOfStatus(b) - rankOfStatus(a) || b.count - a.count)
    .slice(0, mostRows);
  const most = Math.max(...shown.map(({ count }) => count));
  const isCut = value?.length === mostListed;
  return (
    <Block
      title="Failing"
      note={isCut && `of the latest ${mostListed}`}
      end={<a href={printHash('/logs', logsAddress(span, searches.failed))}>Logs</a>}
    >
      <Trouble overview={overview} name="failing" what="Failed requests" />
      {shown.length === 0 ? (
        status === 'ready' && <p className={css.none}>No request failed.</p>
      ) : (
        <ul className={css.rows}>
          {shown.map((row) => {
            const isServers = (row.status ?? 0) >= 500;
            return (
              <Row
                key={row.id}
                href={printHash('/logs', logsAddress(span, row.filter))}
                share={row.count / most}
                colour={isServers ? '--danger' : '--warning-line'}
                tooltip={row.reason}
              >
                <code translate="no" className={isServers ? 'danger' : 'warning'}>
                  {row.status}
                </code>
                <code translate="no" className={css.cut}>
                  {row.method} {row.route} <span className="subtle">{row.reason}</span>
                </code>
                <Amount of={row.count} words={isCut ? `of the latest ${mostListed}` : ''} />
                <span className="subtle">{momentText(row.latest, span.now)}</span>
              </Row>
            );
          })}
        </ul>
      )}
    </Block>
  );
}

/** The order of the failing routes: those with server errors come first. */
const rankOfStatus = ({ status }: RouteGroup) => ((status ?? 0) >= 500 ? 1 : 0);

/** Returns the time, or for a moment before the last 24 hours the day. */
function momentText(date: string, now: number): string {
  const isToday = now - Date.parse(date.replace(' ', 'T')) < 86_400_000;
  return isToday ? date.slice(11, 16) : date.slice(5, 10);
}

function Slowest({ overview }: PartProps) {
  const { parts, span } = useSnapshot(overview.state);
  const { value, status } = parts.slowest;
  const rows = useRows(value, { byKeys: true });
  const most = rows[0]?.slowest || 1;
  const isCut = value?.length === mostListed;
  return (
    <Block
      title="Slowest"
      note={isCut && `of the slowest ${mostListed}`}
      end={<a href={printHash('/logs', logsAddress(span))}>Logs</a>}
    >
      <Trouble overview={overview} name="slowest" what="Slow requests" />
      {rows.length === 0 ? (
        status === 'ready' && <p className={css.none}>No requests.</p>
      ) : (
        <ul className={joinClasses(css.rows, css.slowest)}>
          {rows.slice(0, mostRows).map((row) => (
            <Row
              key={row.id}
              href={printHash('/logs', logsAddress(span, row.filter))}
              share={row.slowest / most}
              tooltip={`${row.method} ${row.route}`}
            >
              <code translate="no" className={css.cut}>
                {row.method} {row.route}
              </code>
              <span>{durationText(row.slowest)}</span>
              <Amount of={row.count} words={isCut ? `of the slowest ${mostListed}` : ''} sign="×" />
            </Row>
          ))}
        </ul>
      )}
    </Block>
  );
}

function Collections({ overview }: PartProps) {
  const { counts, shown } = useSnapshot(overview.state);
  const { all } = useSnapshot(collections.state);
  const listed = shown.filter(({ id }) => all.some((one) => one.id === id));
  const isCounted = listed.every(({ id }) => counts[id]?.hasFailed || counts[id]?.records !== null);
  const grown = (id: string) => counts[id]?.fresh ?? 0;
  const rows = isCounted ? [...listed].sort((a, b) => grown(b.id) - grown(a.id)) : listed;
  const most = Math.max(1, ...rows.map(({ id }) => grown(id)));
  const hasFailed = listed.some(({ id }) => counts[id]?.hasFailed);
  return (
    <Block
      title="Collections"
      note={listed.length < all.length && `${listed.length} of ${printCount(all.length)}`}
      end={
        <>
          {listed.length > 0 && listed.length < all.length && (
            <Button kind="link" size="small" isBusy={!isCounted} onClick={() => void overview.countAll()}>
              Count all
            </Button>
          )}
          <a href={printHash('/settings/rules')}>API rules</a>
        </>
      }
    >
      {hasFailed && (
        <p role="alert" className={css.none}>
          Some records could not be counted.{' '}
          <Button kind="link" size="small" onClick={() => void overview.retryCounts()}>
            Retry
          </Button>
        </p>
      )}
      <ul className={joinClasses(css.rows, css.collections)}>
        {rows.map((one) => {
          const collection = all.find(({ id }) => id === one.id) ?? one;
          const { icon, word } = widestOf(collection as Parameters<typeof widestOf>[0]);
          const { records = null, fresh = null } = counts[one.id] ?? {};
          return (
            <Row
              key={one.id}
              href={printHash('/collections', { collectionId: one.id })}
              share={fresh === null ? 0 : Math.max(fresh / most, 0.03)}
            >
              <span className="subtle">
                <Icon of={collectionIcons[collectionTypeOf(collection as typeof one)]} />
              </span>
              <span translate="no" className={css.cut}>
                {collection.name}
              </span>
              <span className={joinClasses(css.sign, icon === Globe && css.warning)}>
                <Icon of={icon} size="small" />
                {word}
              </span>
              <span>
                {records === null ? '' : printCount(records)}
                <span className="visuallyHidden"> records</span>
              </span>
              <span
                className={fresh ? css.success : 'subtle'}
                data-tooltip={fresh === null ? undefined : `${countOf(fresh, 'record')} in the last 7 days`}
              >
                {fresh !== null && (
                  <>
                    {fresh > 0 && '+'}
                    {printCount(fresh)}
                    <span className="visuallyHidden"> in the last 7 days</span>
                  </>
                )}
              </span>
            </Row>
          );
        })}
      </ul>
    </Block>
  );
}

interface RowProps {
  href: string;
  /** The length of the line below the row, from 0 to 1. */
  share: number;
  colour?: string;
  tooltip?: string;
  children: ReactNode;
}

function Row({ href, share, colour = '--accent-line', tooltip, children }: RowProps) {
  return (
    <li>
      <a href={href} data-tooltip={tooltip || undefined}>
        {children}
        <i aria-hidden style={{ width: `${share * 100}%`, background: `var(${colour})` }} />
      </a>
    </li>
  );
}

function Amount({ of, words, sign = '' }: { of: number; words: string; sign?: string }) {
  const text = words ? `${printCount(of)} ${words}` : countOf(of, 'request');
  return (
    <span data-tooltip={text}>
      <span aria-hidden>
        {printCount(of)}
        {sign}
      </span>
      <span className="visuallyHidden">{text}</span>
    </span>
  );
}
