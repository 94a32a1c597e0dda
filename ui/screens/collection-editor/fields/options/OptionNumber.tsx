import { Field } from '../../../../components/form/Field';
import { NumberInput } from '../../../../components/form/NumberInput';
import { useTypedText } from '../../../../components/form/useTypedText';
import { type NumberLimits, type NumberOption, numberFromText } from '../optionNumber';
import { type OptionProps, useOption } from './useOption';

interface Props extends OptionProps, NumberLimits {
  name: string;
  label: string;
  isRequired?: boolean | undefined;
  placeholder?: string | undefined;
  unit?: string | undefined;
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
  ...props
}: Props) {
  const { value, error, isChanged, set } = useOption(props, name);
  const { text, type } = useTypedText<NumberOption>(
    (value ?? null) as NumberOption,
    (number) => String(number ?? ''),
    (typed) => numberFromText(typed, { isWhole, least }),
  );
  return (
    <Field label={label} isRequired={isRequired} isChanged={isChanged} error={error}>
      {(control) => (
        <NumberInput
          {...control}
          inputMode={isWhole ? 'numeric' : 'decimal'}
          placeholder={placeholder}
          unit={unit}
          value={text}
          onChange={(typed) => set(type(typed))}
        />
      )}
    </Field>
  );
}
