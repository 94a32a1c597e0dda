import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import css from './Checkbox.module.css';

export interface CheckboxProps
  extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange' | 'ref' | 'className'> {
  isChecked: boolean;
  /** Some of what it stands for, not all. */
  isPartial?: boolean | undefined;
  /** `hasShift`: the Shift key was held, which means all between this box and the last one. */
  onChange: (isChecked: boolean, hasShift: boolean) => void;
  /** After the box; without it give an `aria-label`. */
  label?: ReactNode;
}

export function Checkbox({ isChecked, isPartial = false, onChange, label, ...native }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    // The document has no attribute for it.
    if (input.current) input.current.indeterminate = isPartial;
  }, [isPartial]);

  const box = (
    <input
      {...native}
      ref={input}
      type="checkbox"
      className={css.box}
      checked={isChecked}
      onChange={(event) =>
        onChange(event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true)
      }
    />
  );
  if (!label) return box;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is its control
    <label className={css.root}>
      {box}
      <span>{label}</span>
    </label>
  );
}
