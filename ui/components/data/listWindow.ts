export interface ListPlace {
  /** CSS pixels, as all lengths here. */
  scrollTop: number;
  viewportHeight: number;
  rowHeight: number;
  count: number;
  /** Rows drawn beyond each edge, so that a small scroll shows no gap. */
  overscan: number;
}

export interface ListWindow {
  /** Index of the first row to draw. */
  first: number;
  /** Index after the last row to draw. */
  last: number;
  /** Heights of what is left out before and after. */
  padTop: number;
  padBottom: number;
}

/** The indices of the rows to draw; the one that Tab leads to is drawn however far away it is. */
export function drawnIndices({ first, last }: ListWindow, stop: number): number[] {
  const indices = Array.from({ length: last - first }, (_, offset) => first + offset);
  if (stop >= 0 && stop < first) indices.unshift(stop);
  if (stop >= last) indices.push(stop);
  return indices;
}

/** Which rows of one fixed height are near the viewport. */
export function windowOf({ scrollTop, viewportHeight, rowHeight, count, overscan }: ListPlace): ListWindow {
  const height = Math.max(rowHeight, 1);
  // Beyond the ends while the page bounces, or when the list has just become shorter.
  const top = Math.min(Math.max(scrollTop, 0), Math.max(count * height - viewportHeight, 0));
  const first = Math.max(Math.floor(top / height) - overscan, 0);
  const last = Math.min(Math.ceil((top + viewportHeight) / height) + overscan, count);
  return { first, last, padTop: first * height, padBottom: (count - last) * height };
}
