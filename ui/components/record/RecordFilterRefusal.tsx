import type { Collection } from '../../model/collection';
import { explainRefusal, filterExample, filterNames } from '../../model/filters/explainFilter';
import { FilterRefusal } from '../data/FilterRefusal';

interface Props {
  collection: Collection;
  search: string;
}

/** Explains why the server refused a filter, and offers a correction. */
export function RecordFilterRefusal({
  collection,
  search,
  onApply,
}: Props & { onApply: (text: string) => void }) {
  return (
    <FilterRefusal
      filter={search}
      knownFields={filterNames(collection)}
      example={filterExample(collection)}
      onApply={onApply}
    />
  );
}

/** Explains only the error. */
export function RecordFilterReason({ collection, search }: Props) {
  return explainRefusal(search, filterNames(collection));
}
