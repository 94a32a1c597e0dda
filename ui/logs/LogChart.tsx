import { type ReactNode, useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { printCount } from '../base/text';
import { Button } from '../kit/basics/Button';
import { Spinner } from '../kit/basics/Spinner';
import { type ChartLine, LineChart } from '../kit/chart/LineChart';
import { Toggle } from '../kit/form/Toggle';
import { useNarrow } from '../kit/layout/useNarrow';
import { logLevels } from '../model/log';
import { ChartTable } from './ChartTable';
import { type ChartRange, hourText, pointsOf, rangeOf, sumOf, tickText } from './chartPoints';
import { levelColours } from './LevelBadge';
import css from './LogChart.module.css';
import type { LogStats } from './logStats';

interface Props {
  stats: LogStats;
  filter: string;
  /** The filter without its condition on levels. */
  unlevelled?: string | undefined;
  /** The levels that are shown; an empty list: all. */
  levels?: readonly number[] | undefined;
  /** Another number makes the chart load again. */
  refreshKey: number;
  onZoom: (from: string, to: string) => void;
  onReset: () => void;
  isZoomed: boolean;
  /** The range of the filter: the chart starts and ends there, otherwise at the first and last log. */
  range?: ChartRange | null | undefined;
  /** The list has failed, too, and offers to load both again. */
  hasListFailed?: boolean | undefined;
  /** The list has rows, which stay after a failure without a response; then the chart stays, too. */
  hasRows?: boolean | undefined;
  /** Stands before the count. */
  children?: ReactNode;
}

const label = 'Total requests over time';
const height = 132;
const narrowHeight = 96;
const all: readonly number[] = [];

const totalLine = { name: 'Total requests', colour: '--chart-1', fill: '--chart-1-fill' };
const levelLines = logLevels.map(({ level, name }) => {
  const { text, tint } = levelColours(level);
  return { level, name, colour: text, fill: tint, kind: 'bar' as const };
});

export function LogChart(props: Props) {
  const { stats, filter, unlevelled = filter, levels: shownLevels = all, refreshKey } = props;
  const { onZoom, onReset, isZoomed, range, hasListFailed, hasRows, children } = props;
  const { total, levels, isByLevel, isLoading, isLoadingLevels, hasFailed } = useSnapshot(stats.state);
  const isNarrow = useNarrow();
  const { from, to } = range ?? {};
  // Null while the levels are not shown, so that their counts do not redraw the chart.
  const layers = isByLevel ? levels : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key loads again
  useEffect(() => void stats.load(filter, unlevelled), [stats, filter, unlevelled, refreshKey]);
  useEffect(() => stats.cancel, [stats]);

  const lines = useMemo(
    () =>
      layers
        ? levelLines.map((line, at) => {
            const isShown = shownLevels.length === 0 || shownLevels.includes(line.level);
            return { ...line, stats: isShown ? (layers[at] ?? []) : [] };
          })
        : [{ ...totalLine, stats: total ?? [] }],
    [layers, total, shownLevels],
  );
  const points = useMemo(
    () =>
      pointsOf(
        lines.map((line) => line.stats),
        from !== undefined && to !== undefined ? { from, to } : null,
      ),
    [lines, from, to],
  );
  const drawn = useMemo<ChartLine[]>(
    () => lines.map((line, at) => ({ ...line, values: points.counts[at] ?? [] })),
    [lines, points],
  );
  const count = sumOf(total ?? []);
  const isShown = !hasFailed || (hasListFailed && hasRows);

  function handleSelect(first: number, last: number) {
    const zoomed = rangeOf(first, last);
    onZoom(zoomed.from, zoomed.to);
  }

  return (
    <div className={css.root}>
      <div className={css.head}>
        {children}
        <span className={css.rest}>
          {(isLoading || (isByLevel && isLoadingLevels)) && <Spinner />}
          {isZoomed && (
            <Button kind="link" size="small" onClick={onReset}>
              Reset zoom
            </Button>
          )}
          {layers && <Legend />}
          <Toggle label="By level" isOn={isByLevel} onChange={(isOn) => void stats.setByLevel(isOn)} />
          <span role="status">
            {!isLoading && isShown && total && (
              <>
                Found <b>{printCount(count)}</b> {count === 1 ? 'log' : 'logs'}
              </>
            )}
          </span>
        </span>
      </div>
      {isShown && (
        <>
          <div className={css.chart}>
            <LineChart
              // A chart has a fixed height, so the key creates a new one.
              key={String(isNarrow)}
              label={label}
              height={isNarrow ? narrowHeight : height}
              times={points.hours}
              lines={drawn}
              timeText={hourText}
              tickText={tickText}
              onSelect={handleSelect}
              onDoubleClick={() => isZoomed && onReset()}
            />
          </div>
          <ChartTable label={label} points={points} names={drawn.map(({ name }) => name)} />
        </>
      )}
      {hasFailed && !hasListFailed && (
        <p role="alert" style={{ minHeight: isNarrow ? narrowHeight : height }}>
          The logs could not be counted.{' '}
          <Button kind="link" size="small" isBusy={isLoading} onClick={() => void stats.reload()}>
            Retry
          </Button>
        </p>
      )}
    </div>
  );
}

function Legend() {
  return levelLines.map(({ name, colour }) => (
    <span key={name} style={{ borderBottom: `2px solid var(${colour})` }}>
      {name}
    </span>
  ));
}
