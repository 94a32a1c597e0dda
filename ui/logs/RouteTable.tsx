import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { printCount } from '../base/text';
import { useNarrow } from '../kit/layout/useNarrow';
import { LoadMoreButton } from '../kit/table/LoadMoreButton';
import { Table } from '../kit/table/Table';
import type { TableColumn } from '../kit/table/TableRow';
import { areOld } from '../page/pagedList';
import { byRoute, type RouteGroup } from './byRoute';
import { narrowRowHeight, tableName } from './LogTable';
import css from './LogTable.module.css';
import type { LogList } from './logList';
import { isRequest, timeText } from './rowTags';

interface Props {
  logs: LogList;
  /** Called with a filter that finds the requests of a route. */
  onOpen: (filter: string) => void;
}

/** A median of fewer rows says little, so that many rows are loaded unasked. */
const leastRows = 500;
type FigureName = (typeof figures)[number];
const figures = ['count', 'failing', 'median', 'slowest'] as const;

/** The requests among the loaded rows, by method and route. */
export function RouteTable({ logs, onOpen }: Props) {
  const { list } = logs;
  const shown = useSnapshot(list.state);
  const { items, isLoaded, isLoadingMore, hasMore } = shown;
  const { refreshKey } = useSnapshot(logs.state);
  const isNarrow = useNarrow();
  const [sorted, setSorted] = useState<FigureName>('count');
  const groups = useMemo(
    () => byRoute(items.filter(isRequest)).sort((a, b) => b[sorted] - a[sorted]),
    [items, sorted],
  );

  useEffect(() => {
    if (items.length < leastRows) void logs.loadMore();
  }, [logs, items]);

  const columns = useMemo((): TableColumn<RouteGroup>[] => {
    const route: TableColumn<RouteGroup> = {
      key: 'route',
      head: 'route',
      width: 240,
      isFlexible: true,
      tooltip: nameOf,
      cell: (group) => <code translate="no">{nameOf(group)}</code>,
    };
    if (isNarrow) return [{ ...route, cell: (group) => <NarrowCell group={group} /> }];
    const numbers = figures.map((key) => ({
      key,
      head: key,
      width: 112,
      align: 'end' as const,
      sortState: key === sorted ? ('descending' as const) : null,
      onSort: () => setSorted(key),
      cell: (group: RouteGroup) => <Figure of={group} name={key} />,
    }));
    return [route, ...numbers];
  }, [isNarrow, sorted]);

  return (
    <Table
      label={tableName}
      columns={columns}
      rows={groups}
      rowHeight={isNarrow ? narrowRowHeight : undefined}
      isLoading={!isLoaded}
      isDimmed={areOld(shown)}
      onRowOpen={({ filter }) => onOpen(filter)}
      resetScrollKey={`${refreshKey} ${sorted}`}
      after={
        hasMore ? (
          <LoadMoreButton isBusy={isLoadingMore} onLoad={logs.loadMore} />
        ) : (
          groups.length === 0 && 'No requests among these logs.'
        )
      }
    />
  );
}

const nameOf = ({ method, route }: RouteGroup) => `${method} ${route}`;

function Figure({ of: group, name }: { of: RouteGroup; name: FigureName }) {
  if (name === 'median' || name === 'slowest') return timeText(group[name]);
  const isBad = name === 'failing' && group.failing > 0;
  return <span className={isBad ? 'danger' : undefined}>{printCount(group[name])}</span>;
}

/** The route, and below it the figures. */
function NarrowCell({ group }: { group: RouteGroup }) {
  return (
    <div className={css.two}>
      <code translate="no">{nameOf(group)}</code>
      <div className={css.line}>
        {figures.map((name) => (
          <span key={name}>
            <span className="subtle">{name}</span> <Figure of={group} name={name} />
          </span>
        ))}
      </div>
    </div>
  );
}
