import { joinClasses } from '../basics/joinClasses';
import css from './NumberInput.module.css';
import { TextInput, type TextInputProps } from './TextInput';
import { useTextDraft } from './useTextDraft';

interface NumberInputProps extends Omit<TextInputProps, 'type' | 'end'> {
  /** Shown inside the frame, at its end. */
  unit?: string | undefined;
}

/** A number as text, so that `1.10`, a long integer and half-typed numbers stay unchanged. */
export function NumberInput({ unit, className, ...props }: NumberInputProps) {
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...props}
      className={joinClasses('digits', className)}
      end={unit && <span className={css.unit}>{unit}</span>}
    />
  );
}

interface UnitInputProps extends NumberInputProps {
  /** Returns the plain number of a text with units; null for an invalid text. */
  read: (text: string) => number | null;
}

/**
 * A number that may be typed with units, such as `14d`. Its value is the plain number, which replaces the
 * text on blur; an invalid text stays.
 */
export function UnitInput({ value, read, onChange, ...props }: UnitInputProps) {
  const { text, type } = useTextDraft(value, String, (typed) => String(read(typed) ?? typed));
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
