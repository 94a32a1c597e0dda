import Calendar from 'lucide-react/icons/calendar';
import Key from 'lucide-react/icons/key-round';
import Mail from 'lucide-react/icons/mail';
import Plus from 'lucide-react/icons/plus';
import SearchX from 'lucide-react/icons/search-x';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { localDateTime, utcDay, utcTime } from '../../base/dates';
import { type Query, replaceQuery } from '../../base/hash';
import { printCount } from '../../base/text';
import { Avatar } from '../../kit/basics/Avatar';
import { Badge } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { CopyButton } from '../../kit/basics/CopyButton';
import { Missing } from '../../kit/basics/Missing';
import { RefreshButton } from '../../kit/basics/RefreshButton';
import { ListBody } from '../../kit/layout/ListBody';
import { SettingsPage } from '../../kit/layout/SettingsPage';
import { ClearFilters } from '../../kit/search/ClearFilters';
import { FilterRefusal } from '../../kit/search/FilterRefusal';
import { SearchBar } from '../../kit/search/SearchBar';
import { Table } from '../../kit/table/Table';
import type { TableColumn } from '../../kit/table/TableRow';
import { type Admin, avatarOf } from '../../model/admin';
import { printSort, type Sort, toggledSort } from '../../model/sort';
import { can } from '../../page/capabilities';
import { areOld } from '../../page/pagedList';
import * as session from '../../page/session/session';
import { useRetryOnReturn } from '../../page/useLoading';
import { AdminPanel } from './AdminPanel';
import css from './AdminsPage.module.css';
import { type AdminList, adminsQueryOf, createAdminList, filterFields } from './adminList';

interface Props {
  query: Query;
}

const placeholder = 'Search term or filter like email = "test@example.com"...';
const applySearch = (text: string) => replaceQuery({ filter: text });

export function AdminsPage({ query: address }: Props) {
  const [admins] = useState(createAdminList);
  const [panel, setPanel] = useState<{ adminId: string | null } | null>(null);
  const { items, isLoading, isLoaded, loadError, refusedSearch } = useSnapshot(admins.state);
  const query = useMemo(() => adminsQueryOf(address), [address]);
  const { search, sort } = query;

  useEffect(() => void admins.open(query), [admins, query]);
  useEffect(() => admins.close, [admins]);
  useRetryOnReturn(admins.state, admins.refresh);

  const handleSort = useCallback(
    (field: string) => replaceQuery({ sort: printSort(toggledSort(sort, field)) }),
    [sort],
  );
  const handleOpen = useCallback((adminId: string) => setPanel({ adminId }), []);

  function handleStored() {
    // An admin who has deleted their own account is signed out and cannot read the list.
    if (session.isSignedIn()) void admins.refresh();
  }

  return (
    <SettingsPage
      title="Admins"
      isLoading={isLoading}
      headerStart={<RefreshButton onClick={() => void admins.refresh()} />}
      actions={
        <Button kind="primary" icon={Plus} onClick={() => setPanel({ adminId: null })}>
          New<span className="onlyWide"> admin</span>
        </Button>
      }
      footer={
        <span role="status">
          {!loadError && (
            <>
              Total found: <b>{isLoaded ? printCount(items.length) : '...'}</b>
            </>
          )}
        </span>
      }
    >
      <SearchBar
        applied={search}
        placeholder={placeholder}
        error={
          refusedSearch === search ? (
            <FilterRefusal
              filter={search}
              message={loadError?.message}
              knownFields={filterFields}
              example='email ~ "example.com" && created >= @yearStart'
              onApply={applySearch}
            />
          ) : undefined
        }
        words={filterFields}
        onApply={applySearch}
      />
      <AdminsBody
        admins={admins}
        sort={sort}
        onSort={handleSort}
        onOpen={handleOpen}
        onClear={search === '' ? undefined : () => applySearch('')}
      />
      {panel && <AdminPanel {...panel} onStored={handleStored} onClose={() => setPanel(null)} />}
    </SettingsPage>
  );
}

interface BodyProps extends AdminTableProps {
  /** Absent if no search limits the list. */
  onClear: (() => void) | undefined;
}

function AdminsBody({ onClear, ...table }: BodyProps) {
  const { admins } = table;
  const list = useSnapshot(admins.state);
  const failed = 'The admins could not be loaded.';
  return (
    <ListBody
      list={list}
      isRefused={list.refusedSearch !== null}
      failedTitle={failed}
      deniedTitle={failed}
      emptyIcon={SearchX}
      emptyTitle="No admins found."
      emptyActions={onClear && <ClearFilters onClear={onClear} />}
      onRetry={() => void admins.refresh()}
    >
      <AdminTable {...table} />
    </ListBody>
  );
}

interface AdminTableProps {
  admins: AdminList;
  sort: Sort;
  onSort: (field: string) => void;
  onOpen: (adminId: string) => void;
}

const avatarSize = 24;

function AdminTable({ admins, sort, onSort, onOpen }: AdminTableProps) {
  const list = useSnapshot(admins.state);
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
          {field} <span className="dimmed">UTC</span>
        </>
      ),
      icon: Calendar,
      width: 168,
      tooltip: (admin) => localDateTime(admin[field] ?? '') || undefined,
      cell: (admin) => <Time value={admin[field] ?? ''} />,
    });
    const pictures: TableColumn<Admin>[] = [
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
    ];
    return [
      ...(can('adminAvatars') ? pictures : []),
      {
        ...sortable('id'),
        head: 'id',
        icon: Key,
        width: 208,
        narrowWidth: 116,
        isSticky: true,
        cell: ({ id }) => <Id id={id} isOwn={id === ownId} />,
      },
      {
        ...sortable('email'),
        head: 'email',
        icon: Mail,
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
      rows={list.items}
      isLoading={!list.isLoaded}
      isDimmed={areOld(list)}
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

function Time({ value }: { value: string }) {
  return (
    <>
      {utcDay(value) || <Missing />} <span className="dimmed">{utcTime(value)}</span>
    </>
  );
}
