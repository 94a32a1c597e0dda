import Activity from 'lucide-react/icons/activity';
import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { navigate, printHash } from '../base/hash';
import { countOf } from '../base/text';
import { type ChartLine, LineChart } from '../kit/chart/LineChart';
import { EmptyState } from '../kit/layout/EmptyState';
import { useNarrow } from '../kit/layout/useNarrow';
import { ChartTable } from '../logs/ChartTable';
import { hourText, rangeOf, tickText } from '../logs/chartPoints';
import { Block, Trouble } from './Block';
import css from './OverviewPage.module.css';
import { logsAddress, type Overview } from './overview';
import { chartPoints, countedIn, isNothing, periods } from './periods';

const height = 300;
const narrowHeight = 200;
const colours = {
  requests: { colour: '--chart-1', fill: '--chart-1-fill' },
  before: { colour: '--chart-axis', fill: '--chart-axis', kind: 'dashed' as const },
  errors: { colour: '--danger', fill: '--danger', kind: 'bar' as const },
  refused: { colour: '--warning-line', fill: '--warning-line', kind: 'bar' as const },
};

export function HourChart({ overview }: { overview: Overview }) {
  const { parts, span } = useSnapshot(overview.state);
  const isNarrow = useNarrow();
  const { maxDays = null, minLevel = 0 } = parts.settings.value?.logs ?? {};
  const total = parts.total.value;
  const refused = parts.refused.value;
  const errors = parts.errors.value;

  const drawn = useMemo(() => {
    if (!total) return null;
    const all = countedIn(total, span, maxDays);
    const line = (name: string, key: keyof typeof colours, values: readonly number[]): ChartLine[] => [
      { name, values, ...colours[key] },
    ];
    const lines = [
      ...line('Requests', 'requests', all.values),
      ...(all.before && minLevel === 0
        ? line(nameOf(periods[span.period].before), 'before', all.before)
        : []),
      ...(errors ? line('Server errors (5xx)', 'errors', countedIn(errors, span, maxDays).values) : []),
      ...(refused ? line('Refused (4xx)', 'refused', countedIn(refused, span, maxDays).values) : []),
    ];
    return {
      lines,
      sum: all.sum,
      points: chartPoints(
        span,
        lines.map(({ values }) => values),
      ),
    };
  }, [total, refused, errors, span, maxDays, minLevel]);

  const label = minLevel > 0 ? 'Failed requests per hour' : 'Requests per hour';
  const settings = <a href={printHash('/logs', { settings: '1' })}>Logs settings</a>;
  const noLogs =
    maxDays === 0 ? 'The server keeps no logs.' : total && isNothing(total) ? 'No requests yet.' : null;
  return (
    <Block
      title={label}
      end={
        drawn &&
        !noLogs && (
          <span className={css.legend} aria-hidden>
            {drawn.lines.map(({ name, colour, kind }) => (
              <span key={name}>
                <i
                  className={kind === 'dashed' ? css.dashed : undefined}
                  style={kind === 'dashed' ? undefined : { background: `var(${colour})` }}
                />
                {name}
              </span>
            ))}
          </span>
        )
      }
    >
      <Trouble overview={overview} name="total" what="Requests" />
      {noLogs ? (
        <EmptyState icon={Activity} title={noLogs} reason={settings} />
      ) : (
        drawn && (
          <>
            <LineChart
              key={String(isNarrow)}
              label={`${label}, ${countOf(drawn.sum, 'request')} in the last ${periods[span.period].name}`}
              height={isNarrow ? narrowHeight : height}
              times={drawn.points.hours}
              lines={drawn.lines}
              timeText={hourText}
              tickText={tickText}
              opens="opens the logs"
              onSelect={(first, last) => navigate('/logs', logsAddress(rangeOf(first, last)))}
            />
            <ChartTable label={label} points={drawn.points} names={drawn.lines.map(({ name }) => name)} />
          </>
        )
      )}
    </Block>
  );
}

const nameOf = (before: string) => before.replace(/^the /, '').replace(/^./, (first) => first.toUpperCase());
