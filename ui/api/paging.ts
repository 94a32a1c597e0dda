import type { ListAnswer } from './client';

/**
 * All rows of a list, in batches: the first page tells how many there are, the others are read side by side.
 * A list that shrinks meanwhile gives fewer rows, never an endless loop.
 */
export async function fullList<Row>(fetchPage: (page: number) => Promise<ListAnswer<Row>>): Promise<Row[]> {
  const first = await fetchPage(1);
  const pages = first.perPage > 0 ? Math.ceil(first.totalItems / first.perPage) : 1;
  const others = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => fetchPage(index + 2));
  const rest = await Promise.all(others);
  return [first, ...rest].flatMap((page) => page.items);
}
