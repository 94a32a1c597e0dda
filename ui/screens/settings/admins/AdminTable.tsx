import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { Avatar } from '../../../components/basics/Avatar';
import { Badge } from '../../../components/basics/Badge';
import { CopyButton } from '../../../components/basics/CopyButton';
import { fieldIcons } from '../../../components/basics/fieldIcons';
import { Missing } from '../../../components/basics/Missing';
import { Table } from '../../../components/data/Table';
import type { TableColumn } from '../../../components/data/TableRow';
import { type Admin, avatarOf } from '../../../model/admin';
import { printSort, type Sort } from '../../../model/sort';
import { localDateTime, utcDay, utcTime } from '../../../platform/dates';
import * as session from '../../../state/session';
import css from './AdminTable.module.css';
import type { AdminList } from './adminList';

export interface AdminTableProps {
  admins: AdminList;
  sort: Sort;
  onSort: (field: string) => void;
  onOpen: (adminId: string) => void;
}

const avatarSize = 24;

/** Lists the admins, one line each. */
export function AdminTable({ admins, sort, onSort, onOpen }: AdminTableProps) {
  const { items, isLoading, isLoaded } = useSnapshot(admins.state);
  const { admin: own } = useSnapshot(session.state);
  const ownId = own?.id;

  const columns = useMemo((): TableColumn<Admin>[] => {
    const sortable = (field: string) => ({
      key: field,
      headTitle: field,
      sortState: sortStateOf(field, sort),
      onSort: () => onSort(field),
    });
    const date = (field: 'created' | 'updated'): TableColumn<Admin> => ({
      ...sortable(field),
      head: (
        <>
          {field} <span className={css.dimmed}>UTC</span>
        </>
      ),
      icon: fieldIcons.date,
      width: 168,
      tooltip: (admin) => localDateTime(admin[field] ?? '') || undefined,
      cell: (admin) => <Time value={admin[field] ?? ''} />,
    });
    return [
      {
        key: 'avatar',
        head: <span className="visuallyHidden">avatar</span>,
        width: 50,
        narrowWidth: 46,
        isSticky: true,
        cell: (admin) => (
          <span className={css.line}>
            <Avatar number={avatarOf(admin)} size={avatarSize} />
          </span>
        ),
      },
      {
        ...sortable('id'),
        head: 'id',
        icon: fieldIcons.id,
        width: 208,
        narrowWidth: 116,
        isSticky: true,
        cell: ({ id }) => <Id id={id} isOwn={id === ownId} />,
      },
      {
        ...sortable('email'),
        head: 'email',
        icon: fieldIcons.email,
        width: 188,
        isFlexible: true,
        tooltip: ({ email }) => email,
        cell: ({ email }) => email,
      },
      date('created'),
      date('updated'),
    ];
  }, [sort, ownId, onSort]);

  return (
    <Table
      label="Admins"
      columns={columns}
      rows={items as readonly Admin[]}
      isLoading={!isLoaded}
      isDimmed={isLoaded && isLoading}
      onRowOpen={({ id }) => onOpen(id)}
      resetScrollKey={printSort(sort)}
    />
  );
}

function sortStateOf(field: string, sort: Sort): 'ascending' | 'descending' | null {
  if (sort.field !== field) return null;
  return sort.isDescending ? 'descending' : 'ascending';
}

function Id({ id, isOwn }: { id: string; isOwn: boolean }) {
  return (
    <span className={css.line}>
      <code translate="no" className={css.cut}>
        {id}
      </code>
      <span className="onlyWide">
        <CopyButton text={id} size="tiny" tabIndex={-1} />
      </span>
      {isOwn && <Badge kind="accent">You</Badge>}
    </span>
  );
}

/** Shows the day, and the time in UTC in a weaker colour. */
function Time({ value }: { value: string }) {
  return (
    <>
      {utcDay(value) || <Missing />} <span className={css.dimmed}>{utcTime(value)}</span>
    </>
  );
}
