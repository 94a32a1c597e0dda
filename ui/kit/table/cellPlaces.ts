/** Returns the drawn cells of a row at their places: while a list scrolls, columns out of view are missing. */
export function drawnPlaces(line: Element | null): Element[] {
  const cells: Element[] = [];
  let place = 0;
  for (const cell of (line?.children ?? []) as Iterable<HTMLElement>) {
    place = Number(cell.style.gridColumnStart) || place + 1;
    cells[place - 1] = cell;
  }
  return cells;
}

export const columnPlace = (cell: Element) => drawnPlaces(cell.parentElement).indexOf(cell);
