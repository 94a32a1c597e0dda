import { FilterRefusal } from '../../kit/search/FilterRefusal';
import type { Collection } from '../../model/collection';
import { filterExample, filterNames } from '../../model/filter/explainFilter';

interface Props {
  collection: Collection;
  search: string;
  /** The server's words. */
  message: string | undefined;
  onApply: (text: string) => void;
}

/** Explains why the server refused a filter, and offers a correction. */
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
