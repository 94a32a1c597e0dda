import { sliceMembers } from '../../platform/jsonText';
import { printCount } from '../../platform/text';
import { createJsonItemsReader, type JsonFormat } from './jsonItems';
import { type Cell, TableError, type TableRow } from './table';
import { checkSize, filledUp, type TableReader } from './tableReader';

/** Collects items. The columns are the keys of all items in the order in which they appear. */
export function createItemTable(format: JsonFormat): TableReader {
  const reader = createJsonItemsReader(format);
  const places = new Map<string, number>();
  const rows: TableRow[] = [];

  return {
    read(chunk) {
      for (const item of reader.read(chunk)) {
        const number = rows.length + 1;
        const cells = cellsOf(item, number, places);
        rows.push({ number, cells });
        checkSize(rows.length, places.size);
      }
      return rows.length;
    },
    end() {
      reader.end();
      return {
        format,
        columns: [...places.keys()],
        rows: rows.map(({ number, cells }) => ({ number, cells: filledUp(cells, places.size) })),
      };
    },
  };
}

/** Returns the texts of the values, each at the place of its key. A new key gets the next place. */
function cellsOf(item: string, row: number, places: Map<string, number>): Cell[] {
  const members = membersOf(item, row);
  for (const key of members.keys()) if (!places.has(key)) places.set(key, places.size);
  const cells: Cell[] = [];
  for (const key of places.keys()) cells.push(members.get(key) ?? null);
  return cells;
}

function membersOf(item: string, row: number): Map<string, string> {
  try {
    return sliceMembers(item);
  } catch {
    throw new TableError(`Row ${printCount(row)} is not valid JSON.`);
  }
}
