import Plus from 'lucide-react/icons/plus';
import SearchX from 'lucide-react/icons/search-x';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { RefreshButton } from '../../../components/basics/RefreshButton';
import { ClearFilters } from '../../../components/data/ClearFilters';
import { FilterRefusal } from '../../../components/data/FilterRefusal';
import { SearchBar } from '../../../components/data/SearchBar';
import { ListBody } from '../../../components/page/ListBody';
import { printSort, toggledSort } from '../../../model/sort';
import { type Query, replaceQuery } from '../../../platform/hash';
import { printCount } from '../../../platform/text';
import * as session from '../../../state/session';
import { useRetryOnReturn } from '../../../state/useLoading';
import { SettingsPage } from '../SettingsPage';
import { AdminPanel } from './AdminPanel';
import { AdminTable, type AdminTableProps } from './AdminTable';
import { adminsQueryOf, createAdminList, filterFields } from './adminList';

interface Props {
  query: Query;
}

const placeholder = 'Search term or filter like email = "test@example.com"...';
const applySearch = (text: string) => replaceQuery({ filter: text });

/** Lists the accounts that may sign in to the dashboard. */
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

/** Shows the admins, or the reason why there are none. */
function AdminsBody({ onClear, ...table }: BodyProps) {
  const { admins } = table;
  const list = useSnapshot(admins.state);
  const failed = 'The admins could not be loaded.';
  return (
    <ListBody
      list={list}
      isEmpty={list.items.length === 0}
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
