import { createPauses } from '../../platform/slices';
import type { Pages } from './pages';
import { readSize, readVarint } from './storedRow';

export type TreeKind = 'table' | 'index';

/** A page of a b-tree. */
export interface TreePage {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly isLeaf: boolean;
  /** The last child of an interior page; 0 in a leaf. */
  readonly lastChild: number;
  /** The places of its cells. */
  readonly cells: readonly number[];
  /** The cells that lie outside of the page. */
  readonly lostCells: number;
}

/** A page that cannot be read, with all below it. */
export interface LostPage {
  readonly depth: number;
  /** The most rows that its keys leave room for; Infinity if they set no limit. */
  readonly room: number;
}

interface Walk {
  readonly kind: TreeKind;
  /** The pages read so far, to which the reader of overflow pages adds its own. */
  readonly seen?: PageSet;
  readonly signal?: AbortSignal | undefined;
  readonly onLost: (page: LostPage) => void;
}

interface Child {
  readonly page: number;
  readonly depth: number;
  /** Its keys are larger than `low` and at most `high`. */
  readonly low: number;
  readonly high: number;
}

const mostDepth = 60;
const pageTypes = { table: { leaf: 0x0d, interior: 0x05 }, index: { leaf: 0x0a, interior: 0x02 } } as const;

/** Reads the pages of a b-tree in the order of its keys. Reads no page twice, so that it ends in any file. */
export async function* walkTree(
  pages: Pages,
  root: number,
  { kind, seen = createPageSet(), signal, onLost }: Walk,
): AsyncGenerator<TreePage & { readonly depth: number }> {
  const pause = createPauses();
  const open: Child[] = [{ page: root, depth: 0, low: -Infinity, high: Infinity }];
  for (let next = open.pop(); next; next = open.pop()) {
    signal?.throwIfAborted();
    await pause();
    const { page, depth, low, high } = next;
    const isNew = depth <= mostDepth && seen.add(page);
    const bytes = isNew ? await pages.read(page, signal) : null;
    const found = bytes && readTreePage(pages, bytes, page, kind);
    if (!found) {
      onLost({ depth, room: high - low });
      continue;
    }
    if (!found.isLeaf) open.push(...childrenOf(found, next, kind, pages.usable).reverse());
    yield { ...found, depth };
  }
}

function readTreePage({ usable }: Pages, bytes: Uint8Array, page: number, kind: TreeKind): TreePage | null {
  const start = page === 1 ? 100 : 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const type = view.getUint8(start);
  const isLeaf = type === pageTypes[kind].leaf;
  if (!isLeaf && type !== pageTypes[kind].interior) return null;
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

function childrenOf(
  { bytes, view, cells, lastChild }: TreePage,
  parent: Child,
  kind: TreeKind,
  usable: number,
): Child[] {
  const depth = parent.depth + 1;
  let { low } = parent;
  const children = cells.map((cell): Child => {
    const key = kind === 'table' ? readVarint(bytes, cell + 4, usable) : null;
    const high = key ? Number(key.value) : Infinity;
    const child = { page: view.getUint32(cell), depth, low, high };
    low = high;
    return child;
  });
  return [...children, { page: lastChild, depth, low, high: parent.high }];
}

/** Returns how many bytes of a payload lie on the page of its cell. The others lie on overflow pages. */
export function localSize(payload: number, usable: number, kind: TreeKind): number {
  const most = kind === 'table' ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (payload <= most) return payload;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const local = least + ((payload - least) % (usable - 4));
  return local <= most ? local : least;
}

/** Returns how many overflow pages the cells of the page need. */
export function overflowPages({ bytes, isLeaf, cells }: TreePage, usable: number, kind: TreeKind): number {
  if (kind === 'table' && !isLeaf) return 0;
  let count = 0;
  for (const cell of cells) {
    const payload = readSize(bytes, isLeaf ? cell : cell + 4, usable)?.value ?? 0;
    count += Math.ceil((payload - localSize(payload, usable, kind)) / (usable - 4));
  }
  return count;
}

/** Page numbers, one bit each. A number may be as large as a damaged page claims. */
export interface PageSet {
  /** False if it is there already. */
  add(number: number): boolean;
}

const bitsInPart = 65_536;

export function createPageSet(): PageSet {
  const parts = new Map<number, Uint8Array>();
  return {
    add(number) {
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

interface TreeSize {
  readonly bytes: number;
  /** The rows of a table; the entries of an index are not all counted. */
  readonly cells: number;
}

/** Counts the pages of a table or an index, and its cells. Does not read overflow pages. */
export async function sizeOfTree(
  pages: Pages,
  root: number,
  kind: TreeKind,
  signal?: AbortSignal,
): Promise<TreeSize> {
  let count = 0;
  let cells = 0;
  for await (const page of walkTree(pages, root, { kind, signal, onLost: () => {} })) {
    count += 1 + overflowPages(page, pages.usable, kind);
    if (page.isLeaf) cells += page.cells.length;
  }
  // A damaged size of a cell may claim any number of pages.
  return { bytes: Math.min(count, pages.count) * pages.size, cells };
}
