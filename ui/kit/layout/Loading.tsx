import type { ReactNode } from 'react';

interface Props {
  /** False in a part that is not live, where it would interrupt what a screen reader says. */
  isAnnounced?: boolean;
  children?: ReactNode;
}

/** Stands in the place of a part that loads; visible only if that takes more than 150 ms. */
export function Loading({ isAnnounced = true, children = 'Loading...' }: Props) {
  return (
    <p className="subtle appearsLate" role={isAnnounced ? 'status' : undefined}>
      {children}
    </p>
  );
}
