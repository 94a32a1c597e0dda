import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import css from './Button.module.css';
import { Icon } from './Icon';
import { joinClasses } from './joinClasses';
import { Spinner } from './Spinner';

export type ButtonKind = 'secondary' | 'primary' | 'quiet' | 'danger' | 'dangerQuiet' | 'link';
export type ButtonSize = 'small' | 'medium' | 'large';

interface ButtonLook {
  kind?: ButtonKind | undefined;
  size?: ButtonSize | undefined;
  icon?: LucideIcon | undefined;
  iconAtEnd?: LucideIcon | undefined;
  /** True during work: the button keeps its size and its focus, and ignores clicks. */
  isBusy?: boolean | undefined;
  isWide?: boolean | undefined;
  /** As wide as high, for an icon without text. */
  isSquare?: boolean | undefined;
  /** True if it changes data of the server. It then shows a lock while writes are locked. */
  writes?: boolean | undefined;
}

/** With `href` it is a real link, so that a middle click and "copy link address" work. */
export type ButtonProps = ButtonLook &
  (({ href?: undefined } & ComponentProps<'button'>) | ({ href: string } & ComponentProps<'a'>));

export function Button({
  kind = 'secondary',
  size = 'medium',
  icon,
  iconAtEnd,
  isBusy = false,
  isWide = false,
  isSquare = false,
  writes = false,
  className,
  children,
  ...native
}: ButtonProps) {
  const classes = joinClasses(
    css.root,
    css[kind],
    css[size],
    isWide && css.wide,
    isSquare && css.square,
    // If there is no icon to replace, the spinner takes its space from the padding.
    isBusy && !icon && !iconAtEnd && css.tight,
    className,
  );
  const content = (
    <>
      {isBusy ? <Spinner /> : icon && <Icon of={icon} size={size === 'small' ? 'small' : 'medium'} />}
      {/* In its own element, because in a translated page a text beside changing elements would stay old. The spaces
          between several children stay. */}
      {children !== undefined && (
        <span className={Array.isArray(children) ? undefined : css.content}>{children}</span>
      )}
      {iconAtEnd && !isBusy && <Icon of={iconAtEnd} />}
    </>
  );
  if (native.href !== undefined) {
    return (
      <a {...native} className={classes}>
        {content}
      </a>
    );
  }
  const { onClick, ...rest } = native;
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      data-writes={writes || undefined}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      {...rest}
      className={classes}
      onClick={handleClick}
    >
      {content}
    </button>
  );
}
