import type { RecordSource } from '../../backend/recordPages';
import { onOneLine } from '../../base/jsonText';
import { cut } from '../../base/text';
import { type CsvCell, type CsvSeparator, csvRow, guardFormula } from '../tables/csv';

interface Format {
  readonly label: string;
  readonly ending: string;
  readonly mediaType: string;
  /** True for a file with a line of names and separators. Otherwise each record is a JSON object. */
  readonly isTable: boolean;
  /** The texts before the first record, between two, and after the last one. */
  readonly head: string;
  readonly between: string;
  readonly tail: (isEmpty: boolean) => string;
}

const csv: Format = {
  label: 'CSV',
  ending: '.csv',
  mediaType: 'text/csv',
  isTable: true,
  head: '',
  // Each line of a table has its own line break.
  between: '',
  tail: () => '',
};
const json: Format = {
  label: 'JSON',
  ending: '.json',
  mediaType: 'application/json',
  isTable: false,
  head: '[\n',
  between: ',\n',
  tail: () => '\n]\n',
};
const jsonl: Format = {
  label: 'JSON Lines',
  ending: '.jsonl',
  mediaType: 'application/x-ndjson',
  isTable: false,
  head: '',
  between: '\n',
  tail: (isEmpty) => (isEmpty ? '' : '\n'),
};

/** In the order of the screen. */
export const exportFormats = { csv, json, jsonl };

export type ExportFormat = keyof typeof exportFormats;

export const formatNames = Object.keys(exportFormats) as readonly ExportFormat[];

export interface ExportColumn {
  readonly name: string;
  /** True if the values stay as the server has written them. */
  readonly isSource?: boolean | undefined;
  /** True if the values never get a guard against formulas. */
  readonly isId?: boolean | undefined;
  readonly hasFiles?: boolean | undefined;
}

export interface TextOptions {
  readonly columns: readonly ExportColumn[];
  readonly format: ExportFormat;
  readonly separator: CsvSeparator;
  readonly hasByteOrderMark: boolean;
  readonly isGuarded: boolean;
  readonly linkTo: ((recordId: string, name: string) => string) | null;
}

/** The names of a CSV file, or the bracket of a JSON file. */
function headOf({ columns, format, separator }: TextOptions): string {
  const { isTable, head } = exportFormats[format];
  if (!isTable) return head;
  const names = columns.map(({ name }) => name);
  return csvRow(names, separator);
}

/** Returns the record as text, without the separator to the next one. */
export function lineOf(record: RecordSource, options: TextOptions): string {
  const { columns, format, separator } = options;
  if (exportFormats[format].isTable)
    return csvRow(
      columns.map((column) => cellOf(record, column, options)),
      separator,
    );
  const members = columns.flatMap((column) => {
    const source = record.values.get(column.name);
    if (source === undefined) return [];
    return `${JSON.stringify(column.name)}:${jsonOf(record, column, source, options)}`;
  });
  return `{${members.join(',')}}`;
}

function jsonOf(record: RecordSource, column: ExportColumn, source: string, options: TextOptions): string {
  const value = parsedValue(record, column, source, options);
  return value === null ? onOneLine(source) : JSON.stringify(value);
}

function cellOf(record: RecordSource, column: ExportColumn, options: TextOptions): CsvCell {
  const source = record.values.get(column.name);
  if (source === undefined || source === 'null') return null;
  const value = parsedValue(record, column, source, options);
  if (typeof value === 'string') {
    return options.isGuarded && !column.isId ? guardFormula(value) : value;
  }
  if (value?.length === 0) return null;
  return value === null ? onOneLine(source) : JSON.stringify(value);
}

/** Returns the text or list; null for another value, which stays as the server has written it. */
function parsedValue(
  record: RecordSource,
  { isSource, hasFiles }: ExportColumn,
  source: string,
  { linkTo }: TextOptions,
): string | readonly unknown[] | null {
  if (isSource || !/^["[]/.test(source)) return null;
  const value = JSON.parse(source) as string | readonly unknown[];
  if (!hasFiles || !linkTo) return value;
  const link = (name: unknown) => (typeof name === 'string' && name !== '' ? linkTo(record.id, name) : name);
  return typeof value === 'string' ? String(link(value)) : value.map(link);
}

export type ExportFile = ReturnType<typeof createExportFile>;

/** In characters. Parts in a Blob do not use the memory of the page. */
const partSize = 1_000_000;

/** Collects the file in Blobs, so that only the newest rows are in memory. */
export function createExportFile(options: TextOptions) {
  const { format, hasByteOrderMark } = options;
  const { between, tail, isTable, mediaType } = exportFormats[format];
  const mark = isTable && hasByteOrderMark ? '\uFEFF' : '';
  let parts: Blob[] = [];
  let text = mark + headOf(options);
  let isEmpty = true;

  return {
    add(rows: readonly RecordSource[]) {
      for (const row of rows) {
        text += (isEmpty ? '' : between) + lineOf(row, options);
        isEmpty = false;
        if (text.length < partSize) continue;
        parts.push(new Blob([text]));
        text = '';
      }
    },
    /** Returns the file so far; more rows can follow. */
    content(): Blob {
      return new Blob([...parts, text, tail(isEmpty)], { type: `${mediaType};charset=utf-8` });
    },
    clear() {
      parts = [];
      text = mark + headOf(options);
      isEmpty = true;
    },
  };
}

/** Each line is cut to a length that a screen can show. */
export function firstLines(rows: readonly RecordSource[], options: TextOptions): string {
  const lines = rows.map((row) => cut(lineOf(row, options).replace(/\r\n$/, ''), mostShown));
  return headOf(options).replace('\r', '') + lines.join(exportFormats[options.format].between || '\n');
}

const mostShown = 1000;
