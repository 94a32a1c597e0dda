import { byteSize, bytesOf } from '../../../../base/text';
import { Field } from '../../../../kit/form/Field';
import { NumberInput } from '../../../../kit/form/NumberInput';
import { useTextDraft } from '../../../../kit/form/useTextDraft';
import { type OptionProps, useOption } from './useOption';

interface Props extends OptionProps, NumberLimits {
  name: string;
  label: string;
  isRequired?: boolean | undefined;
  placeholder?: string | undefined;
  unit?: string | undefined;
  /** The number is in bytes. The input also accepts `5 MB`, and the label shows the size. */
  isSize?: boolean | undefined;
}

/** An empty input means no number. */
export function OptionNumber({
  name,
  label,
  isRequired,
  placeholder,
  unit,
  isWhole,
  least,
  isSize = false,
  ...props
}: Props) {
  const { value, error, isChanged, set } = useOption(props, name);
  const { text, type } = useTextDraft<NumberOption>(
    (value ?? null) as NumberOption,
    (number) => String(number ?? ''),
    (typed) => numberFromText((isSize && bytesOf(typed)?.toString()) || typed, { isWhole, least }),
  );
  return (
    <Field
      label={label}
      isRequired={isRequired}
      isChanged={isChanged}
      error={error}
      hint={isSize && typeof value === 'number' && value > 0 ? byteSize(value) : ''}
    >
      {(control) => (
        <NumberInput
          {...control}
          inputMode={isSize ? 'text' : isWhole ? 'numeric' : 'decimal'}
          placeholder={placeholder}
          unit={unit}
          value={text}
          onChange={(typed) => set(type(typed))}
          // Replaces a typed unit by the number of bytes.
          onBlur={() => isSize && type(String(value ?? ''))}
        />
      )}
    </Field>
  );
}

/** Null means none. A text is an incomplete or invalid number, as typed. */
export type NumberOption = number | string | null;

export interface NumberLimits {
  isWhole?: boolean | undefined;
  /** A smaller number counts as incomplete. */
  least?: number | undefined;
}

/** Returns a number only if nothing is lost: `1.50` gives 1.5, too many digits give the text. */
export function numberFromText(text: string, { isWhole = false, least }: NumberLimits = {}): NumberOption {
  const typed = text.trim();
  if (typed === '') return null;
  const number = Number(typed);
  const isExact = Number.isFinite(number) && (String(number) === typed || String(number) === plain(typed));
  const isTooSmall = least !== undefined && number < least;
  return isExact && !isTooSmall && (!isWhole || Number.isInteger(number)) ? number : text;
}

/** Removes zeros and signs without a meaning. Null if the text is no plain number. */
function plain(typed: string): string | null {
  const [all, sign, whole = '', fraction] = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(typed) ?? [];
  if (all === undefined || !/\d/.test(all)) return null;
  return `${sign === '-' ? '-' : ''}${whole || '0'}${fraction ? `.${fraction}` : ''}`;
}
