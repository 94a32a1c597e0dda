/**
 * Acts on items, at most `atATime` of them at once, in their order. `add` resolves when no item is left. After an
 * abort or an error, no further item begins.
 *
 *   await createPool(4, signal, readOne).add(ids);
 */
export function createPool<Item>(
  atATime: number,
  signal: AbortSignal,
  act: (item: Item) => Promise<void>,
): { add(items: Iterable<Item>): Promise<void> } {
  const waiting: Item[] = [];
  const workers = new Set<Promise<void>>();
  let running = 0;

  async function work(): Promise<void> {
    running += 1;
    try {
      while (waiting.length > 0 && !signal.aborted) await act(waiting.shift() as Item);
    } catch (error) {
      waiting.length = 0;
      throw error;
    } finally {
      // Without an `await` after the loop: `add` must not count a worker that has found no more items.
      running -= 1;
    }
  }

  return {
    async add(items) {
      waiting.push(...items);
      while (running < atATime && waiting.length > 0 && !signal.aborted) {
        const worker = work().finally(() => workers.delete(worker));
        workers.add(worker);
      }
      await Promise.all(workers);
    },
  };
}
