import { columnWidthRange } from '../../model/columnLayout';

/** The custom property of a table with the widths of all its columns. */
const tracks = '--columns';

/** Returns the widths of the heads, in CSS pixels of this window. */
export function headWidths(table: HTMLElement): number[] {
  return headsOf(table).map((head) => head.getBoundingClientRect().width);
}

/** Shows another width of one column without a render. The others keep theirs. */
export function showWidth(table: HTMLElement, widths: readonly number[], place: number, width: number): void {
  const shown = widths.map((each, index) => `${index === place ? width : each}px`);
  table.style.setProperty(tracks, shown.join(' '));
}

export function endWidth(table: HTMLElement): void {
  table.style.removeProperty(tracks);
}

/** Returns the width that the head and the drawn cells of a column need. */
export function fittingWidth(table: HTMLElement, place: number): number {
  const widths = headWidths(table).map((each, index) => (index === place ? 'max-content' : `${each}px`));
  table.style.setProperty(tracks, widths.join(' '));
  const cells = [...table.querySelectorAll<HTMLElement>('tr[data-index], tr[data-head]')].flatMap((line) => {
    const cell = line.children[place];
    return cell ? [cell.getBoundingClientRect().width] : [];
  });
  endWidth(table);
  return limited(Math.ceil(Math.max(...cells)));
}

/** Returns a width inside the limits. Both are CSS pixels of this window, whose font may be larger. */
export function limited(width: number): number {
  const { min, max } = columnWidthRange;
  return Math.min(Math.max(Math.round(width), min * scale()), max * scale());
}

/** Returns a width as it is stored: for the default size of the font. */
export const storedWidth = (width: number): number => {
  const { min, max } = columnWidthRange;
  return Math.min(Math.max(Math.round(width / scale()), min), max);
};

/** Returns a stored width in CSS pixels of this window. */
export const shownWidth = (stored: number): number => stored * scale();

const scale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;

export const headsOf = (table: HTMLElement) => [...table.querySelectorAll<HTMLElement>('th[data-column]')];

/** The share of the table that columns in view may take while it scrolls sideways. */
const mostPinned = 0.6;

/** Returns how many of the pinned columns may stay in view, counted from the first one. */
export function fittingPins(table: HTMLElement, pinned: ReadonlySet<string>): number {
  const most = table.clientWidth * mostPinned;
  let end = 0;
  return headsOf(table).filter((head) => {
    end += head.getBoundingClientRect().width;
    return pinned.has(head.dataset['column'] ?? '') && end <= most;
  }).length;
}
