import { type Collection, systemFieldNames } from '../../model/collection';
import { explainFilter } from '../../model/explainFilter';

interface Props {
  collection: Collection;
  search: string;
}

/** The server says only that something is wrong with a filter; our own reading may say what. */
export function FilterFault({ collection, search }: Props) {
  const fields = collection.schema.map(({ name }) => name);
  // Of a view it is not known which dates it has.
  const known = [...systemFieldNames(collection), 'created', 'updated', ...fields];
  return explainFilter(search, known) ?? 'The server did not understand this filter.';
}
