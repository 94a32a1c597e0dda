import type { ReactNode } from 'react';
import css from './CellLine.module.css';

interface Props {
  /** The values that do not fit, which are only counted. */
  rest?: readonly string[];
  children: ReactNode;
}

export function CellLine({ rest = [], children }: Props) {
  return (
    <span className={css.line}>
      {children}
      {rest.length > 0 && (
        <span className={css.rest} data-tooltip={rest.slice(0, 20).join('\n')}>
          +{rest.length}
        </span>
      )}
    </span>
  );
}

/** In px, both ends together. */
export const cellPadding = 20;

/** In px at 12 px text. More than the average, because a missing chip is better than a cut one. */
const letterWidth = 6.6;
/** In px: padding and border of a chip, and its optional mark. */
const chipExtra = 28;
const gap = 4;
/** In px, for `+99`. */
const restWidth = 26;

/**
 * Returns how many chips fit into `width` px, with room for `+n` if there are more; at least one, which is cut. The
 * width is estimated from the characters, because measuring would need a layout for each row.
 */
export function fittingChips(
  texts: readonly string[],
  width: number,
  maxChipWidth = Number.POSITIVE_INFINITY,
): number {
  let used = 0;
  for (const [index, text] of texts.entries()) {
    const chip = Math.min(maxChipWidth, text.length * letterWidth + chipExtra);
    const rest = index < texts.length - 1 ? restWidth : 0;
    if (index > 0 && used + chip + rest > width) return index;
    used += chip + gap;
  }
  return texts.length;
}
