import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import css from './TextInput.module.css';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'size'> {
  value: string;
  onChange: (text: string) => void;
  size?: 'medium' | 'large' | undefined;
  icon?: LucideIcon | undefined;
  /** A unit, or small buttons, inside the frame at its end. */
  end?: ReactNode;
  /** For ids, filters and other code. */
  isMono?: boolean | undefined;
  /** Shows no frame until it is hovered or focused, as at the top of a sidebar. */
  isPlain?: boolean | undefined;
}

export function TextInput({
  value,
  onChange,
  size = 'medium',
  icon,
  end,
  isMono = false,
  isPlain = false,
  className,
  ...native
}: TextInputProps) {
  const classes = joinClasses(
    css.root,
    size === 'large' && css.large,
    isMono && css.mono,
    isPlain && css.plain,
    className,
  );
  return (
    <span className={classes}>
      {icon && <Icon of={icon} />}
      <input
        type="text"
        translate="no"
        {...native}
        className={css.input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {end && <span className={css.end}>{end}</span>}
    </span>
  );
}
