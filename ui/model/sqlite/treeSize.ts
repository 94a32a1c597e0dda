import type { Pages } from './pages';
import { overflowPages, type TreeKind, walkTree } from './treePages';

export interface TreeSize {
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
