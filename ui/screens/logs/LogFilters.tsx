import type { ReactNode } from 'react';
import { Button } from '../../components/basics/Button';
import { levelName, logLevels } from '../../model/log';
import { LevelBadge } from './LevelBadge';
import css from './LogFilters.module.css';
import type { LogQuery, LogRange } from './logsQuery';

interface Props {
  query: LogQuery;
  onChange: (changes: Partial<LogQuery>) => void;
  children: ReactNode;
}

const ranges: readonly { range: LogRange | null; name: string }[] = [
  { range: '1h', name: 'Last hour' },
  { range: '24h', name: '24 h' },
  { range: '7d', name: '7 days' },
  { range: null, name: 'All' },
];

/** The levels, of which the pressed ones are shown, and how far back to look. */
export function LogFilters({ query, onChange, children }: Props) {
  const { levels, range } = query;
  const known: readonly number[] = logLevels.map(({ level }) => level);
  // An address may name others.
  const shownLevels = [...known, ...levels.filter((level) => !known.includes(level))];
  return (
    <div className={css.group}>
      <fieldset className={css.group} aria-label="Default log levels">
        <span className={css.label} aria-hidden>
          Default log levels
        </span>
        {shownLevels.map((level) => {
          const isOn = levels.includes(level);
          const others = levels.filter((other) => other !== level);
          return (
            <Button
              key={level}
              kind={isOn ? 'secondary' : 'quiet'}
              size="small"
              aria-pressed={isOn}
              onClick={() => onChange({ levels: isOn ? others : [...levels, level] })}
            >
              <LevelBadge level={level} text={`${level}:${levelName(level)}`} />
            </Button>
          );
        })}
      </fieldset>
      <RangeButtons range={range} onChange={(next) => onChange({ range: next })} />
      {children}
    </div>
  );
}

interface RangeProps {
  range: LogRange | null;
  onChange: (range: LogRange | null) => void;
  /** Not "All", where that is what is asked about. */
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
