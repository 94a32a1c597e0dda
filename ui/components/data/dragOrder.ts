/** Where what is dragged belongs; pure. */

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type DragLayout = 'vertical' | 'wrap';

/** The list with the one at `from` standing at `to`. */
export function movedItem<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.filter((_, index) => index !== from);
  return [...others.slice(0, to), ...list.slice(from, from + 1), ...others.slice(to)];
}

/** How many of the other boxes, which stand in reading order, come before the point. */
export function placeAt(x: number, y: number, others: readonly Box[], layout: DragLayout): number {
  return others.filter((box) => {
    if (layout === 'vertical') return box.top + box.height / 2 < y;
    const isInLine = y >= box.top && y <= box.top + box.height;
    return isInLine ? box.left + box.width / 2 < x : box.top + box.height < y;
  }).length;
}

/** Whether both hold the same keys, in whatever order. */
export function hasSameKeys(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key) => other.includes(key));
}
