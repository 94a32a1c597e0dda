import { isEqual } from '../../base/equal';
import { countOf, cut, printCount } from '../../base/text';
import type { BlockRange } from '../../kit/table/cellBlock';
import type { Collection } from '../../model/collection';
import type { FormValue } from '../../model/field';
import { holdsChoices, holdsRecords, isMultiple, targetOf, typeOf } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import { report } from '../../page/report';
import * as toasts from '../../page/toasts';
import { type NewValue, stageCells } from '../cells/stageCells';
import * as edits from '../edits';
import { guessColumn } from '../import/plan/columnGuess';
import { importFields } from '../import/plan/importFields';
import { createRowReader } from '../import/plan/rowCells';
import { createLookup } from '../import/recordLookup';
import { type CellField, cellFieldOf } from '../values/cellField';
import { wrongCell } from '../values/recordRules';
import type { BlockedTable } from './blockCells';
import { htmlOfText, readHtml, readTsv } from './blockText';
import { type CopiedCell, mostPasted, type PastedCell, splitItems } from './copiedCell';

/** The content of the clipboard. `html` or `text` is '' if the clipboard does not have it. */
export interface Pasted {
  readonly html: string;
  readonly text: string;
  readonly hasFiles: boolean;
}

interface Reading extends NewValue {
  readonly from: number;
}

/**
 * Pastes from the first cell of the block on, in one step of `undo`. A message says how many cells were pasted; its
 * button lists the reasons for the others.
 */
export async function pasteCells(
  table: BlockedTable,
  range: BlockRange,
  pasted: Pasted,
  onShow: (sentences: readonly string[]) => void,
): Promise<void> {
  const block = readClipboard(pasted);
  if (!block) {
    if (pasted.hasFiles) toasts.warning('Files cannot be pasted into the table.');
    return;
  }
  const plan = pasteBlock(block, range, {
    rows: table.rows.length,
    columns: table.columns.length,
  });
  if (typeof plan === 'number') {
    toasts.warning(`These are ${printCount(plan)} cells. At most ${printCount(mostPasted)} can be pasted.`);
    return;
  }
  const { collection } = table;
  const stagedAt = ({ row, cell }: Pick<NewValue, 'row' | 'cell'>) =>
    edits.changeAt(collection.id, row.id, cell.key)?.mine;
  const places = plan.cells.flatMap(({ row: at, column, source, from }) => {
    const [row, name] = [table.rows[at], table.columns[column]?.name ?? ''];
    const cell = cellFieldOf(collection, name);
    return row ? [{ row, name, cell, source, from, before: cell && stagedAt({ row, cell }) }] : [];
  });
  try {
    const columns = new Map<string, Set<CopiedCell>>();
    for (const { name, source } of places) columns.set(name, (columns.get(name) ?? new Set()).add(source));
    const results = new Map<string, Map<CopiedCell, PastedValue>>();
    for (const [name, sources] of columns) {
      const cell = cellFieldOf(collection, name);
      if (cell) results.set(name, await readColumn(collection, cell, sources));
    }
    const values: Reading[] = [];
    const typed: Reading[] = [];
    const sentences: string[] = [];
    for (const { row, name, cell, source, from, before } of places) {
      const result = results.get(name)?.get(source);
      if (!cell || !result) sentences.push(sentenceOf(from, name, 'It cannot be changed.'));
      else if ('reason' in result) sentences.push(sentenceOf(from, name, result.reason));
      else {
        const isTyped = !isEqual(stagedAt({ row, cell }), before);
        (isTyped ? typed : values).push({ row, cell, mine: result.value, from });
      }
    }
    const { gone, late } = await stageCells(collection, values);
    const leftOut = (list: readonly Reading[], reason: string) =>
      list.map(({ from, cell }) => sentenceOf(from, cell.name, reason));
    sentences.push(
      ...leftOut(gone, 'The record no longer exists.'),
      ...leftOut([...typed, ...late], 'It was changed during the paste.'),
    );
    tell(plan.total, values.length - gone.length - late.length, [
      ...sentences,
      ...beyond(plan.below, 'below the last loaded row'),
      ...beyond(plan.beside, 'beside the last column'),
    ]);
  } catch (error) {
    report(error);
  }

  function tell(total: number, done: number, others: readonly string[]): void {
    if (others.length === 0) toasts.success(`Pasted ${countOf(total, 'cell')}.`);
    else {
      const message = `Pasted ${printCount(done)} of ${countOf(total, 'cell')}.`;
      toasts.withAction(message, { label: 'Show', run: () => onShow(others) });
    }
  }
}

/** Null without text: a copied picture, for example, has HTML and a file. */
function readClipboard({ html, text }: Pasted): readonly (readonly PastedCell[])[] | null {
  const table = html === '' ? null : readHtml(html);
  if (table || text === '') return table;
  return readTsv(text).map((row) => row.map((cell) => ({ text: cell, exact: cell })));
}

const beyond = (count: number, where: string) =>
  count === 0 ? [] : [`${countOf(count, 'cell lies', 'cells lie')} ${where}.`];

const sentenceOf = (from: number, column: string, reason: string) => `Row ${from + 1}, ${column}: ${reason}`;

/** The value for a cell, or the sentence why there is none. */
type PastedValue = { readonly value: FormValue } | { readonly reason: string };

const whyNot = {
  excerpt: 'The table has loaded only a part of the copied value.',
  file: 'Files cannot be pasted.',
} as const;

/** Reads the cells of a column like an import: the format is guessed once for all. */
async function readColumn(
  collection: Collection,
  cell: CellField,
  sources: ReadonlySet<CopiedCell>,
): Promise<Map<CopiedCell, PastedValue>> {
  const { name } = cell;
  const { isAmount } = typeOf(cell.field);
  const results = new Map<CopiedCell, PastedValue>();
  const texts = new Map<CopiedCell, string>();
  const checked = (value: FormValue): PastedValue => {
    const wrong = wrongCell(collection, name, value);
    return wrong ? { reason: wrong.message } : { value };
  };
  const field = importFields(collection).find((one) => one.name === name);
  const isEscaped = [...sources].some(({ text }) => /\\[\\,]/.test(text));
  for (const source of sources) {
    const { exact } = source;
    if (typeof exact === 'object' && 'not' in exact) results.set(source, { reason: whyNot[exact.not] });
    else if (!field) results.set(source, { reason: whyNot.file });
    else if (isAmount && typeof exact === 'number') results.set(source, checked(String(exact)));
    else texts.set(source, textFor(cell, source, isEscaped));
  }
  if (!field || texts.size === 0) return results;
  const guess = guessColumn([...texts.values()], false, field, collections.state.all as Collection[]);
  const plan = { field: name, ...guess, empty: 'empty' } as const;
  const reader = createRowReader(
    { format: 'csv', columns: [name] },
    collection,
    { columns: [plan], mode: 'change', key: null, takesGuardAway: false, makesPasswords: false },
    new Map(),
  );
  const rows = [...texts].map(([source, text]) => {
    const row = { number: 0, cells: [text] };
    return { source, row, read: reader.readCells(row) };
  });
  const wanted = rows.flatMap(({ read }) => [...read.lookups, ...reader.relationsById(read)]);
  const { reading } = guess;
  const id = targetOf(cell.field) ?? '';
  const by = 'by' in reading ? reading.by : 'id';
  const lookup = createLookup(collections.find(id) ?? { id, schema: [] }, by, {
    fields: ['id', by],
    read: (row) => row.id,
  });
  for (const text of wanted.flatMap(([, items]) => items)) lookup.want(text);
  await lookup.ask();
  const found = { related: (_: string, text: string) => lookup.get(text), isCreated: () => false };
  for (const { source, row, read } of rows) {
    reader.resolve(read, row, found);
    const fault = read.faults[0]?.message;
    results.set(
      source,
      fault ? { reason: `${cut(source.text, 40)}: ${fault}` } : checked(read.given.get(name) ?? ''),
    );
  }
  return results;
}

/** Returns the text as the reader of an import expects it. The items of a list may contain commas. */
function textFor({ field }: CellField, { text, exact }: CopiedCell, isEscaped: boolean): string {
  const { isRich } = typeOf(field);
  if (isRich) {
    if (typeof exact === 'object' && 'html' in exact) return exact.html;
    return text === '' ? '' : `<p>${htmlOfText(text)}</p>`;
  }
  if (!holdsChoices(field) && !holdsRecords(field)) return text;
  const isList = isMultiple(field);
  const items = Array.isArray(exact) ? (exact as string[]) : isList && isEscaped ? splitItems(text) : null;
  if (!items) return text;
  return isList || items.length > 1 ? JSON.stringify(items) : (items[0] ?? '');
}

interface PlacedCell {
  /** Row and column in the table. */
  readonly row: number;
  readonly column: number;
  readonly source: CopiedCell;
  /** The row in the pasted block, from 0. */
  readonly from: number;
}

interface PastePlan {
  /** The number of cells in the target that get a value. */
  readonly total: number;
  readonly cells: readonly PlacedCell[];
  /** Cells below the last loaded row, and to the right of the last column. */
  readonly below: number;
  readonly beside: number;
}

/**
 * Assigns pasted cells to cells of the table, from the first one of the marked block. A single cell fills the
 * block; more repeat if the block is an exact multiple. Returns the number of cells if there are too many.
 */
export function pasteBlock(
  source: readonly (readonly PastedCell[])[],
  marked: BlockRange,
  table: { rows: number; columns: number },
): PastePlan | number {
  const size = { rows: source.length, columns: Math.max(0, ...source.map((row) => row.length)) };
  const block = { rows: marked.bottom - marked.top + 1, columns: marked.right - marked.left + 1 };
  const repeats = block.rows % size.rows === 0 && block.columns % size.columns === 0;
  const { rows, columns } = repeats ? block : size;
  if (rows * columns > mostPasted) return rows * columns;
  const cells: PlacedCell[] = [];
  let [total, below, beside] = [0, 0, 0];
  for (let down = 0; down < rows; down += 1) {
    for (let right = 0; right < columns; right += 1) {
      const from = down % size.rows;
      const cell = source[from]?.[right % size.columns] ?? null;
      if (!cell) continue;
      const [row, column] = [marked.top + down, marked.left + right];
      total += 1;
      if (row >= table.rows) below += 1;
      else if (column >= table.columns) beside += 1;
      else cells.push({ row, column, source: cell, from });
    }
  }
  return { total, cells, below, beside };
}
