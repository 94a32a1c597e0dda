import { NumberInput, type NumberInputProps } from './NumberInput';
import { useTypedText } from './useTypedText';

interface Props extends NumberInputProps {
  /** The plain number that a text with units stands for; null for what is none. */
  read: (text: string) => number | null;
}

/**
 * A number that may be typed with its units, such as `14d`. Its value is the plain number, which also stands here once
 * it is left; what cannot be read stays as it was typed.
 */
export function UnitInput({ value, read, onChange, ...props }: Props) {
  const { text, type } = useTypedText(value, String, (typed) => String(read(typed) ?? typed));
  return (
    <NumberInput
      {...props}
      inputMode="text"
      value={text}
      onChange={(typed) => onChange(type(typed))}
      onBlur={() => type(value)}
    />
  );
}
