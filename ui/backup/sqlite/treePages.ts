import { createPauses } from '../../base/slices';
import type { Pages } from './pages';
import { readVarint } from './storedRow';

export interface TreePage {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly isLeaf: boolean;
  /** The last child of an interior page; 0 for a leaf. */
  readonly lastChild: number;
  /** The positions of its cells. */
  readonly cells: readonly number[];
  /** The number of cells whose position is outside the page. */
  readonly lostCells: number;
}

/** A page that cannot be read, with all pages below it. */
export interface LostPage {
  readonly depth: number;
  /** The largest number of rows that its keys allow; Infinity without a limit. */
  readonly room: number;
}

interface Walk {
  /** The pages that were read; the reader of overflow pages adds its own. */
  readonly seen?: PageSet;
  readonly signal?: AbortSignal | undefined;
  readonly onLost: (page: LostPage) => void;
}

interface Child {
  readonly page: number;
  readonly depth: number;
  /** Its keys are greater than `low`, and `high` at most. */
  readonly low: number;
  readonly high: number;
}

const mostDepth = 60;
const leafType = 0x0d;
const interiorType = 0x05;

/** Yields the pages of a b-tree in the order of keys. Reads no page twice, so it ends in any file. */
export async function* walkTree(
  pages: Pages,
  root: number,
  { seen = createPageSet(), signal, onLost }: Walk,
): AsyncGenerator<TreePage & { readonly depth: number }> {
  const pause = createPauses();
  const open: Child[] = [{ page: root, depth: 0, low: -Infinity, high: Infinity }];
  for (let next = open.pop(); next; next = open.pop()) {
    signal?.throwIfAborted();
    await pause();
    const { page, depth, low, high } = next;
    const isNew = depth <= mostDepth && seen.add(page);
    const bytes = isNew ? await pages.read(page, signal) : null;
    const found = bytes && readTreePage(pages, bytes, page);
    if (!found) {
      onLost({ depth, room: high - low });
      continue;
    }
    if (!found.isLeaf) open.push(...childrenOf(found, next, pages.usable).reverse());
    yield { ...found, depth };
  }
}

function readTreePage({ usable }: Pages, bytes: Uint8Array, page: number): TreePage | null {
  const start = page === 1 ? 100 : 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const type = view.getUint8(start);
  const isLeaf = type === leafType;
  if (!isLeaf && type !== interiorType) return null;
  const count = view.getUint16(start + 3);
  const first = start + (isLeaf ? 8 : 12);
  const end = first + 2 * count;
  if (end > usable) return null;
  const cells: number[] = [];
  for (let at = first; at < end; at += 2) {
    const cell = view.getUint16(at);
    if (cell >= end && cell + 4 <= usable) cells.push(cell);
  }
  const lastChild = isLeaf ? 0 : view.getUint32(start + 8);
  return { bytes, view, isLeaf, lastChild, cells, lostCells: count - cells.length };
}

function childrenOf({ bytes, view, cells, lastChild }: TreePage, parent: Child, usable: number): Child[] {
  const depth = parent.depth + 1;
  let { low } = parent;
  const children = cells.map((cell): Child => {
    const key = readVarint(bytes, cell + 4, usable);
    const high = key ? Number(key.value) : Infinity;
    const child = { page: view.getUint32(cell), depth, low, high };
    low = high;
    return child;
  });
  return [...children, { page: lastChild, depth, low, high: parent.high }];
}

/** Returns how many bytes of a payload are on the page of its cell. The rest is on overflow pages. */
export function localSize(payload: number, usable: number): number {
  const most = usable - 35;
  if (payload <= most) return payload;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const local = least + ((payload - least) % (usable - 4));
  return local <= most ? local : least;
}

export type PageSet = ReturnType<typeof createPageSet>;

const bitsInPart = 65_536;

/** Page numbers, one bit each. A damaged page may name any number. */
export function createPageSet() {
  const parts = new Map<number, Uint8Array>();
  return {
    /** Returns false if it was there before. */
    add(number: number): boolean {
      const key = Math.floor(number / bitsInPart);
      const part = parts.get(key) ?? new Uint8Array(bitsInPart / 8);
      parts.set(key, part);
      const at = (number % bitsInPart) >> 3;
      const bit = 1 << (number & 7);
      const byte = part[at] ?? 0;
      part[at] = byte | bit;
      return (byte & bit) === 0;
    },
  };
}

/** Counts by the pages of the table, without reading rows. */
export async function countRows(pages: Pages, root: number, signal?: AbortSignal): Promise<number> {
  let rows = 0;
  for await (const { isLeaf, cells } of walkTree(pages, root, { signal, onLost: () => {} })) {
    if (isLeaf) rows += cells.length;
  }
  return rows;
}
