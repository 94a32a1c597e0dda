import type { Collection } from '../../model/collection';
import { explainRefusal, filterExample, filterNames } from '../../model/filters/explainFilter';
import { FilterRefusal } from '../data/FilterRefusal';

interface Props {
  collection: Collection;
  search: string;
  /** The server's words. */
  message: string | undefined;
}

/** Explains why the server refused a filter, and offers a correction. */
export function RecordFilterRefusal({
  collection,
  search,
  message,
  onApply,
}: Props & { onApply: (text: string) => void }) {
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

/** Explains only the error. */
export function RecordFilterReason({ collection, search, message }: Props) {
  return explainRefusal(search, filterNames(collection), message);
}
