import { joinClasses } from '../basics/joinClasses';
import css from './NumberInput.module.css';
import { TextInput, type TextInputProps } from './TextInput';

export interface NumberInputProps extends Omit<TextInputProps, 'type' | 'end'> {
  /** Inside the frame, at its end. */
  unit?: string | undefined;
}

/** A number as text, so that `1.10`, a long integer and what is half typed stay what they are. */
export function NumberInput({ unit, className, ...props }: NumberInputProps) {
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...props}
      className={joinClasses(css.root, className)}
      end={unit && <span className={css.unit}>{unit}</span>}
    />
  );
}
