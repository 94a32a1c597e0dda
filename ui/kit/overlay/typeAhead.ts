const typedPauseMs = 500;

/**
 * Finds items by characters typed one after another, ignoring case. The same character again goes through all items
 * that start with it.
 */
export function createTypeAhead<Item>(
  textOf: (item: Item) => string,
): (items: readonly Item[], from: number, letter: string, now?: number) => Item | undefined {
  let typed = '';
  let typedAt = 0;
  return (items, from, letter, now = Date.now()) => {
    const small = letter.toLowerCase();
    typed = now - typedAt > typedPauseMs ? small : typed + small;
    typedAt = now;
    const isOneLetter = typed.replaceAll(small, '') === '';
    const wanted = isOneLetter ? small : typed;
    const start = isOneLetter ? from + 1 : Math.max(from, 0);
    const inOrder = [...items.slice(start), ...items.slice(0, start)];
    return inOrder.find((item) => textOf(item).toLowerCase().startsWith(wanted));
  };
}
