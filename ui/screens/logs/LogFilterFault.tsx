import { explainRefusal } from '../../model/explainFilter';
import { filterFields } from './logsQuery';

/** What is wrong with a filter that the server refused. */
export function LogFilterFault({ search }: { search: string }) {
  return explainRefusal(search, filterFields);
}
