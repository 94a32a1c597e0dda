/** Compares items by their ISO dates, the newest first. */
export const newestFirst =
  <T>(dateOf: (item: T) => string) =>
  (one: T, other: T): number => {
    const [a, b] = [dateOf(one), dateOf(other)];
    return a === b ? 0 : a < b ? 1 : -1;
  };
