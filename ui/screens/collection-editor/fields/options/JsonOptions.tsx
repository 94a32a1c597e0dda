import css from './JsonOptions.module.css';
import { OptionNumber } from './OptionNumber';
import shared from './options.module.css';
import type { OptionProps } from './useOption';

/** What the server makes of a text that it is given for a json field. */
const rules: readonly [given: string, becomes: string][] = [
  ['"true"', 'true'],
  ['"false"', 'false'],
  ['"null"', 'null'],
  ['"[1,2,3]"', '[1,2,3]'],
  ['"{\\"a\\":1,\\"b\\":2}"', '{"a":1,"b":2}'],
];

export function JsonOptions(props: OptionProps) {
  return (
    <>
      <OptionNumber {...props} name="maxSize" label="Max size" isRequired isWhole isSize unit="bytes" />
      <details className={shared.full}>
        <summary className={css.summary}>String value normalizations</summary>
        <div className={css.note}>
          <p>A plain string is normalized, so that JSON and form data mean the same:</p>
          <ul className={css.rules}>
            {rules.map(([given, becomes]) => (
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
    </>
  );
}
