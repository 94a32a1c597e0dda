import ChevronDown from 'lucide-react/icons/chevron-down';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Route from 'lucide-react/icons/route';
import ScanSearch from 'lucide-react/icons/scan-search';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type CSSProperties, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { printCount } from '../base/text';
import { Button } from '../kit/basics/Button';
import { IconButton } from '../kit/basics/IconButton';
import { LiveButton } from '../kit/basics/LiveButton';
import { EmptyState } from '../kit/layout/EmptyState';
import { useNarrow } from '../kit/layout/useNarrow';
import { Dropdown, DropdownItem } from '../kit/overlay/Dropdown';
import { FilterRefusal } from '../kit/search/FilterRefusal';
import { SearchBar } from '../kit/search/SearchBar';
import { type LogStat, levelName, logLevels } from '../model/log';
import { sumOf } from './chartPoints';
import { levelColours } from './LevelBadge';
import { LogChart } from './LogChart';
import css from './LogSearch.module.css';
import { tableName } from './LogTable';
import type { LogList } from './logList';
import type { LogStats } from './logStats';
import { filterFields, type LogQuery, type LogRange, searchWords } from './logsQuery';
import type { LogTail } from './logTail';

interface Props {
  logs: LogList;
  tail: LogTail;
  stats: LogStats;
  query: LogQuery;
  /** True if the rows are grouped by route. */
  isGrouped: boolean;
  onChange: (changes: Partial<LogQuery>) => void;
  onGroup: (isOn: boolean) => void;
  children: ReactNode;
}

const placeholder = 'Search term or filter like created > "2022-01-01"...';

export function LogSearch({ children, ...props }: Props) {
  const { logs, tail, stats, query, onChange } = props;
  const { items } = useSnapshot(logs.list.state);
  const { filter, unlevelled, span, refreshKey, isHeld } = useSnapshot(logs.state);
  const { refusedSearch, loadError } = useSnapshot(logs.list.state);
  const words = useMemo(() => searchWords(items), [items]);
  const { search, range } = query;

  const handleSearch = (text: string) => onChange({ search: text });

  useEffect(() => void logs.open(query), [logs, query]);
  useEffect(() => {
    if (isHeld) tail.stop();
  }, [tail, isHeld]);

  const filters = <LogFilters {...props}>{!isHeld && <LiveLogs tail={tail} table={tableOf} />}</LogFilters>;

  return (
    <div className={css.root}>
      <SearchBar
        applied={search}
        placeholder={placeholder}
        error={
          refusedSearch === search ? (
            <LogFilterRefusal search={search} message={loadError?.message} onApply={handleSearch} />
          ) : undefined
        }
        words={words}
        onApply={handleSearch}
      />
      {isHeld ? (
        <>
          <div className={css.held}>{filters}</div>
          <EmptyState
            icon={ScanSearch}
            title="Search the text of all logs?"
            reason="The server has to read every log for this. With many logs, a shorter range is faster."
            role="status"
          >
            <RangeButtons onChange={(next) => onChange({ range: next })} />
            <Button onClick={() => void logs.allowScan()}>Search anyway</Button>
          </EmptyState>
        </>
      ) : (
        <>
          {filter !== null && (
            <LogChart
              stats={stats}
              filter={filter}
              unlevelled={unlevelled}
              levels={query.levels}
              refreshKey={refreshKey}
              range={span}
              hasListFailed={loadError !== null && refusedSearch === null}
              hasRows={items.length > 0}
              isZoomed={typeof range === 'object' && range !== null}
              onZoom={(from, to) => onChange({ range: { from, to } })}
              onReset={() => onChange({ range: null })}
            >
              {filters}
            </LogChart>
          )}
          {children}
        </>
      )}
    </div>
  );
}

function tableOf(): HTMLElement | null {
  return document.querySelector(`section[aria-label="${tableName}"]`);
}

interface LiveLogsProps {
  tail: LogTail;
  /** The scrolling element with the rows. */
  table: () => HTMLElement | null;
}

/**
 * Switches the live tail. New logs go on top if this moves nothing that the user reads or points at.
 * Otherwise they are counted until the user clicks the count.
 */
function LiveLogs({ tail, table }: LiveLogsProps) {
  const { status, fresh, isMore } = useSnapshot(tail.state);
  const isOn = status !== 'off';

  useEffect(() => {
    // With more new rows than were read, showing them reloads the list; only the user starts that.
    if (fresh.length > 0 && !isMore && status === 'live' && isUndisturbed(table())) tail.show();
  }, [fresh, isMore, status, tail, table]);

  function handleShow() {
    tail.show();
    table()?.scrollTo({ top: 0 });
  }

  // The switch, Pause and the count of new logs appear in this order, so that none moves another.
  return (
    <>
      <LiveButton
        size="small"
        isOn={isOn}
        tooltip={isOn ? 'Stop live updates' : 'Check for new logs every 3 seconds'}
        onClick={isOn ? tail.stop : tail.start}
      />
      <IconButton
        icon={status === 'paused' ? Play : Pause}
        size="small"
        label={status === 'paused' ? 'Resume' : 'Pause'}
        style={isOn ? undefined : { visibility: 'hidden' }}
        onClick={status === 'paused' ? tail.resume : tail.pause}
      />
      <span role="status">
        {status === 'lost' && 'Reconnecting...'}
        {fresh.length > 0 && (
          <Button size="small" kind="primary" onClick={handleShow}>
            {fresh.length}
            {isMore && '+'} new {fresh.length === 1 && !isMore ? 'log' : 'logs'}
          </Button>
        )}
      </span>
    </>
  );
}

function isUndisturbed(table: HTMLElement | null): boolean {
  return table === null || (table.scrollTop === 0 && !table.matches(':hover, :focus-within'));
}

interface LogFilterRefusalProps {
  search: string;
  /** The message of the server. */
  message: string | undefined;
  onApply: (text: string) => void;
}

/** Explains a filter that the server refused, and offers a correction. */
function LogFilterRefusal({ search, message, onApply }: LogFilterRefusalProps) {
  return (
    <FilterRefusal
      filter={search}
      message={message}
      knownFields={filterFields()}
      example='data.status >= 400 && message ~ "records"'
      onApply={onApply}
    />
  );
}

const ranges: readonly { range: LogRange | null; name: string }[] = [
  { range: '1h', name: 'Last hour' },
  { range: '24h', name: 'Last 24 hours' },
  { range: '7d', name: 'Last 7 days' },
  { range: null, name: 'All time' },
];

/** On a narrow screen a button shows all but the levels, unless the list is live. */
function LogFilters({ tail, stats, query, isGrouped, onChange, onGroup, children }: Omit<Props, 'logs'>) {
  const { levels, range } = query;
  const { levels: counted } = useSnapshot(stats.state);
  const { status } = useSnapshot(tail.state);
  const [isOpen, setOpen] = useState(false);
  const canFold = useNarrow() && status === 'off';
  const set = Number(range !== null) + Number(isGrouped);
  const known: readonly number[] = logLevels.map(({ level }) => level);
  // The URL may name other levels.
  const shownLevels = [...known, ...levels.filter((level) => !known.includes(level))];
  return (
    <>
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
      {canFold && (
        <Button size="small" icon={SlidersHorizontal} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Filters{set > 0 && ` (${set})`}
        </Button>
      )}
      {(isOpen || !canFold) && (
        <>
          <RangeMenu range={range} onChange={(next) => onChange({ range: next })} />
          <Button
            kind="quiet"
            size="small"
            icon={Route}
            aria-pressed={isGrouped}
            onClick={() => onGroup(!isGrouped)}
          >
            Group by route
          </Button>
          <div className={css.group}>{children}</div>
        </>
      )}
    </>
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
}

/** The menu of periods. A period that was selected in the chart has no name there. */
function RangeMenu({ range, onChange }: RangeProps) {
  const chosen = ranges.find((one) => one.range === range);
  return (
    <Dropdown
      label="Time range"
      trigger={(trigger) => (
        <Button {...trigger} size="small" iconAtEnd={ChevronDown}>
          {chosen?.name ?? 'Part of the chart'}
        </Button>
      )}
    >
      {ranges.map((one) => (
        <DropdownItem key={one.name} isChecked={one === chosen} onSelect={() => onChange(one.range)}>
          {one.name}
        </DropdownItem>
      ))}
    </Dropdown>
  );
}

/** The limited periods, for the question before a slow search. */
function RangeButtons({ onChange }: Pick<RangeProps, 'onChange'>) {
  return (
    <fieldset className={css.group} aria-label="Search in">
      {ranges
        .filter(({ range }) => range !== null)
        .map(({ range, name }) => (
          <Button key={name} kind="quiet" size="small" onClick={() => onChange(range)}>
            {name}
          </Button>
        ))}
    </fieldset>
  );
}
