import { FilterRefusal } from '../../kit/search/FilterRefusal';
import type { Collection } from '../../model/collection';
import { filterExample, filterNames } from '../../model/filter/explainFilter';

interface Props {
  collection: Collection;
  search: string;
  /** The message of the server. */
  message: string | undefined;
  onApply: (text: string) => void;
}

export function RecordFilterRefusal({ collection, search, message, onApply }: Props) {
  return (
    <FilterRefusal
      filter={search}
      message={message}
      knownFields={filterNames(collection)}
      example={filterExample(collection)}
      onApply={onApply}
    />
  );
}
