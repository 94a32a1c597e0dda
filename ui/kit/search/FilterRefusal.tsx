import { correctedFilter, explainRefusal } from '../../model/filter/explainFilter';
import { Button } from '../basics/Button';

interface FilterRefusalProps {
  filter: string;
  /** The message of the server. */
  message: string | undefined;
  /** The names that may start a path. */
  knownFields: readonly string[];
  example: string;
  onApply: (filter: string) => void;
}

/** Explains why a filter was refused, offers a correction if it is certain, and shows an example. */
export function FilterRefusal({ filter, message, knownFields, example, onApply }: FilterRefusalProps) {
  const reason = explainRefusal(filter, knownFields, message);
  const corrected = correctedFilter(filter, knownFields);
  return (
    <>
      {reason}{' '}
      {corrected !== null && (
        <Button kind="link" size="small" onClick={() => onApply(corrected)}>
          Correct and search
        </Button>
      )}
      {reason !== message && (
        <span className="subtle">
          Example: <code translate="no">{example}</code>
        </span>
      )}
    </>
  );
}
