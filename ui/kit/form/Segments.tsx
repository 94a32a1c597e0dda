import { printCount } from '../../base/text';
import css from './Segments.module.css';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  /** Undefined while unknown: the choice is then disabled. Null: the choice shows no count. */
  count: number | undefined | null;
}

interface Props<Value extends string> {
  /** The id by which the label of a field refers to this control. */
  id?: string | undefined;
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A few choices side by side with their counts; one is pressed. */
export function Segments<Value extends string>({ id, label, segments, value, onChange }: Props<Value>) {
  return (
    <fieldset id={id} className={css.root} aria-label={label}>
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === value}
          disabled={segment.count === undefined}
          onClick={() => onChange(segment.value)}
        >
          {segment.label}{' '}
          {typeof segment.count === 'number' && <span className="subtle">{printCount(segment.count)}</span>}
        </button>
      ))}
    </fieldset>
  );
}
