// Nearly every cell has a button or link. So the table is a `role="grid"`: arrow keys move between these controls,
// and the Tab key stops once.

import Braces from 'lucide-react/icons/braces';
import Database from 'lucide-react/icons/database';
import Globe from 'lucide-react/icons/globe';
import Lock from 'lucide-react/icons/lock';
import RotateCw from 'lucide-react/icons/rotate-cw';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import UserCheck from 'lucide-react/icons/user-check';
import Users from 'lucide-react/icons/users';
import { type CSSProperties, useEffect, useMemo } from 'react';
import { printCount } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { collectionIcons } from '../../kit/basics/collectionIcons';
import { Icon } from '../../kit/basics/Icon';
import { Table } from '../../kit/table/Table';
import type { TableColumn } from '../../kit/table/TableRow';
import { collectionTypeOf } from '../../model/collection';
import { type MentioningRule, ruleVerbs } from '../../model/mentions';
import { printSort, type Sort } from '../../model/sort';
import { RuleText } from '../RuleText';
import type { RuleStateName } from '../reading/classifyRule';
import css from './ApiRules.module.css';
import { isCountedRule, type RuleCount, type RuleCounts } from './ruleCounts';
import {
  isWriteRule,
  pathsText,
  type RuleCell,
  type RuleRow,
  rowRules,
  stateNames,
  stateText,
} from './ruleRows';
import { useRuleCount, useWarning } from './useRuleCount';

/** `name` is the cell of the collection, `guests` the number of records that guests list. */
export type CellName = MentioningRule | 'name' | 'guests';

interface Props {
  rows: readonly RuleRow[];
  counts: RuleCounts;
  /** The counts of one person; null to show the states of the rules. */
  personCounts: RuleCounts | null;
  isLoading: boolean;
  isDimmed: boolean;
  sort: Sort;
  onSort: (field: string) => void;
  /** Cells in other states are faint; null for none. */
  shownState: RuleStateName | null;
  /** The column of the cell that the Tab key reaches. */
  current: CellName;
  /** Undefined if collections cannot be edited. */
  onOpen: ((row: RuleRow, rule: MentioningRule | undefined) => void) | undefined;
}

const icons = { everyone: Globe, signedIn: Users, owner: UserCheck, other: Braces, admins: Lock };

export function RuleTable(props: Props) {
  const { rows, counts, personCounts, isLoading, isDimmed, sort, onSort, shownState, current, onOpen } =
    props;

  const columns = useMemo((): TableColumn<RuleRow>[] => {
    const sortable = (field: string) =>
      ({
        key: field,
        sortState: sort.field === field ? (sort.isDescending ? 'descending' : 'ascending') : null,
        onSort: () => onSort(field),
      }) as const;
    const stopOf = (name: CellName, isStop: boolean) => (isStop && current === name ? 0 : -1);
    return [
      {
        ...sortable('collection'),
        head: 'collection',
        icon: Database,
        width: 168,
        narrowWidth: 132,
        isSticky: true,
        tooltip: ({ collection }) => collection.name,
        cell: (row, _, isStop) => (
          <button
            type="button"
            className={css.name}
            tabIndex={stopOf('name', isStop)}
            data-cell="name"
            onClick={() => onOpen?.(row, undefined)}
          >
            <Icon of={collectionIcons[collectionTypeOf(row.collection)]} />
            <span>{row.collection.name}</span>
          </button>
        ),
      },
      ...rowRules.map((name): TableColumn<RuleRow> => {
        return {
          ...sortable(ruleVerbs[name]),
          head: ruleVerbs[name],
          width: 136,
          isFlexible: true,
          cell: (row, _, isStop) => {
            const tabIndex = stopOf(name, isStop);
            const cell = row.cells[name];
            if (!cell) return <NoRule name={name} tabIndex={tabIndex} />;
            const isWeak = shownState !== null && shownState !== cell.state.kind;
            return (
              <StateButton
                row={row}
                name={name}
                cell={cell}
                counts={counts}
                personCounts={personCounts}
                isWeak={isWeak}
                tabIndex={tabIndex}
                onClick={() => onOpen?.(row, name)}
              />
            );
          },
        };
      }),
      {
        ...sortable('guests'),
        head: 'guests see',
        width: 136,
        align: 'end',
        cell: (row, _, isStop) => (
          <GuestsCell row={row} counts={counts} tabIndex={stopOf('guests', isStop)} />
        ),
      },
    ];
  }, [counts, sort, onSort, shownState, current, onOpen, personCounts]);

  return (
    <Table
      label="API rules"
      stops="controls"
      columns={columns}
      rows={rows}
      isLoading={isLoading}
      isDimmed={isDimmed}
      resetScrollKey={printSort(sort)}
    />
  );
}

/** A view has no rules for writes, and only auth collections have a manage rule. */
function NoRule({ name, tabIndex }: { name: MentioningRule; tabIndex: number }) {
  return (
    <span className={css.none} tabIndex={tabIndex} data-cell={name}>
      <span aria-hidden>–</span>
      <span className="visuallyHidden">No such rule</span>
    </span>
  );
}

interface StateButtonProps {
  row: RuleRow;
  name: MentioningRule;
  cell: RuleCell;
  counts: RuleCounts;
  personCounts: RuleCounts | null;
  isWeak: boolean;
  tabIndex: number;
  onClick: () => void;
}

/** The colours of a state, for background, text and icon. */
function tokensOf(kind: RuleStateName, isWriting: boolean): CSSProperties | undefined {
  const signal = { everyone: isWriting ? 'danger' : 'warning', signedIn: 'info' }[kind as string];
  if (signal) {
    const mark = signal === 'danger' ? '--danger' : `--${signal}-line`;
    return {
      '--ground': `var(--${signal}-tint)`,
      '--ink': `var(--${signal}-text)`,
      '--mark': `var(${mark})`,
    } as CSSProperties;
  }
  if (kind === 'owner') return { '--mark': 'var(--accent-line)' } as CSSProperties;
  return kind === 'admins' ? ({ '--ink': 'var(--text-subtle)' } as CSSProperties) : undefined;
}

function StateButton(props: StateButtonProps) {
  const { row, name, cell, counts, personCounts, isWeak, tabIndex, onClick } = props;
  const { state, rule } = cell;
  const warning = useWarning(row, name, cell, counts);
  const count = useRuleCount(personCounts ?? counts, row.collection, name);
  const isCounted = personCounts !== null && isCountedRule(name);
  const reason = isCounted && count?.kind === 'unknown' && count.reason;
  // The row counts what the person gets while it is on the screen.
  useEffect(
    () => (personCounts && isCountedRule(name) ? personCounts.want(row.collection, name) : undefined),
    [personCounts, row.collection, name],
  );
  const place = `${row.collection.name}, ${ruleVerbs[name]} rule`;
  return (
    <button
      type="button"
      className={css.state}
      style={
        isWeak
          ? ({ '--ink': 'var(--text-subtle)' } as CSSProperties)
          : tokensOf(state.kind, isWriteRule(name))
      }
      data-weak={isWeak || undefined}
      tabIndex={tabIndex}
      aria-label={`${place}: ${isCounted ? countText(count) : stateText(cell)}${warning ? `. ${warning}` : ''}`}
      data-tooltip={reason || rule || undefined}
      data-cell={name}
      onClick={onClick}
    >
      <Icon of={icons[state.kind]} size="small" />
      {isCounted ? (
        <span className={css.cut}>{countText(count)}</span>
      ) : (
        <span className={css.cut}>
          {state.kind === 'other' ? <RuleText rule={rule ?? ''} /> : stateNames[state.kind]}
          {state.kind === 'owner' && (
            <>
              {' '}
              <code translate="no">{pathsText(state.paths)}</code>
            </>
          )}
        </span>
      )}
      {warning && (
        <span className={css.warning}>
          <Icon of={TriangleAlert} size="small" />
        </span>
      )}
    </button>
  );
}

/** Such as `3 of 12`. */
const countText = (count: RuleCount | undefined) =>
  count?.kind === 'counted'
    ? `${printCount(count.found)} of ${printCount(count.total)}`
    : uncountedText(count);

function uncountedText(count: Exclude<RuleCount, { kind: 'counted' }> | undefined): string {
  if (count?.kind === 'unknown') return count.isFailure ? 'failed' : 'not simulated';
  return count?.kind === 'stopped' ? 'not counted' : 'counting...';
}

interface GuestsProps {
  row: RuleRow;
  counts: RuleCounts;
  tabIndex: number;
}

/** The number of records that guests can list. A row counts while it is on the screen. */
function GuestsCell({ row: { collection, cells }, counts, tabIndex }: GuestsProps) {
  const count = useRuleCount(counts, collection, 'listRule');
  useEffect(() => counts.want(collection, 'listRule'), [counts, collection]);
  if (count?.kind === 'unknown' && count.isFailure) {
    return (
      <Button
        kind="link"
        size="small"
        icon={RotateCw}
        tabIndex={tabIndex}
        aria-label={`Retry: guests of ${collection.name} could not be counted`}
        data-cell="guests"
        data-tooltip={count.reason}
        onClick={() => counts.retry(collection, 'listRule')}
      >
        Retry
      </Button>
    );
  }
  const isLoud = count?.kind === 'counted' && count.found > 0;
  const isUnmeant = isLoud && cells.listRule?.state.kind !== 'everyone';
  return (
    <span
      className={css.guests}
      tabIndex={tabIndex}
      data-cell="guests"
      data-tooltip={count?.kind === 'unknown' ? count.reason : undefined}
    >
      {count?.kind === 'counted' ? (
        <>
          {isLoud ? <b data-unmeant={isUnmeant || undefined}>{printCount(count.found)}</b> : '0'} of{' '}
          {printCount(count.total)}
        </>
      ) : (
        uncountedText(count)
      )}
    </span>
  );
}
