import PanelLeft from 'lucide-react/icons/panel-left';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { IconButton } from '../../../components/basics/IconButton';
import { RefreshButton } from '../../../components/basics/RefreshButton';
import { useProgress } from '../../../components/basics/useProgress';
import { BulkBar, useFocusAfterBulkBar } from '../../../components/data/BulkBar';
import { SearchInput } from '../../../components/form/SearchInput';
import { Select } from '../../../components/form/Select';
import { Toggle } from '../../../components/form/Toggle';
import { EmptyState } from '../../../components/page/EmptyState';
import { Note } from '../../../components/page/Note';
import { Page } from '../../../components/page/Page';
import { type Query, replaceQuery } from '../../../platform/hash';
import { byteSize, countOf, printCount } from '../../../platform/text';
import * as bin from '../../../state/bin/bin';
import type { BinEntry } from '../../../state/bin/binShelf';
import * as putBack from '../../../state/bin/putBack';
import * as undo from '../../../state/bin/undo';
import * as unsaved from '../../../state/forms/unsaved';
import { createImportJobs } from '../../../state/jobs/importJobs';
import { progressOf } from '../../../state/jobs/jobCounts';
import type { UnfinishedJob } from '../../../state/jobs/jobShelf';
import type { JournalRun } from '../../../state/jobs/journalRun';
import type { ImportJob, PutBackJob } from '../../../state/jobs/writeJob';
import { CollectionsSidebar } from '../CollectionsSidebar';
import { UnfinishedJobNote } from '../UnfinishedJobNote';
import { WaitNote } from '../WaitNote';
import { BinEntryPanel } from './BinEntryPanel';
import css from './BinPage.module.css';
import { BinTable } from './BinTable';
import * as binActs from './binActs';
import { type BinRow, binRows, searchRows } from './binRows';

interface Props {
  query: Query;
}

const daysName = (days: number) => (days === 0 ? 'Nothing is kept' : countOf(days, 'day'));

/** Lists the deletes and changes of this browser, and puts them back. */
export function BinPage({ query }: Props) {
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [imports] = useState(createImportJobs);
  const [takingBackId, setTakingBackId] = useState<string | null>(null);
  const { isLoaded, isKept, keptDays, emptiesAtLogOut } = useSnapshot(bin.state);
  const entries = useSnapshot(bin.state).entries as readonly BinEntry[];
  const jobs = useSnapshot(imports.state).unfinished as readonly UnfinishedJob<ImportJob>[];
  const { isBusy } = useSnapshot(imports.state);
  const stopped = useSnapshot(putBack.run.state).unfinished as readonly UnfinishedJob<PutBackJob>[];

  useEffect(() => {
    void binActs.load();
    void imports.open();
    const listen = () => document.visibilityState === 'visible' && void bin.load();
    document.addEventListener('visibilitychange', listen);
    return () => {
      document.removeEventListener('visibilitychange', listen);
      imports.stop();
    };
  }, [imports]);
  useEffect(() => unsaved.watch(() => imports.state.isBusy, { question: binActs.leaveQuestion }), [imports]);
  useEffect(() => unsaved.watchWork(() => putBack.run.state.isBusy), []);

  const all = useMemo(() => binRows(entries, jobs), [entries, jobs]);
  const rows = useMemo(() => searchRows(all, search), [all, search]);
  const chosen = entries.filter(({ id }) => selected.has(id));
  const open = entries.find(({ id }) => id === query['entryId']);
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);

  useFocusAfterBulkBar(chosen.length > 0);

  /** The others stay selected. */
  const unselect = (some: readonly BinEntry[]) =>
    setSelected((now) => new Set([...now].filter((id) => some.every((entry) => entry.id !== id))));

  async function handleRemove(some: readonly BinEntry[]) {
    if (!(await binActs.remove(some))) return;
    unselect(some);
    if (open && some.includes(open)) replaceQuery({ entryId: undefined });
  }

  async function handlePutBack(some: readonly BinEntry[]) {
    await binActs.putBackEntries(some);
    unselect(some);
  }

  async function handleTakeBack(id: string) {
    setTakingBackId(id);
    await imports.askTakeBack(id);
    setTakingBackId(null);
    await imports.open();
  }

  function handleAct({ id, kind }: BinRow) {
    if (kind === 'import') void handleTakeBack(id);
    else void handlePutBack(entries.filter((entry) => entry.id === id));
  }

  return (
    <>
      <CollectionsSidebar
        activeId=""
        isBin
        isDrawerOpen={isDrawerOpen}
        onDrawerClose={() => setIsDrawerOpen(false)}
      />
      <Page
        title="Bin"
        isLoading={!isLoaded || isBusy}
        sidebarButton={
          <IconButton icon={PanelLeft} label="Collections" onClick={() => setIsDrawerOpen(true)} />
        }
        headerStart={<RefreshButton onClick={() => void bin.load()} />}
        actions={
          entries.length > 0 && (
            <Button icon={Trash2} onClick={() => void binActs.empty()}>
              Empty<span className="onlyWide"> the bin</span>
            </Button>
          )
        }
        footer={
          <span role="status">
            {isLoaded && isKept && (
              <>
                {countOf(all.length, 'entry', 'entries')}, {byteSize(bytes)} of {byteSize(bin.mostBytes)}.
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
              options={bin.keptDaysChoices.map((days) => ({
                value: String(days),
                label: daysName(days),
              }))}
              onChange={(text) => void binActs.setKeptDays(Number(text))}
            />
          </span>
          <Toggle label="Empty at log-out" isOn={emptiesAtLogOut} onChange={bin.setEmptiesAtLogOut} />
        </div>
        {stopped.map((one) => (
          <UnfinishedJobNote
            key={one.job.id}
            run={putBack.run}
            unfinished={one}
            onContinue={async () => {
              await undo.resume(one.job);
              await binActs.load();
            }}
            onEnd={binActs.load}
          >
            <b translate="no">{one.job.title}</b>: {one.sent} of {countOf(one.job.total, 'record')} were put
            back.
          </UnfinishedJobNote>
        ))}
        <TakingBackNote run={imports} />
        <TakingBackNote run={putBack.run} />
        {isLoaded && rows.length === 0 ? (
          <EmptyState
            icon={Trash2}
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
          <BinTable
            rows={rows}
            isLoading={!isLoaded}
            openId={open?.id ?? ''}
            selected={selected}
            takingBackId={takingBackId}
            onSelect={setSelected}
            onOpen={({ id, kind }) => kind !== 'import' && replaceQuery({ entryId: id })}
            onAct={handleAct}
          />
        )}
        {chosen.length > 0 && (
          <BulkBar
            actions={
              <>
                <Button kind="quiet" onClick={() => setSelected(new Set())}>
                  Reset
                </Button>
                <Button kind="quiet" writes onClick={() => void handlePutBack(chosen)}>
                  Put back
                </Button>
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
          <BinEntryPanel
            key={open.id}
            entry={open}
            onPutBack={() => void handlePutBack([open])}
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
  return isKept ? 'The bin is empty.' : 'This browser keeps nothing, so there is no bin.';
}

interface TakingBackProps {
  run: Pick<JournalRun, 'state' | 'write' | 'stop'>;
}

/** Shows how far a take-back is, and stops it. */
function TakingBackNote({ run }: TakingBackProps) {
  const state = useSnapshot(run.state);
  const write = useSnapshot(run.write.state);
  const { job, isTakingBack } = state;
  const { ended, total } = progressOf(state, write);
  const text = `${printCount(ended)} of ${countOf(total, 'record')}`;
  useProgress(text, isTakingBack);
  if (!isTakingBack || !job) return null;
  return (
    <>
      <Note
        kind="info"
        actions={
          <Button size="small" disabled={write.isStopping} onClick={run.stop}>
            {write.isStopping ? 'Stopping...' : 'Stop'}
          </Button>
        }
      >
        <b translate="no">{job.kind === 'putBack' ? job.title : job.fileName}</b> is taken back: {text}.
      </Note>
      <WaitNote wait={write.wait} job="This" />
    </>
  );
}
