import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { Spinner } from '../../components/basics/Spinner';
import { Toggle } from '../../components/form/Toggle';
import { type ChartLine, LineChart } from '../../components/lazy/LineChart';
import { useNarrow } from '../../components/page/useNarrow';
import { logLevels } from '../../model/log';
import { type ChartRange, hourText, pointsOf, rangeOf, sumOf, tableOf } from './chartPoints';
import css from './LogChart.module.css';
import { createLogStats } from './logStats';

interface Props {
  filter: string;
  /** Another one loads again. */
  refreshKey: number;
  onZoom: (from: string, to: string) => void;
  onReset: () => void;
  isZoomed: boolean;
  /** What the filter spans: the chart begins and ends there, else at the first and last log. */
  range?: ChartRange | null | undefined;
  /** At the start of the line that tells the count. */
  children?: ReactNode;
}

const label = 'Total requests over time';
const height = 132;

const totalLine = { name: 'Total requests', colour: '--chart-1', fill: '--chart-1-fill' };
const levelColours = ['--level-debug', '--level-info', '--level-warn', '--level-error'];
const levelDashes = [[2, 2], undefined, [6, 3], undefined];
const levelLines = logLevels.map(({ name }, at) => ({
  name,
  colour: levelColours[at] ?? totalLine.colour,
  dash: levelDashes[at],
}));

/** How many logs there are, by the hour. */
export function LogChart({ filter, refreshKey, onZoom, onReset, isZoomed, range, children }: Props) {
  const [stats] = useState(createLogStats);
  const { total, levels, isByLevel, isLoading, isLoadingLevels, hasFailed } = useSnapshot(stats.state);
  const isNarrow = useNarrow();
  const { from, to } = range ?? {};
  const hasLevels = isByLevel && levels !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key loads again
  useEffect(() => void stats.load(filter), [stats, filter, refreshKey]);
  useEffect(() => stats.cancel, [stats]);

  const points = useMemo(
    () =>
      pointsOf(
        hasLevels ? levels : [total ?? []],
        from !== undefined && to !== undefined ? { from, to } : null,
      ),
    [hasLevels, levels, total, from, to],
  );
  const lines = useMemo<ChartLine[]>(
    () =>
      (hasLevels ? levelLines : [totalLine]).map((line, at) => ({
        ...line,
        values: points.counts[at] ?? [],
      })),
    [hasLevels, points],
  );
  const count = sumOf(total ?? []);

  function pointText(index: number): string {
    return lines
      .map(({ name, values }) => {
        const value = values[index] ?? 0;
        return hasLevels
          ? `${name} ${value.toLocaleString('en-US')}`
          : `${value.toLocaleString('en-US')} ${value === 1 ? 'request' : 'requests'}`;
      })
      .join('\n');
  }

  function handleSelect(first: number, last: number) {
    const zoomed = rangeOf(first, last);
    onZoom(zoomed.from, zoomed.to);
  }

  return (
    <div className={css.root}>
      <div className={css.head}>
        {children}
        <span className={css.rest}>
          {(isLoading || isLoadingLevels) && <Spinner />}
          {isZoomed && (
            <Button kind="link" size="small" onClick={onReset}>
              Reset zoom
            </Button>
          )}
          {!isNarrow && hasLevels && <Legend />}
          {!isNarrow && (
            <Toggle label="By level" isOn={isByLevel} onChange={(isOn) => void stats.setByLevel(isOn)} />
          )}
          <span role="status">
            {!isLoading && total && (
              <>
                Found <b>{count.toLocaleString('en-US')}</b> {count === 1 ? 'log' : 'logs'}
              </>
            )}
          </span>
        </span>
      </div>
      {!isNarrow && !hasFailed && (
        <>
          <LineChart
            label={label}
            height={height}
            times={points.hours}
            lines={lines}
            timeText={hourText}
            pointText={pointText}
            onSelect={handleSelect}
            onDoubleClick={() => isZoomed && onReset()}
          />
          <ChartTable points={points} names={lines.map(({ name }) => name)} />
        </>
      )}
      {hasFailed && (
        <p role="alert" style={{ minHeight: isNarrow ? undefined : height }}>
          The logs could not be counted.{' '}
          <Button kind="link" size="small" isBusy={isLoading} onClick={() => void stats.load(filter)}>
            Retry
          </Button>
        </p>
      )}
    </div>
  );
}

/** Each name stands on its line. */
function Legend() {
  return levelLines.map(({ name, colour, dash }) => (
    <span key={name} style={{ borderBottom: `2px ${lineStyle(dash)} var(${colour})` }}>
      {name}
    </span>
  ));
}

const lineStyle = (dash: readonly number[] | undefined) =>
  dash === undefined ? 'solid' : dash[0] === 2 ? 'dotted' : 'dashed';

/** What the canvas shows, for those who do not see it. */
function ChartTable({ points, names }: { points: ReturnType<typeof pointsOf>; names: readonly string[] }) {
  const { unit, rows } = useMemo(() => tableOf(points), [points]);
  return (
    <div className="visuallyHidden">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{unit} (UTC)</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ time, counts }) => (
            <tr key={time}>
              <th scope="row">{time}</th>
              {counts.map((value, at) => (
                <td key={names[at]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
