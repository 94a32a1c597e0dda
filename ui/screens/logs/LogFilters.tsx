import type { CSSProperties, ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { type LogStat, levelName, logLevels } from '../../model/log';
import { printCount } from '../../platform/text';
import { sumOf } from './chartPoints';
import { levelColours } from './LevelBadge';
import css from './LogFilters.module.css';
import type { LogStats } from './logStats';
import type { LogQuery, LogRange } from './logsQuery';

interface Props {
  query: LogQuery;
  stats: LogStats;
  onChange: (changes: Partial<LogQuery>) => void;
  children: ReactNode;
}

const ranges: readonly { range: LogRange | null; name: string }[] = [
  { range: '1h', name: 'Last hour' },
  { range: '24h', name: '24 h' },
  { range: '7d', name: '7 days' },
  { range: null, name: 'All' },
];

/** Buttons for the levels that are shown, and for the period. */
export function LogFilters({ query, stats, onChange, children }: Props) {
  const { levels, range } = query;
  const { levels: counted } = useSnapshot(stats.state);
  const known: readonly number[] = logLevels.map(({ level }) => level);
  // The URL may name other levels.
  const shownLevels = [...known, ...levels.filter((level) => !known.includes(level))];
  return (
    <div className={css.bar}>
      <fieldset className={css.group} aria-label="Default log levels">
        <span className={css.label} aria-hidden>
          Default log levels
        </span>
        {shownLevels.map((level) => {
          const isOn = levels.includes(level);
          const others = levels.filter((other) => other !== level);
          return (
            <LevelToggle
              key={level}
              level={level}
              isOn={isOn}
              stats={counted?.[known.indexOf(level)]}
              onClick={() => onChange({ levels: isOn ? others : [...levels, level] })}
            />
          );
        })}
      </fieldset>
      <RangeButtons range={range} onChange={(next) => onChange({ range: next })} />
      <div className={css.group}>{children}</div>
    </div>
  );
}

interface LevelProps {
  level: number;
  isOn: boolean;
  /** Undefined while unknown. */
  stats: readonly LogStat[] | undefined;
  onClick: () => void;
}

function LevelToggle({ level, isOn, stats, onClick }: LevelProps) {
  const { text, tint } = levelColours(level);
  const style = { color: `var(${text})`, '--tint': `var(${tint})` } as CSSProperties;
  return (
    <button type="button" className={css.level} style={style} aria-pressed={isOn} onClick={onClick}>
      <span>{`${level}:${levelName(level)}`}</span>
      <span className={css.count}>{stats && printCount(sumOf(stats))}</span>
    </button>
  );
}

interface RangeProps {
  range: LogRange | null;
  onChange: (range: LogRange | null) => void;
  /** True to offer only limited periods, without "All": for the question before a slow search. */
  isBounded?: boolean;
}

export function RangeButtons({ range, onChange, isBounded = false }: RangeProps) {
  return (
    <fieldset className={css.group} aria-label={isBounded ? 'Search in' : 'Time range'}>
      {ranges
        .filter((one) => !isBounded || one.range !== null)
        .map((one) => (
          <Button
            key={one.name}
            kind={!isBounded && range === one.range ? 'secondary' : 'quiet'}
            size="small"
            aria-pressed={isBounded ? undefined : range === one.range}
            onClick={() => onChange(one.range)}
          >
            {one.name}
          </Button>
        ))}
    </fieldset>
  );
}
