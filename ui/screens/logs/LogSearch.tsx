import ScanSearch from 'lucide-react/icons/scan-search';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { SearchBar } from '../../components/data/SearchBar';
import { EmptyState } from '../../components/page/EmptyState';
import type { Log } from '../../model/log';
import { LiveLogs } from './LiveLogs';
import { LogChart } from './LogChart';
import { LogFilters, RangeButtons } from './LogFilters';
import { tableName } from './LogTable';
import { LogFilterFault } from './lazyParts';
import type { LogList } from './logList';
import { type LogQuery, mustScan, searchWords } from './logsQuery';
import type { LogTail } from './logTail';

interface Props {
  logs: LogList;
  tail: LogTail;
  query: LogQuery;
  onChange: (changes: Partial<LogQuery>) => void;
  /** The rows. */
  children: ReactNode;
}

const placeholder = 'Search term or filter like created > "2022-01-01"...';

/** What the list is narrowed by; above the rows, with the chart that it narrows too. */
export function LogSearch({ logs, tail, query, onChange, children }: Props) {
  const { items } = useSnapshot(logs.list.state);
  const { filter, span, refreshKey, refusedSearch, mayScanAll } = useSnapshot(logs.state);
  const words = useMemo(() => searchWords(items as readonly Log[]), [items]);
  const { search, range } = query;
  const isHeld = !mayScanAll && range === null && mustScan(query);

  const handleSearch = (text: string) => onChange({ search: text });

  useEffect(() => {
    if (isHeld) tail.stop();
    else void logs.open(query);
  }, [logs, tail, query, isHeld]);

  const filters = (
    <LogFilters query={query} onChange={onChange}>
      <LiveLogs tail={tail} table={tableOf} />
    </LogFilters>
  );

  return (
    <>
      <SearchBar
        applied={search}
        placeholder={placeholder}
        error={
          refusedSearch === search ? <LogFilterFault search={search} onApply={handleSearch} /> : undefined
        }
        words={words}
        onApply={handleSearch}
      />
      {isHeld ? (
        <EmptyState
          icon={ScanSearch}
          title="Search the text of all logs?"
          reason="The server has to read every log for this. Where there are many, a shorter time is kinder to it."
          role="status"
        >
          <RangeButtons range={range} isBounded onChange={(next) => onChange({ range: next })} />
          <Button onClick={logs.allowScan}>Search anyway</Button>
        </EmptyState>
      ) : (
        <>
          {filter !== null && (
            <LogChart
              filter={filter}
              refreshKey={refreshKey}
              range={span}
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
    </>
  );
}

function tableOf(): HTMLElement | null {
  return document.querySelector(`section[aria-label="${tableName}"]`);
}
