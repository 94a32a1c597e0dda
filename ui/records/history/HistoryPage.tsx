import History from 'lucide-react/icons/history';
import PanelLeft from 'lucide-react/icons/panel-left';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { focusPage, isFocusLost } from '../../base/focus';
import { type Query, replaceQuery } from '../../base/hash';
import { byteSize, countOf } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { IconButton } from '../../kit/basics/IconButton';
import { RefreshButton } from '../../kit/basics/RefreshButton';
import { SearchInput } from '../../kit/form/SearchInput';
import { Select } from '../../kit/form/Select';
import { Toggle } from '../../kit/form/Toggle';
import { EmptyState } from '../../kit/layout/EmptyState';
import { Page } from '../../kit/layout/Page';
import { BulkBar } from '../../kit/table/BulkBar';
import { CollectionsSidebar } from '../CollectionsSidebar';
import { ActPanel } from './ActPanel';
import css from './HistoryPage.module.css';
import { HistoryTable } from './HistoryTable';
import * as history from './history';
import * as historyActs from './historyActs';
import { rowOf, searchRows } from './historyRows';
import type { Act } from './plan/act';
import * as undo from './undo';

interface Props {
  query: Query;
}

const daysName = (days: number) => (days === 0 ? 'Nothing is kept' : countOf(days, 'day'));

export function HistoryPage({ query }: Props) {
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { isLoaded, isKept, keptDays, emptiesAtLogOut } = useSnapshot(history.state);
  const acts = useSnapshot(history.state).acts;
  const { isBusy } = useSnapshot(undo.state);

  useEffect(() => {
    void history.load();
    const listen = () => document.visibilityState === 'visible' && void history.load();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);

  const all = useMemo(() => acts.map(rowOf), [acts]);
  const rows = useMemo(() => searchRows(all, search), [all, search]);
  const chosen = acts.filter(({ id }) => selected.has(id));
  const undoable = chosen.filter(({ state }) => state !== 'undone');
  const open = acts.find(({ id }) => id === query['entryId']);
  const bytes = acts.reduce((sum, act) => sum + act.bytes, 0);

  // With the last row, the table is removed, and perhaps the focus with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only then
  useLayoutEffect(() => {
    if (isFocusLost()) focusPage();
  }, [rows.length]);

  const unselect = (some: readonly Act[]) =>
    setSelected((now) => new Set([...now].filter((id) => some.every((act) => act.id !== id))));

  async function handleRemove(some: readonly Act[]) {
    if (!(await historyActs.remove(some))) return;
    unselect(some);
    if (open && some.includes(open)) replaceQuery({ entryId: undefined });
  }

  async function handleUndoChosen() {
    await historyActs.undoActs(undoable.map(({ id }) => id));
    unselect(chosen);
  }

  return (
    <>
      <CollectionsSidebar
        activeId=""
        isHistory
        isDrawerOpen={isDrawerOpen}
        onDrawerClose={() => setIsDrawerOpen(false)}
      />
      <Page
        title="History"
        isLoading={!isLoaded || isBusy}
        sidebarButton={
          <IconButton icon={PanelLeft} label="Collections" onClick={() => setIsDrawerOpen(true)} />
        }
        headerStart={<RefreshButton onClick={() => void history.load()} />}
        actions={
          acts.length > 0 && (
            <Button icon={Trash2} onClick={() => void historyActs.empty()}>
              Empty
            </Button>
          )
        }
        footer={
          <span role="status">
            {isLoaded && isKept && (
              <>
                {countOf(all.length, 'entry', 'entries')}, {byteSize(bytes)} of {byteSize(history.mostBytes)}.
                <span className="onlyWide">
                  {' '}
                  Kept only in this browser, for your account on {location.host}.
                </span>
              </>
            )}
          </span>
        }
      >
        <div className={css.bar}>
          <SearchInput
            className={css.search}
            label="Search"
            placeholder="Search term or id..."
            value={search}
            onChange={setSearch}
          />
          <span className={css.option}>
            <span aria-hidden>Keep for</span>
            <Select
              aria-label="Keep for"
              isRequired
              value={String(keptDays)}
              options={history.keptDaysChoices.map((days) => ({
                value: String(days),
                label: daysName(days),
              }))}
              onChange={(text) => void historyActs.setKeptDays(Number(text))}
            />
          </span>
          <Toggle label="Empty on logout" isOn={emptiesAtLogOut} onChange={history.setEmptiesAtLogOut} />
        </div>
        {isLoaded && rows.length === 0 ? (
          <EmptyState
            icon={History}
            title={titleOf(all.length > 0, isKept)}
            reason={
              all.length > 0 || !isKept || keptDays === 0
                ? undefined
                : `What you delete or change here is kept for ${daysName(keptDays)}.`
            }
            role="status"
          >
            {search && <Button onClick={() => setSearch('')}>Clear search</Button>}
          </EmptyState>
        ) : (
          <HistoryTable
            rows={rows}
            isLoading={!isLoaded}
            openId={open?.id ?? ''}
            selected={selected}
            onSelect={setSelected}
            onOpen={({ id }) => replaceQuery({ entryId: id })}
            onUndo={({ id }) => void historyActs.undoActs([id])}
          />
        )}
        {chosen.length > 0 && (
          <BulkBar
            actions={
              <>
                <Button kind="quiet" onClick={() => setSelected(new Set())}>
                  Reset
                </Button>
                {undoable.length > 0 && (
                  <Button kind="quiet" writes onClick={() => void handleUndoChosen()}>
                    Undo
                  </Button>
                )}
                <Button kind="danger" icon={Trash2} onClick={() => void handleRemove(chosen)}>
                  Delete permanently
                </Button>
              </>
            }
          >
            Selected <b>{chosen.length}</b> {chosen.length === 1 ? 'entry' : 'entries'}
          </BulkBar>
        )}
        {open && (
          <ActPanel
            key={open.id}
            act={open}
            onRemove={() => void handleRemove([open])}
            onClose={() => replaceQuery({ entryId: undefined })}
          />
        )}
      </Page>
    </>
  );
}

function titleOf(isSearch: boolean, isKept: boolean): string {
  if (isSearch) return 'Nothing was found.';
  return isKept ? 'The history is empty.' : 'History needs browser storage, which is off.';
}
