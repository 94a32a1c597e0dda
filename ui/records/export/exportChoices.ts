import * as preferences from '../../page/preferences';
import { type CsvSeparator, csvSeparators } from '../tables/csv';
import type { ExportScope } from './exportSource';
import { type ExportFormat, formatNames } from './exportText';

export interface ExportChoices {
  scope: ExportScope;
  format: ExportFormat;
  separator: CsvSeparator;
  hasByteOrderMark: boolean;
  isGuarded: boolean;
  columns: 'shown' | 'all';
  filesAs: 'names' | 'links';
}

type Kept = Pick<ExportChoices, 'scope' | 'format' | 'separator' | 'hasByteOrderMark'>;

/**
 * The choices that are kept for the next export, with their possible values. Others are chosen each time, because
 * such a file holds more than the list shows: more records or fields, links to files, texts without a guard.
 */
const kept: { readonly [Name in keyof Kept]: readonly Kept[Name][] } = {
  scope: ['selected'],
  format: formatNames,
  separator: csvSeparators.map(({ value }) => value),
  hasByteOrderMark: [true, false],
};

/** Returns the choices of the last export. Ignores stored values that are no longer possible. */
export function lastChoices(): Partial<Kept> {
  const stored = preferences.storedExport();
  if (typeof stored !== 'object' || stored === null) return {};
  return keptOf(stored);
}

export function rememberChoices(choices: ExportChoices): void {
  preferences.rememberExport(keptOf(choices));
}

function keptOf(choices: object): Partial<Kept> {
  return Object.fromEntries(
    Object.entries(kept).flatMap(([name, values]) => {
      const value = (values as readonly unknown[]).find((one) => one === Reflect.get(choices, name));
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
