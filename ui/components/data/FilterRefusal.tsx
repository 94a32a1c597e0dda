import { correctedFilter, explainRefusal } from '../../model/filters/explainFilter';
import { Button } from '../basics/Button';

interface FilterRefusalProps {
  filter: string;
  /** The names that may start a path. */
  knownFields: readonly string[];
  /** A filter that works for this list. */
  example: string;
  onApply: (filter: string) => void;
}

/** Explains why a filter was refused, offers a correction if it is certain, and shows an example. */
export function FilterRefusal({ filter, knownFields, example, onApply }: FilterRefusalProps) {
  const corrected = correctedFilter(filter, knownFields);
  return (
    <>
      {explainRefusal(filter, knownFields)}{' '}
      {corrected !== null && (
        <Button kind="link" size="small" onClick={() => onApply(corrected)}>
          Correct and search
        </Button>
      )}
      <span className="subtle">
        Example: <code translate="no">{example}</code>
      </span>
    </>
  );
}
