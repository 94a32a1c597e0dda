import type { SqliteTable } from './createTable';
import type { Pages } from './pages';
import { decodeRow, readSize, readVarint, type SqliteValue } from './storedRow';
import { createPageSet, type LostPage, localSize, type PageSet, type TreePage, walkTree } from './treePages';

export interface SqliteRow {
  readonly rowid: number | bigint;
  /** In the order of the columns. */
  readonly values: readonly SqliteValue[];
}

/** The part of a table that cannot be read. */
export interface TableDamage {
  readonly pages: number;
  /** An estimate; null if the number of lost rows is unknown. */
  readonly rows: number | null;
}

interface RowsOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called at the end if there is damage. */
  readonly onDamage?: ((damage: TableDamage) => void) | undefined;
}

const largestRow = 64 * 1024 ** 2;
/** In bytes: the memory of a value besides its content. */
const bytesOfValue = 16;
/** In bytes. Rows with overflow pages may be large, so a group may end before its page. */
const largestPart = 1024 ** 2;

/** Yields the rows of a table in small groups, by rowid. A damaged page loses only its own rows. */
export async function* readRows(
  pages: Pages,
  table: SqliteTable,
  { signal, onDamage }: RowsOptions = {},
): AsyncGenerator<SqliteRow[]> {
  const seen = createPageSet();
  const lost: LostPage[] = [];
  const counts = { rows: 0, leaves: 0, leafDepth: 0, interiors: 0, children: 0 };
  let lostRows = 0;
  const decoder = new TextDecoder(pages.encoding, { ignoreBOM: true });
  const walk = walkTree(pages, table.root, {
    seen,
    signal,
    onLost: (page) => lost.push(page),
  });
  for await (const page of walk) {
    if (!page.isLeaf) {
      counts.interiors += 1;
      counts.children += page.cells.length + 1;
      for (let cell = 0; cell < page.lostCells; cell += 1)
        lost.push({ depth: page.depth + 1, room: Infinity });
      continue;
    }
    counts.leaves += 1;
    counts.leafDepth = page.depth;
    counts.rows += page.cells.length;
    lostRows += page.lostCells;
    let rows: SqliteRow[] = [];
    let size = 0;
    let localBytes = 0;
    for (const at of page.cells) {
      const cell = readCell(page, at, pages.usable);
      localBytes += cell ? cell.end - at : 0;
      // In a sound page, cells do not overlap. Otherwise a small page could lead to many large rows.
      const isSound = cell && localBytes <= pages.size;
      const payload = isSound ? await readPayload(pages, page, cell, seen, signal) : null;
      const values = payload && cell && valuesOf(payload, table, cell.rowid, decoder);
      if (!cell || !values) {
        lostRows += 1;
        continue;
      }
      rows.push({ rowid: cell.rowid, values });
      size += (payload?.length ?? 0) + bytesOfValue * table.columns.length;
      if (size > largestPart) {
        yield rows;
        rows = [];
        size = 0;
      }
    }
    if (rows.length > 0) yield rows;
  }
  if (lost.length > 0 || lostRows > 0)
    onDamage?.({ pages: lost.length, rows: estimate(lost, lostRows, counts) });
}

interface Cell {
  readonly rowid: number | bigint;
  readonly payloadSize: number;
  /** The start of the payload on this page. */
  readonly from: number;
  readonly local: number;
  readonly end: number;
}

function readCell({ bytes }: TreePage, at: number, usable: number): Cell | null {
  const size = readSize(bytes, at, usable);
  const rowid = size && readVarint(bytes, size.end, usable);
  if (!rowid) return null;
  const local = localSize(size.value, usable);
  const end = rowid.end + local + (local < size.value ? 4 : 0);
  return end > usable ? null : { rowid: rowid.value, payloadSize: size.value, from: rowid.end, local, end };
}

async function readPayload(
  pages: Pages,
  { bytes, view }: TreePage,
  { payloadSize, from, local }: Cell,
  seen: PageSet,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | null> {
  const start = bytes.subarray(from, from + local);
  if (local === payloadSize) return start;
  if (payloadSize > largestRow) return null;
  const parts = [start];
  let length = local;
  for (let next = view.getUint32(from + local); length < payloadSize; ) {
    signal?.throwIfAborted();
    const page = seen.add(next) ? await pages.read(next, signal) : null;
    if (!page) return null;
    const part = page.subarray(4, Math.min(pages.usable, 4 + payloadSize - length));
    parts.push(part);
    length += part.length;
    next = new DataView(page.buffer, page.byteOffset).getUint32(0);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function valuesOf(
  payload: Uint8Array,
  { columns, storedCount }: SqliteTable,
  rowid: number | bigint,
  decoder: TextDecoder,
): SqliteValue[] | null {
  const stored = decodeRow(payload, storedCount, decoder);
  return (
    stored &&
    columns.map(({ place, isRowid, affinity, defaultValue }) => {
      if (isRowid) return rowid;
      const value = place < stored.length ? (stored[place] ?? null) : defaultValue;
      return affinity === 'real' && typeof value === 'bigint' ? Number(value) : value;
    })
  );
}

interface Counts {
  readonly rows: number;
  readonly leaves: number;
  readonly leafDepth: number;
  readonly interiors: number;
  readonly children: number;
}

/** All leaves of a b-tree have the same depth, so the depth of a lost page shows about how many leaves it has. */
function estimate(lost: readonly LostPage[], lostRows: number, counts: Counts): number | null {
  const { rows, leaves, leafDepth, interiors, children } = counts;
  if (leaves === 0) return null;
  const rowsOfLeaf = Math.max(1, rows / leaves);
  const fanOut = interiors === 0 ? 1 : children / interiors;
  const sum = lost.reduce(
    (total, { depth, room }) => total + Math.min(room, rowsOfLeaf * fanOut ** Math.max(0, leafDepth - depth)),
    lostRows,
  );
  return Math.max(1, Math.round(sum));
}
