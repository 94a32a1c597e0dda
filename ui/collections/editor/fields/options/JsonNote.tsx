import ChevronDown from 'lucide-react/icons/chevron-down';
import { Icon } from '../../../../kit/basics/Icon';
import css from '../FieldOptions.module.css';

/** How the server converts a text for a json field. */
const jsonRules: readonly [given: string, becomes: string][] = [
  ['"true"', 'true'],
  ['"false"', 'false'],
  ['"null"', 'null'],
  ['"[1,2,3]"', '[1,2,3]'],
  ['"{\\"a\\":1,\\"b\\":2}"', '{"a":1,"b":2}'],
];

export function JsonNote() {
  return (
    <details className={css.full}>
      <summary className={css.summary}>
        String value normalizations
        <Icon of={ChevronDown} size="small" />
      </summary>
      <div className={css.note}>
        <p>A plain string is normalized, so that JSON and form data mean the same:</p>
        <ul className={css.rules}>
          {jsonRules.map(([given, becomes]) => (
            <li key={given}>
              <code translate="no">{given}</code> is converted to <code translate="no">{becomes}</code>
            </li>
          ))}
          <li>numeric strings are converted to numbers</li>
          <li>double quoted strings are left as they are</li>
          <li>any other string, including the empty one, is double quoted</li>
        </ul>
        <p>
          To avoid this, wrap the value in an object: <code translate="no">{'{"data": anything}'}</code>
        </p>
      </div>
    </details>
  );
}
