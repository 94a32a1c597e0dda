import { FilterRefusal } from '../../components/data/FilterRefusal';
import { filterFields } from './logsQuery';

interface Props {
  search: string;
  onApply: (text: string) => void;
}

/** Explains a filter that the server refused, and offers a correction. */
export function LogFilterRefusal({ search, onApply }: Props) {
  return (
    <FilterRefusal
      filter={search}
      knownFields={filterFields}
      example='data.status >= 400 && message ~ "records"'
      onApply={onApply}
    />
  );
}
