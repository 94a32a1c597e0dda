import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import css from './Checkbox.module.css';

interface CheckboxProps
  extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange' | 'ref' | 'className'> {
  isChecked: boolean;
  /** True if some of its items are selected, but not all. */
  isPartial?: boolean | undefined;
  /** `hasShift` is true while Shift is held: it selects all boxes between this one and the last one. */
  onChange: (isChecked: boolean, hasShift: boolean) => void;
  /** Follows the box; without it give an `aria-label`. */
  label?: ReactNode;
}

export function Checkbox({ isChecked, isPartial = false, onChange, label, ...native }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    // HTML has no attribute for it.
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
