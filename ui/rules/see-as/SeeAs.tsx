import Check from 'lucide-react/icons/check';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import ListChecks from 'lucide-react/icons/list-checks';
import Pencil from 'lucide-react/icons/pencil';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../kit/basics/Button';
import { Icon } from '../../kit/basics/Icon';
import { AnchoredDialog } from '../../kit/overlay/AnchoredDialog';
import type { TableColumn } from '../../kit/table/TableRow';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import * as app from '../../page/pageTitle';
import { openPanel } from '../../page/panels';
import * as connection from '../../page/session/connection';
import type { Verdict } from '../askRule';
import { nameOf } from '../PersonMenu';
import { Pieces, RuleTree } from '../RuleTree';
import { decidingCondition, type Piece, shortReason } from '../reading/explainRule';
import * as seenAs from '../seenAs';
import css from './SeeAs.module.css';
import { SeeAsBar } from './SeeAsBar';
import { seeAs } from './SeeAsItems';
import { createSeenRows, isFailure, rowKey, rowsOf, type SeenRow, type SeenRows } from './seenRows';
import { type SeenList, type SeenTable, seeAsKey } from './seenTable';

interface Props {
  as: string;
  /** True if only the rows that the person gets are listed. */
  isOnly: boolean;
  collection: Collection;
  records: SeenList;
  search: string;
  onChange: (table: SeenTable | null) => void;
}

interface OpenReason {
  row: ListedRecord;
  anchor: HTMLElement;
}

const whyWidth = 232;
const narrowWhyWidth = 184;
const noRows: readonly ListedRecord[] = [];
const noColumns: readonly TableColumn<ListedRecord>[] = [];

/** Shows which records a person gets: a bar, a column with the reasons, and faint rows. */
export function SeeAs({ as, isOnly, collection, records, search, onChange }: Props) {
  const [seen] = useState(createSeenRows);
  const [reason, setReason] = useState<OpenReason | null>(null);
  const { verdict, notice, rows, person } = useSnapshot(seen.state);
  const { items } = useSnapshot(records.list.state);
  const { refreshes } = useSnapshot(records.state);
  const { query, headers } = useSnapshot(seenAs.state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the request is read by the rows
  useEffect(() => {
    void seen.open({ as, collection, search });
  }, [seen, as, collection, search, query, headers]);

  useEffect(() => {
    // All rows of this list pass, so they need no verdicts.
    void seen.showRows(isOnly ? noRows : items);
  }, [seen, items, isOnly]);

  const knownRefreshes = useRef(refreshes);
  useEffect(() => {
    if (refreshes !== knownRefreshes.current) void seen.refresh();
    knownRefreshes.current = refreshes;
  }, [seen, refreshes]);

  // If the person is a row of this table, changes of it must be noticed.
  const own = items.find(({ id }) => person?.collection.id === collection.id && person.record.id === id);
  const ownKey = own ? rowKey(own) : '';
  const knownOwn = useRef(ownKey);
  useEffect(() => {
    const isChanged = ownKey !== '' && knownOwn.current !== '' && ownKey !== knownOwn.current;
    knownOwn.current = ownKey;
    if (isChanged) void seen.refresh();
  }, [seen, ownKey]);

  useEffect(() => {
    const stopWaiting = connection.retryOnReturn(
      () => isFailure(seen.state.verdict),
      () => seen.refresh(),
    );
    return () => {
      stopWaiting();
      seen.close();
    };
  }, [seen]);

  useEffect(() => () => onChange(null), [onChange]);

  const handleWhy = useCallback(
    (row: ListedRecord, anchor: HTMLElement) =>
      setReason((open) => (open?.anchor === anchor ? null : { row, anchor })),
    [],
  );
  const closeReason = useCallback(() => setReason(null), []);

  const columns = useMemo(
    (): readonly TableColumn<ListedRecord>[] => [
      {
        key: '@list rule',
        head: 'list rule',
        icon: Eye,
        width: whyWidth,
        narrowWidth: narrowWhyWidth,
        focusesControl: true,
        cell: (row) => <WhyCell row={row} seen={seen} onOpen={handleWhy} />,
      },
    ],
    [seen, handleWhy],
  );

  const hasRows = rowsOf(verdict) !== null;
  useEffect(() => {
    if (!hasRows) setReason(null);
  }, [hasRows]);

  useEffect(() => {
    onChange({
      columns: hasRows && !isOnly ? columns : noColumns,
      isFaint: (row) => hasRows && !isOnly && rows.get(rowKey(row))?.isSeen === false,
      question: seeAsKey(as, collection.id, search),
      only: isOnly ? onlyOf(verdict, notice) : null,
    });
  }, [as, collection, search, hasRows, isOnly, columns, rows, verdict, notice, onChange]);

  return (
    <>
      <SeeAsBar seen={seen} records={records} isOnly={isOnly} as={as} onStop={() => seeAs('')} />
      {reason && (
        <WhyPopover
          key={reason.row.id}
          seen={seen}
          row={reason.row}
          anchor={reason.anchor}
          collection={collection}
          onClose={closeReason}
        />
      )}
    </>
  );
}

function onlyOf(verdict: Verdict | null, notice: string | null): SeenTable['only'] {
  if (verdict?.kind !== 'yes') return verdict || notice !== null ? 'none' : undefined;
  if (verdict.isForAll) return null;
  return verdict.rows ? { filter: verdict.rows.filter, query: verdict.rows.query } : 'none';
}

interface WhyProps {
  row: ListedRecord;
  seen: SeenRows;
  onOpen: (row: ListedRecord, anchor: HTMLElement) => void;
}

function WhyCell({ row, seen, onOpen }: WhyProps) {
  const known = useSnapshot(seen.state).rows.get(rowKey(row));
  if (!known) return null;
  const { isSeen } = known;
  return (
    <button
      type="button"
      className={css.why}
      data-seen={isSeen || undefined}
      aria-haspopup="dialog"
      tabIndex={-1}
      onClick={({ currentTarget }) => onOpen(row, currentTarget)}
    >
      <Icon of={isSeen ? Check : EyeOff} size={13} />
      <span className="visuallyHidden">{isSeen ? 'Shown: ' : 'Hidden: '}</span>
      <span className="ellipsis">
        <Pieces of={reasonOf(row, seen)} />
      </span>
    </button>
  );
}

function reasonOf(row: ListedRecord, { state, explained, hasSearch }: SeenRows): readonly Piece[] {
  const { rule, rows, person } = state;
  const verdict = rows.get(rowKey(row));
  const names = explained(row);
  if (!rule && verdict) {
    return [{ kind: 'words', text: verdict.isSeen ? 'The rule is empty' : hiddenBySearch(person) }];
  }
  if (verdict?.fault) return [{ kind: 'words', text: 'The reason could not be loaded' }];
  if (!rule || !verdict?.holds || !names) return [];
  const deciding = decidingCondition(rule.tree, verdict.holds, verdict.isSeen);
  const one = rule.conditions.find(({ condition }) => condition === deciding);
  if (!one) return [{ kind: 'words', text: hasSearch() ? hiddenBySearch(person) : notTogether }];
  return shortReason(one, verdict.holds.get(one.condition) ?? false, names);
}

const notTogether = 'Each condition holds, but not together';
const hiddenBySearch = (person: unknown) => `${person ? 'This user' : 'A guest'} cannot find it`;

interface WhyPopoverProps {
  seen: SeenRows;
  row: ListedRecord;
  anchor: HTMLElement;
  collection: Collection;
  onClose: () => void;
}

/** Shows the rule as a tree, with a mark and the values for each part. */
function WhyPopover({ seen, row, anchor, collection, onClose }: WhyPopoverProps) {
  const { person, rows, rule } = useSnapshot(seen.state);
  const { hidesControls } = useSnapshot(app.state);
  const verdict = rows.get(rowKey(row));
  if (!verdict) return null;
  const explained = seen.explained(row);

  function handleEdit() {
    anchor.focus();
    onClose();
    void openPanel('collectionEditor', { collectionId: collection.id, at: 'listRule' });
  }

  function handleAll() {
    anchor.focus();
    onClose();
    seenAs.openAccess(collection.id, row.id);
  }

  return (
    <AnchoredDialog
      anchor={anchor}
      icon={verdict.isSeen ? Eye : EyeOff}
      title={
        <>
          {verdict.isSeen ? 'Shown to ' : 'Hidden from '}
          {person ? <span translate="no">{nameOf(person)}</span> : 'guests'}
        </>
      }
      onClose={onClose}
      footer={
        <>
          <Button size="small" kind="quiet" icon={ListChecks} onClick={handleAll}>
            All actions
          </Button>
          {!hidesControls && (
            <Button size="small" icon={Pencil} onClick={handleEdit}>
              Edit rule
            </Button>
          )}
        </>
      }
    >
      <p className={css.popoverText}>
        List rule of <b translate="no">{collection.name}</b> for <code translate="no">{row.id}</code>
      </p>
      <div className={css.tree}>
        {rule && verdict.holds && explained ? (
          <RuleTree
            rule={rule}
            holds={verdict.holds}
            isAllowed={verdict.isSeen}
            explained={explained}
            {...(seen.hasSearch() && {
              refusal: `Each condition holds. ${hiddenBySearch(person)}.`,
            })}
          />
        ) : (
          <p role="status">{statusOf(verdict, rule !== null, person)}</p>
        )}
      </div>
    </AnchoredDialog>
  );
}

/** Returns the text to show instead of the tree. */
function statusOf({ isSeen, fault }: SeenRow, hasRule: boolean, person: unknown): string {
  if (fault !== null)
    return `The parts of the rule could not be tried. ${fault} Refresh the list to try again.`;
  if (hasRule) return 'Asking the server about each part...';
  return isSeen ? 'The rule is empty.' : `The rule is empty. ${hiddenBySearch(person)}.`;
}
