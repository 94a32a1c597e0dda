import { Field } from '../../../../components/form/Field';
import { NumberInput } from '../../../../components/form/NumberInput';
import { useTypedText } from '../../../../components/form/useTypedText';
import { byteSize, bytesOf } from '../../../../platform/text';
import { type NumberLimits, type NumberOption, numberFromText } from '../optionNumber';
import { type OptionProps, useOption } from './useOption';

interface Props extends OptionProps, NumberLimits {
  name: string;
  label: string;
  isRequired?: boolean | undefined;
  placeholder?: string | undefined;
  unit?: string | undefined;
  /** Counts bytes: `5 MB` may be typed, and the label says what the number comes to. */
  isSize?: boolean | undefined;
}

/** An option that is a number; empty, it is none. */
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
  const { text, type } = useTypedText<NumberOption>(
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
      hint={isSize && typeof value === 'number' ? byteSize(value) : ''}
    >
      {(control) => (
        <NumberInput
          {...control}
          inputMode={isSize ? 'text' : isWhole ? 'numeric' : 'decimal'}
          placeholder={placeholder}
          unit={unit}
          value={text}
          onChange={(typed) => set(type(typed))}
          // The number of bytes takes the place of what was typed with a unit.
          onBlur={() => isSize && type(String(value ?? ''))}
        />
      )}
    </Field>
  );
}
