import { FilterRefusal } from '../../components/data/FilterRefusal';
import type { Collection } from '../../model/collection';
import { explainRefusal } from '../../model/explainFilter';
import { filterExample, filterNames } from './filterExample';

interface Props {
  collection: Collection;
  search: string;
}

/** What is wrong with a filter that the server refused, and what can be done. */
export function FilterFault({ collection, search, onApply }: Props & { onApply: (text: string) => void }) {
  return (
    <FilterRefusal
      filter={search}
      knownFields={filterNames(collection)}
      example={filterExample(collection)}
      onApply={onApply}
    />
  );
}

/** Only what is wrong with it. */
export function FilterReason({ collection, search }: Props) {
  return explainRefusal(search, filterNames(collection));
}
