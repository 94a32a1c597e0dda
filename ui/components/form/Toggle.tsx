import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from '../basics/joinClasses';
import css from './Toggle.module.css';

export interface ToggleProps
  extends Omit<
    ComponentProps<'input'>,
    'type' | 'role' | 'checked' | 'onChange' | 'ref' | 'className' | 'disabled'
  > {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** After the switch, and its name; a field names its switch itself. */
  label?: ReactNode;
  /** After the switch of a field: what it says now. No part of the name, for the switch tells its state. */
  stateText?: string | undefined;
  isDisabled?: boolean | undefined;
}

export function Toggle({ isOn, onChange, label, stateText, isDisabled = false, ...native }: ToggleProps) {
  return (
    <label className={joinClasses(css.root, stateText !== undefined && css.inField)}>
      <input
        {...native}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native box tells itself whether it is checked
        role="switch"
        className={css.switch}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label && <span>{label}</span>}
      {stateText && <span aria-hidden>{stateText}</span>}
    </label>
  );
}
