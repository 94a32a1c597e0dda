import type { ListAnswer } from './client';

/**
 * Reads all rows of a list in pages. The first page gives the total; the others are read in parallel. If the
 * list gets shorter meanwhile, the result has fewer rows.
 */
export async function fullList<Row>(fetchPage: (page: number) => Promise<ListAnswer<Row>>): Promise<Row[]> {
  const first = await fetchPage(1);
  const pages = first.perPage > 0 ? Math.ceil(first.totalItems / first.perPage) : 1;
  const others = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => fetchPage(index + 2));
  const rest = await Promise.all(others);
  return [first, ...rest].flatMap((page) => page.items);
}
