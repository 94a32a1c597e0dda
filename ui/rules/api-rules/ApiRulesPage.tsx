import Eye from 'lucide-react/icons/eye';
import FolderX from 'lucide-react/icons/folder-x';
import SearchX from 'lucide-react/icons/search-x';
import { type FocusEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { utcTime } from '../../base/dates';
import { type Query, replaceQuery } from '../../base/hash';
import { countOf } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { RefreshButton } from '../../kit/basics/RefreshButton';
import { ListSearch } from '../../kit/form/ListSearch';
import { Segments } from '../../kit/form/Segments';
import { ListBody } from '../../kit/layout/ListBody';
import { SettingsPage } from '../../kit/layout/SettingsPage';
import { Dropdown } from '../../kit/overlay/Dropdown';
import { ClearFilters } from '../../kit/search/ClearFilters';
import type { MentioningRule } from '../../model/mentions';
import { parseSort, printSort, type Sort, toggledSort } from '../../model/sort';
import * as collections from '../../page/collections';
import { areOld } from '../../page/pagedList';
import * as app from '../../page/pageTitle';
import { openPanel } from '../../page/panels';
import { useRetryOnReturn } from '../../page/useLoading';
import { PersonItems } from '../PersonItems';
import { type RuleStateName, ruleStates } from '../reading/classifyRule';
import css from './ApiRules.module.css';
import { RuleStrip } from './RuleStrip';
import { type CellName, RuleTable } from './RuleTable';
import { createRuleCounts, openPersonCounts, type PersonCounts, type RuleCounts } from './ruleCounts';
import { type RuleRow, rowsOf, searchRows, sortRows, stateCounts, stateNames, withState } from './ruleRows';

const defaultSort: Sort = { field: 'collection', isDescending: false };

interface Place {
  id: string;
  cell: CellName;
}

export function ApiRulesPage({ query }: { query: Query }) {
  const [counts] = useState(createRuleCounts);
  const { all, isLoading, isLoaded, loadError } = useSnapshot(collections.state);
  const { hidesControls } = useSnapshot(app.state);
  const { byKey } = useSnapshot(counts.state);
  const [place, setPlace] = useState<Place | null>(null);
  const [person, setPerson] = useState<PersonCounts | null>(null);

  const rows = useMemo(() => rowsOf(all), [all]);
  const search = query['filter'] ?? '';
  const found = useMemo(() => searchRows(rows, search), [rows, search]);
  const shownState = ruleStates.find((state) => state === query['state']) ?? null;
  const sortText = query['sort'] ?? '';
  const sort = useMemo(() => parseSort(sortText) ?? defaultSort, [sortText]);
  const isByGuests = sort.field === 'guests';
  // Only the sort by guests needs the counts.
  const sortedBy = isByGuests ? byKey : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts are read through `counts`
  const shown = useMemo(() => {
    const guestsOf = ({ collection }: RuleRow) => {
      const count = counts.get(collection, 'listRule');
      return count?.kind === 'counted' ? count.found : -1;
    };
    return sortRows(withState(found, shownState), sort, guestsOf);
  }, [found, shownState, sort, counts, sortedBy]);

  useEffect(() => counts.stop, [counts]);
  useEffect(() => person?.counts.stop, [person]);
  useEffect(() => {
    if (!isByGuests) return;
    const stops = found.map(({ collection }) => counts.want(collection, 'listRule'));
    return () => {
      for (const stop of stops) stop();
    };
  }, [isByGuests, found, counts]);

  const refresh = useCallback(async () => {
    if (!(await collections.load())) return;
    counts.refresh();
    person?.counts.refresh();
  }, [counts, person]);
  useRetryOnReturn(collections.state, refresh);

  const handleSort = useCallback(
    (field: string) => replaceQuery({ sort: printSort(toggledSort(sort, field)) }),
    [sort],
  );
  const handleOpen = useCallback(({ id }: RuleRow, rule: MentioningRule | undefined) => {
    const at = rule === 'manageRule' ? 'options.manageRule' : (rule ?? 'listRule');
    void openPanel('collectionEditor', { collectionId: id, at });
  }, []);
  const onOpen = hidesControls ? undefined : handleOpen;

  function handleFocus({ target }: FocusEvent) {
    const cell = target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] as CellName | undefined;
    const index = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
    const row = index === undefined ? undefined : shown[Number(index)];
    if (cell && row) setPlace({ id: row.id, cell });
  }

  const currentRow = shown.find(({ id }) => id === place?.id) ?? shown[0];
  const currentCell = place?.cell ?? 'listRule';
  const rule = currentCell === 'name' || currentCell === 'guests' ? 'listRule' : currentCell;
  const failed = 'The collections could not be loaded.';
  return (
    <SettingsPage
      title="API rules"
      isLoading={isLoading}
      headerStart={<RefreshButton onClick={() => void refresh()} />}
      actions={<CountAs person={person} onChange={setPerson} />}
      footer={isLoaded && <Footer rows={rows} counts={person?.counts ?? counts} person={person} />}
    >
      <RuleBar search={search} state={shownState} found={found} />
      <ListBody
        list={{ items: all, isLoading, isLoaded: isLoaded || loadError !== null, loadError }}
        isEmpty={shown.length === 0}
        isRefused={false}
        failedTitle={failed}
        deniedTitle={failed}
        emptyIcon={rows.length === 0 ? FolderX : SearchX}
        emptyTitle={rows.length === 0 ? "You don't have any collections yet." : 'No rules found.'}
        emptyActions={
          rows.length > 0 && (
            <ClearFilters onClear={() => replaceQuery({ filter: undefined, state: undefined })} />
          )
        }
        onRetry={() => void refresh()}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: notes which cell has the focus */}
        <div className={css.matrix} onFocus={handleFocus}>
          <RuleTable
            counts={counts}
            sort={sort}
            shownState={shownState}
            onOpen={onOpen}
            personCounts={person?.counts ?? null}
            rows={shown}
            isLoading={!isLoaded}
            isDimmed={areOld({ isLoading, isLoaded, loadError })}
            current={currentCell}
            onSort={handleSort}
          />
          {currentRow && (
            <RuleStrip
              row={currentRow}
              name={rule}
              cell={currentRow.cells[rule]}
              counts={counts}
              onEdit={onOpen && (() => onOpen(currentRow, currentRow.cells[rule] && rule))}
            />
          )}
        </div>
      </ListBody>
    </SettingsPage>
  );
}

interface CountAsProps {
  person: PersonCounts | null;
  onChange: (person: PersonCounts | null) => void;
}

/** With a person, each cell shows how many records that person gets. */
function CountAs({ person, onChange }: CountAsProps) {
  /** The next choice cancels this one, whose response might come later. */
  const choosing = useRef(new AbortController());
  useEffect(() => () => choosing.current.abort(), []);

  async function handleChoose(as: string) {
    choosing.current.abort();
    choosing.current = new AbortController();
    const { signal } = choosing.current;
    const next = await openPersonCounts(as, signal);
    if (next) onChange(next);
  }

  function handleStop() {
    choosing.current.abort();
    onChange(null);
  }

  return (
    <Dropdown
      label="View as"
      placement="bottom-end"
      trigger={(props) => (
        <Button {...props} icon={Eye} aria-label={person ? `Viewed as ${person.name ?? 'guest'}` : undefined}>
          {person ? (
            <>
              <span className="onlyWide">Viewed as </span>
              <span className="ellipsis" translate="no" style={{ maxWidth: '9rem' }}>
                {person.name ?? 'guest'}
              </span>
            </>
          ) : (
            'View as...'
          )}
        </Button>
      )}
    >
      <PersonItems
        as={person?.as ?? ''}
        onChoose={(as) => void handleChoose(as)}
        onStop={person ? handleStop : undefined}
        stopText="Show the rules"
      />
    </Dropdown>
  );
}

interface BarProps {
  search: string;
  state: RuleStateName | null;
  found: readonly RuleRow[];
}

function RuleBar({ search, state, found }: BarProps) {
  const [text, setText] = useState(search);
  const numbers = useMemo(() => stateCounts(found), [found]);
  // Back or a link can also change the address.
  useEffect(() => setText(search), [search]);

  function handleChange(next: string) {
    setText(next);
    replaceQuery({ filter: next });
  }

  return (
    <ListSearch
      isMono
      placeholder="Collection, field or part of a rule..."
      value={text}
      onChange={handleChange}
    >
      <Segments
        label="State"
        value={state ?? 'all'}
        onChange={(next) => replaceQuery({ state: next === 'all' ? undefined : next })}
        segments={(['all', ...ruleStates] as const).map((value) => ({
          value,
          label: value === 'all' ? 'All' : stateNames[value],
          count: numbers[value],
        }))}
      />
    </ListSearch>
  );
}

interface FooterProps {
  rows: readonly RuleRow[];
  counts: RuleCounts;
  person: PersonCounts | null;
}

function Footer({ rows, counts, person }: FooterProps) {
  const { left, countedAt } = useSnapshot(counts.state);
  return (
    <>
      <span role="status">
        {countOf(rows.length, 'collection')}, {countOf(stateCounts(rows).all, 'rule')}
        <span className="onlyWide">
          {left === 0 && countedAt > 0 && (
            <>
              . Counted for {person?.name ? <span translate="no">{person.name}</span> : 'guests'} at{' '}
              {timeOf(countedAt)} UTC.
            </>
          )}
        </span>
      </span>
      {left > 0 && (
        <span className="appearsLate">
          {person?.name ? 'Counting...' : 'Counting guests...'}{' '}
          <Button kind="link" size="small" onClick={counts.stop}>
            Stop
          </Button>
        </span>
      )}
    </>
  );
}

const timeOf = (at: number) => utcTime(new Date(at).toISOString()).slice(0, 5);
