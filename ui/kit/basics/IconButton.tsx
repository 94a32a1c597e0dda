import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button, type ButtonKind, type ButtonProps, type ButtonSize } from './Button';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  label: string;
  kind?: ButtonKind | undefined;
  size?: ButtonSize | undefined;
  isBusy?: boolean | undefined;
  writes?: boolean | undefined;
  href?: string | undefined;
  /** Defaults to the label; '' for none. */
  tooltip?: string | undefined;
  /** The place of the tooltip: `top`, `right`, `bottom-start` ... */
  placement?: string | undefined;
}

/** A quiet square with an icon; its label is its accessible name and its tooltip. */
export function IconButton({ label, tooltip = label, placement, ...look }: IconButtonProps) {
  return (
    <Button
      kind="quiet"
      {...(look as ButtonProps)}
      isSquare
      aria-label={label}
      data-tooltip={tooltip || undefined}
      data-tooltip-placement={placement}
    />
  );
}
