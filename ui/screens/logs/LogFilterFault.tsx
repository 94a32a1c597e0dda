import { FilterRefusal } from '../../components/data/FilterRefusal';
import { filterFields } from './logsQuery';

interface Props {
  search: string;
  onApply: (text: string) => void;
}

/** What is wrong with a filter that the server refused, and what can be done. */
export function LogFilterFault({ search, onApply }: Props) {
  return (
    <FilterRefusal
      filter={search}
      knownFields={filterFields}
      example='data.status >= 400 && message ~ "records"'
      onApply={onApply}
    />
  );
}
