import { FilterRefusal } from '../../components/data/FilterRefusal';
import { filterFields } from './logsQuery';

interface Props {
  search: string;
  /** The server's words. */
  message: string | undefined;
  onApply: (text: string) => void;
}

/** Explains a filter that the server refused, and offers a correction. */
export function LogFilterRefusal({ search, message, onApply }: Props) {
  return (
    <FilterRefusal
      filter={search}
      message={message}
      knownFields={filterFields}
      example='data.status >= 400 && message ~ "records"'
      onApply={onApply}
    />
  );
}
