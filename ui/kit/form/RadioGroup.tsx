import { type ComponentProps, useId } from 'react';
import type { FieldControl } from './Field';
import css from './RadioGroup.module.css';

interface Props<Value extends string> extends Partial<FieldControl> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  isDisabled?: boolean | undefined;
  onChange: (value: Value) => void;
}

export function RadioGroup<Value extends string>({
  label,
  options,
  value,
  isDisabled,
  onChange,
}: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={css.root} disabled={isDisabled}>
      <legend className={css.legend}>{label}</legend>
      {options.map((option) => (
        <Radio
          key={option.value}
          className="row"
          name={name}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
        >
          {option.label}
        </Radio>
      ))}
    </fieldset>
  );
}

/**
 * One of several choices with its label, as large as a checkbox. It is drawn by CSS, because in dark mode the
 * browser's own radio looks chosen when it is not.
 */
export function Radio({ className, children, ...native }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={className}>
      <input {...native} type="radio" className={css.radio} />
      {children}
    </label>
  );
}
