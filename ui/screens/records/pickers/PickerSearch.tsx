import Plus from 'lucide-react/icons/plus';
import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { SearchBar } from '../../../components/data/SearchBar';
import { type Collection, collectionTypeOf } from '../../../model/collection';
import * as collections from '../../../state/collections';
import { findRecords } from '../../../state/recordChoices';
import { FilterFault } from '../FilterFault';
import type { PickerList } from './pickerList';

interface Props {
  source: PickerList;
  collection: Collection;
  placeholder: string;
  onApply: (text: string) => void;
  onNew: () => void;
}

/** The search over what a picker offers, and the way to a new record. */
export function PickerSearch({ source, collection, placeholder, onApply, onNew }: Props) {
  const { search, searchError, isFilterRefused, narrowedTo } = useSnapshot(source.state);
  const { all } = useSnapshot(collections.state);
  const words = useMemo(
    () => ({ collection, collections: all as Collection[], findRecords }),
    [collection, all],
  );
  const fault = isFilterRefused ? (
    <FilterFault collection={collection} search={search} onApply={onApply} />
  ) : undefined;
  return (
    <SearchBar
      applied={search}
      placeholder={placeholder}
      error={searchError ?? fault}
      note={narrowedTo ? `Too long to search all columns; searched in ${narrowedTo.join(', ')}.` : undefined}
      words={words}
      onApply={onApply}
    >
      {collectionTypeOf(collection) !== 'view' && (
        <Button icon={Plus} onClick={onNew}>
          New record
        </Button>
      )}
    </SearchBar>
  );
}
