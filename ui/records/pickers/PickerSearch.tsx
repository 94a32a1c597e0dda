import Plus from 'lucide-react/icons/plus';
import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../kit/basics/Button';
import { SearchBar } from '../../kit/search/SearchBar';
import { type Collection, collectionTypeOf } from '../../model/collection';
import * as collections from '../../page/collections';
import { RecordFilterRefusal } from '../display/RecordFilterRefusal';
import { findRecords } from '../related/recordChoices';
import type { PickerList } from './pickerList';

interface Props {
  source: PickerList;
  collection: Collection;
  placeholder: string;
  onApply: (text: string) => void;
  onNew: () => void;
}

export function PickerSearch({ source, collection, placeholder, onApply, onNew }: Props) {
  const { search, searchError, searchNote } = useSnapshot(source.state);
  const { refusedSearch, loadError } = useSnapshot(source.list.state);
  const { all } = useSnapshot(collections.state);
  const words = useMemo(() => ({ collection, collections: all, findRecords }), [collection, all]);
  const fault =
    refusedSearch === search ? (
      <RecordFilterRefusal
        collection={collection}
        search={search}
        message={loadError?.message}
        onApply={onApply}
      />
    ) : undefined;
  return (
    <SearchBar
      applied={search}
      placeholder={placeholder}
      error={searchError ?? fault}
      note={searchNote ?? undefined}
      words={words}
      data-autofocus
      onApply={onApply}
    >
      {collectionTypeOf(collection) !== 'view' && (
        <Button icon={Plus} writes onClick={onNew}>
          New record
        </Button>
      )}
    </SearchBar>
  );
}
