import FileX from 'lucide-react/icons/file-x';
import SearchX from 'lucide-react/icons/search-x';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { joinClasses } from '../../kit/basics/joinClasses';
import { ListBody } from '../../kit/layout/ListBody';
import { ClearFilters } from '../../kit/search/ClearFilters';
import css from './PickerBody.module.css';
import type { PickerList } from './pickerList';

interface Props {
  source: PickerList;
  /** True if there is nothing to choose. */
  isEmpty: boolean;
  emptyTitle: string;
  clearLabel: string;
  onClear: () => void;
  children: ReactNode;
}

/** Shows the choices, or why there are none. */
export function PickerBody({ source, isEmpty, emptyTitle, clearLabel, onClear, children }: Props) {
  const list = useSnapshot(source.list.state);
  const { search } = useSnapshot(source.state);
  return (
    <ListBody
      list={list}
      isEmpty={isEmpty && !list.hasMore}
      isRefused={list.refusedSearch !== null}
      loading={<Bones />}
      failedTitle="The records could not be loaded."
      deniedTitle="You are not allowed to view these records."
      emptyIcon={search === '' ? FileX : SearchX}
      emptyTitle={emptyTitle}
      emptyActions={search !== '' && <ClearFilters onClear={onClear}>{clearLabel}</ClearFilters>}
      onRetry={() => void source.retry()}
    >
      {children}
    </ListBody>
  );
}

const boneCount = 10;

/** Placeholders, which the style shows after 150 ms. */
function Bones() {
  return (
    <div className={joinClasses(css.bones, 'appearsLate')} role="status" aria-label="Loading...">
      {Array.from({ length: boneCount }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other
        <div key={row} className={css.row} aria-hidden>
          <span className="bone" style={{ width: `${35 + ((row * 7) % 5) * 10}%` }} />
        </div>
      ))}
    </div>
  );
}
