import type { LucideIcon } from 'lucide-react';
import css from './Icon.module.css';

const pixels = { small: 14, medium: 16, large: 20 };

interface IconProps {
  of: LucideIcon;
  /** A name, or CSS pixels at the default font size. */
  size?: keyof typeof pixels | number;
}

/** A decorative icon beside a text; it has no accessible name. */
export function Icon({ of: Drawing, size = 'medium' }: IconProps) {
  const length = typeof size === 'number' ? size : pixels[size];
  return <Drawing className={css.root} size={`${length / 16}rem`} strokeWidth={1.75} aria-hidden />;
}
