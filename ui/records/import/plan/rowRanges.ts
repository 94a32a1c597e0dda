import { printCount } from '../../../base/text';

/**
 * Prints the numbers of rows as `118-131, 402, 511-537`. After `mostShown` ranges it counts the other rows:
 * `118-131, 402, and 27 more`.
 */
export function printRanges(numbers: readonly number[], mostShown = Number.POSITIVE_INFINITY): string {
  const ranges = rangesOf(numbers);
  const shown = ranges.slice(0, mostShown).map(printRange);
  const left = ranges.slice(mostShown).reduce((count, { first, last }) => count + last - first + 1, 0);
  return [...shown, ...(left > 0 ? [`and ${printCount(left)} more`] : [])].join(', ');
}

interface Range {
  first: number;
  last: number;
}

function rangesOf(numbers: readonly number[]): Range[] {
  const ranges: Range[] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range && number <= range.last + 1) range.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges;
}

function printRange({ first, last }: Range): string {
  return first === last ? printCount(first) : `${printCount(first)}-${printCount(last)}`;
}
