import Eye from 'lucide-react/icons/eye';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { TableColumn } from '../../../components/data/TableRow';
import type { Collection } from '../../../model/collection';
import type { ListedRecord } from '../../../model/record';
import * as connection from '../../../state/connection';
import * as seenAs from '../../../state/seenAs';
import type { RecordList } from '../recordList';
import { SeeAsBar } from './SeeAsBar';
import { seeAs } from './SeeAsItems';
import { createSeenRows, rowKey } from './seenRows';
import type { SeenTable } from './seenTable';
import { WhyCell } from './WhyCell';
import { WhyPopover } from './WhyPopover';

interface Props {
  as: string;
  /** The list shows only the rows of the person. */
  isOnly: boolean;
  collection: Collection;
  records: RecordList;
  search: string;
  onChange: (table: SeenTable | null) => void;
}

interface OpenReason {
  row: ListedRecord;
  anchor: HTMLElement;
}

const whyWidth = 232;
const narrowWhyWidth = 184;
const noColumns: readonly TableColumn<ListedRecord>[] = [];

/** Sees the records with the eyes of a person: a bar, a column with the reasons, and faint rows. */
export function SeeAs({ as, isOnly, collection, records, search, onChange }: Props) {
  const [seen] = useState(createSeenRows);
  const [reason, setReason] = useState<OpenReason | null>(null);
  const { verdict, rows } = useSnapshot(seen.state);
  const { items, isLoading } = useSnapshot(records.list.state);
  const { query, headers } = useSnapshot(seenAs.state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the request is read by the rows
  useEffect(() => {
    void seen.open({ as, collection, search });
  }, [seen, as, collection, search, query, headers]);

  useEffect(() => {
    void seen.showRows(items as readonly ListedRecord[]);
  }, [seen, items]);

  // A refresh of the list refreshes the verdicts.
  const [wasLoading, setWasLoading] = useState(isLoading);
  useEffect(() => {
    if (wasLoading && !isLoading) void seen.refresh();
    setWasLoading(isLoading);
  }, [seen, isLoading, wasLoading]);

  useEffect(() => {
    const stopWaiting = connection.retryOnReturn(
      () => seen.state.verdict.kind === 'failed',
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
        cell: (row) => <WhyCell row={row} seen={seen} onOpen={handleWhy} />,
      },
    ],
    [seen, handleWhy],
  );

  const hasRows = verdict.kind === 'rows';
  const isAsking = verdict.kind === 'asking';
  useEffect(() => {
    const { verdict: now } = seen.state;
    const person = now.kind === 'rows' ? { filter: now.filter, query: now.query } : null;
    onChange({
      columns: hasRows && !isOnly ? columns : noColumns,
      isFaint: (row) => hasRows && !isOnly && rows.get(rowKey(row))?.isSeen === false,
      only: isOnly ? (isAsking ? undefined : person) : null,
    });
  }, [seen, hasRows, isAsking, isOnly, columns, rows, onChange]);

  return (
    <>
      <SeeAsBar seen={seen} records={records} isOnly={isOnly} as={as} onStop={() => seeAs('')} />
      {reason && (
        <WhyPopover
          key={reason.row.id}
          as={as}
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
