/** Of text at 12 px; wider than most letters are, so that a chip is rather left out than cut. */
const letterWidth = 6.6;
/** Padding and border of a chip, and the mark that a chip may begin with. */
const chipExtra = 28;
const gap = 4;
/** Room for `+99`. */
const restWidth = 26;

/**
 * How many chips fit into a line of `width` px, so that a `+n` still fits behind them if there are more. At least
 * one: it is cut to the line. Measured by letters: asking the browser would cost a layout for every row.
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
