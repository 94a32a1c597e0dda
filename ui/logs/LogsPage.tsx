import Download from 'lucide-react/icons/download';
import FileX from 'lucide-react/icons/file-x';
import ListFilter from 'lucide-react/icons/list-filter';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Settings2 from 'lucide-react/icons/settings-2';
import { type ComponentProps, useCallback, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { currentLocation, navigate, type Query, type QueryChanges, replaceQuery } from '../base/hash';
import { printCount } from '../base/text';
import { Button } from '../kit/basics/Button';
import { IconButton } from '../kit/basics/IconButton';
import { RefreshButton } from '../kit/basics/RefreshButton';
import { Toggle } from '../kit/form/Toggle';
import { ListBody } from '../kit/layout/ListBody';
import { BannerBar } from '../kit/layout/Note';
import { Page } from '../kit/layout/Page';
import { lazyComponent } from '../kit/lazy/lazyComponent';
import { ClearFilters } from '../kit/search/ClearFilters';
import { BulkBar } from '../kit/table/BulkBar';
import type { Log } from '../model/log';
import { register } from '../page/commands';
import * as preferences from '../page/preferences';
import * as connection from '../page/session/connection';
import { LogPanel } from './LogPanel';
import { LogSearch } from './LogSearch';
import { LogTable, tableName } from './LogTable';
import { conditionOf } from './logConditions';
import { downloadLogs } from './logExport';
import { createLogList, type LogList } from './logList';
import { createLogStats } from './logStats';
import { addressOf, aroundOf, type LogQuery, logQueryOf } from './logsQuery';
import { createLogTail } from './logTail';
import { RouteTable } from './RouteTable';

interface Props {
  query: Query;
}

// The popup is in the script of the settings, which holds all of their forms.
const LogSettingsPopup = lazyComponent(
  async () => (await import('../app/entries/settings')).LogSettingsPopup,
);

export function LogsPage({ query: address }: Props) {
  const [logs] = useState(createLogList);
  const [stats] = useState(createLogStats);
  const [tail] = useState(() => createLogTail(logs, stats));
  const [storedChoice, setStoredChoice] = useState(preferences.showsAdminRequests);
  // A link of another page may open the settings.
  const [isSettingsOpen, setIsSettingsOpen] = useState(address['settings'] === '1');
  const [hasSelected, setHasSelected] = useState(false);
  const { isLoading, items, selected, loadError } = useSnapshot(logs.list.state);
  const query = useMemo(() => logQueryOf(address, storedChoice), [address, storedChoice]);
  const around = aroundOf(address);
  const isGrouped = address['group'] === 'route' && !around;
  const logId = address['logId'] ?? '';

  // Keep the bar mounted so that a running bulk action survives an empty selection.
  useEffect(() => {
    if (selected.size > 0) setHasSelected(true);
  }, [selected]);

  useEffect(() => {
    const stopWaiting = connection.retryOnReturn(
      () => logs.list.state.loadError !== null || stats.state.hasFailed,
      logs.refresh,
    );
    return () => {
      stopWaiting();
      tail.stop();
      stats.cancel();
      logs.close();
    };
  }, [logs, stats, tail]);

  useEffect(
    () =>
      register({
        id: 'refresh',
        title: 'Refresh',
        icon: RefreshCw,
        group: 'page',
        run: () => void logs.refresh(),
      }),
    [logs],
  );

  useEffect(() => {
    if (!around) return;
    tail.stop();
    void logs.openAround(around).then(() => showMarked(logs.list.state.items, around));
  }, [around, logs, tail]);

  const change = useCallback(
    (changes: Partial<LogQuery>) => replaceQuery(addressOf({ ...query, ...changes })),
    [query],
  );

  const narrow = useCallback(
    (condition: string) =>
      step({
        filter: logs.narrowed(query.search, condition),
        logId: undefined,
        around: undefined,
        group: undefined,
      }),
    [logs, query.search],
  );

  const handlePick = useCallback(
    (key: string, value: unknown, isExcluded: boolean) => narrow(conditionOf(key, value, isExcluded)),
    [narrow],
  );

  const handleOpen = useCallback((id: string) => step({ logId: id }), []);
  const handleShowAround = useCallback((id: string) => step({ around: id, logId: undefined }), []);

  function handleAdmins(isIncluded: boolean) {
    preferences.rememberAdminRequests(isIncluded);
    setStoredChoice(isIncluded);
    change({ includesAdmins: isIncluded });
  }

  const isNarrowed = query.search !== '' || query.levels.length > 0 || query.range !== null;
  const place = items.findIndex(({ id }) => id === logId);
  const neighbours = {
    previous: items[place - 1]?.id ?? null,
    next: place < 0 ? null : (items[place + 1]?.id ?? null),
  };
  const body = (
    <LogsBody
      logs={logs}
      onRoute={isGrouped ? narrow : undefined}
      markedId={around}
      openId={logId}
      onOpen={handleOpen}
      onShowAround={handleShowAround}
      onPick={handlePick}
      onClear={isNarrowed && !around ? () => change({ search: '', levels: [], range: null }) : undefined}
    />
  );

  return (
    <Page
      title="Logs"
      isLoading={isLoading}
      headerStart={
        <>
          <IconButton icon={Settings2} label="Logs settings" onClick={() => setIsSettingsOpen(true)} />
          <RefreshButton onClick={() => void logs.refresh()} />
        </>
      }
      actions={
        !around && (
          <Toggle label="Include requests by admins" isOn={query.includesAdmins} onChange={handleAdmins} />
        )
      }
      footer={
        !loadError &&
        items.length > 0 && (
          <span>
            Rows 1 to {printCount(items.length)}
            {isGrouped && ', grouped by route'}
          </span>
        )
      }
    >
      {around ? (
        <>
          <BannerBar
            kind="info"
            icon={ListFilter}
            actions={
              <Button kind="quiet" size="small" onClick={() => replaceQuery({ around: undefined })}>
                Back to the list
              </Button>
            }
          >
            Logs right before and after <code translate="no">{around}</code>, ignoring the filter.
          </BannerBar>
          {body}
        </>
      ) : (
        <LogSearch
          logs={logs}
          tail={tail}
          stats={stats}
          query={query}
          isGrouped={isGrouped}
          onChange={change}
          onGroup={(isOn) => replaceQuery({ group: isOn ? 'route' : undefined })}
        >
          {body}
        </LogSearch>
      )}
      {hasSelected && <LogSelectionBar logs={logs} />}
      {logId && (
        <LogPanel
          logId={logId}
          row={items[place]}
          neighbours={neighbours}
          onOpen={(id) => replaceQuery({ logId: id })}
          onFilter={narrow}
          onShowAround={({ id }) => handleShowAround(id)}
          onClose={() => replaceQuery({ logId: undefined })}
        />
      )}
      {isSettingsOpen && (
        <LogSettingsPopup
          onClose={() => {
            setIsSettingsOpen(false);
            if (address['settings']) replaceQuery({ settings: undefined });
          }}
          onSaved={() => void logs.refresh()}
        />
      )}
    </Page>
  );
}

/** Adds a history entry, so that the back button undoes the change. */
function step(changes: QueryChanges): void {
  const { path, query } = currentLocation();
  navigate(path, { ...query, ...changes });
}

/** Scrolls the marked log to the middle of the viewport. */
function showMarked(items: readonly Log[], id: string): void {
  requestAnimationFrame(() => {
    const table = document.querySelector<HTMLElement>(`section[aria-label="${tableName}"]`);
    const body = table?.querySelector('tbody');
    if (!table || !body) return;
    const rowHeight = body.offsetHeight / Math.max(items.length, 1);
    const place = items.findIndex((item) => item.id === id);
    table.scrollTop = (place + 1) * rowHeight - table.clientHeight / 2;
  });
}

interface BodyProps extends ComponentProps<typeof LogTable> {
  /** Undefined if no filter is set. */
  onClear: (() => void) | undefined;
  /** Given if the rows are grouped by route. */
  onRoute: ((filter: string) => void) | undefined;
}

function LogsBody({ onClear, onRoute, ...table }: BodyProps) {
  const { logs, markedId } = table;
  const list = useSnapshot(logs.list.state);
  return (
    <ListBody
      list={list}
      isRefused={list.refusedSearch !== null}
      failedTitle="The logs could not be loaded."
      deniedTitle="You may not see the logs."
      emptyIcon={FileX}
      emptyTitle="No logs found."
      emptyReason={markedId && `The log ${markedId} no longer exists.`}
      emptyActions={onClear && <ClearFilters onClear={onClear} />}
      onRetry={() => void logs.refresh()}
    >
      {onRoute ? <RouteTable logs={logs} onOpen={onRoute} /> : <LogTable {...table} />}
    </ListBody>
  );
}

function LogSelectionBar({ logs }: { logs: LogList }) {
  const { list } = logs;
  const { selected } = useSnapshot(list.state);
  const isShown = selected.size > 0;

  function handleDownload() {
    downloadLogs(list.state.items.filter(({ id }) => list.state.selected.has(id)));
  }

  if (!isShown) return null;
  return (
    <BulkBar
      actions={
        <>
          <Button kind="quiet" onClick={list.clearSelection}>
            Reset
          </Button>
          <Button kind="quiet" icon={Download} onClick={handleDownload}>
            Download as JSON
          </Button>
        </>
      }
    >
      Selected <b>{selected.size}</b> log(s)
    </BulkBar>
  );
}
