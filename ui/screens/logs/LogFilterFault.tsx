import { explainFilter } from '../../model/explainFilter';
import { filterFields } from './logsQuery';

/** The server says only that something is wrong with a filter; our own reading may say what. */
export function LogFilterFault({ search }: { search: string }) {
  return explainFilter(search, filterFields) ?? 'The server did not understand this filter.';
}
