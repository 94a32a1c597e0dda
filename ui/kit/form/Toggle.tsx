import { type ComponentProps, type ReactNode, useId } from 'react';
import { joinClasses } from '../basics/joinClasses';
import look from '../basics/switch.module.css';
import { ChangedDot, ChangedText } from './ChangedMark';
import css from './Toggle.module.css';

export interface ToggleProps
  extends Omit<
    ComponentProps<'input'>,
    'type' | 'role' | 'checked' | 'onChange' | 'ref' | 'className' | 'disabled'
  > {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** Follows the switch and names it; a field names its switch itself. */
  label?: ReactNode;
  /**
   * Follows the switch of a field and shows its state. It is not part of the name, because the switch says its state.
   */
  stateText?: string | undefined;
  isDisabled?: boolean | undefined;
  /** True if the value differs from the stored one. */
  isChanged?: boolean | undefined;
}

export function Toggle({
  isOn,
  onChange,
  label,
  stateText,
  isDisabled = false,
  isChanged = false,
  ...native
}: ToggleProps) {
  const changedId = useId();
  const described = [native['aria-describedby'], isChanged && changedId].filter(Boolean).join(' ');
  return (
    <>
      <label className={joinClasses(css.root, stateText !== undefined && css.inField)}>
        <input
          {...native}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native box says whether it is checked
          role="switch"
          className={joinClasses(look.switch, css.input)}
          checked={isOn}
          disabled={isDisabled}
          aria-describedby={described || undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label && <span>{label}</span>}
        {isChanged && <ChangedDot />}
        {stateText && <span aria-hidden>{stateText}</span>}
      </label>
      {isChanged && <ChangedText id={changedId} />}
    </>
  );
}
