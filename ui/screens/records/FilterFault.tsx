import { type Collection, systemFieldNames } from '../../model/collection';
import { explainRefusal } from '../../model/explainFilter';

interface Props {
  collection: Collection;
  search: string;
}

/** What is wrong with a filter that the server refused. */
export function FilterFault({ collection, search }: Props) {
  const fields = collection.schema.map(({ name }) => name);
  // Of a view it is not known which dates it has.
  const known = [...systemFieldNames(collection), 'created', 'updated', ...fields];
  return explainRefusal(search, known);
}
