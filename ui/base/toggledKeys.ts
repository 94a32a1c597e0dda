/**
 * Returns the selection after a press on the box of `key`. The keys between it and `from`, the box pressed before,
 * get the same state. If `from` is null or no longer there, only `key` changes.
 */
export function toggledKeys(
  selected: ReadonlySet<string>,
  key: string,
  { keys, from }: { keys: readonly string[]; from: string | null },
): Set<string> {
  const ends = [keys.indexOf(from ?? key), keys.indexOf(key)];
  const changed = Math.min(...ends) < 0 ? [key] : keys.slice(Math.min(...ends), Math.max(...ends) + 1);
  const next = new Set(selected);
  for (const each of changed) {
    if (selected.has(key)) next.delete(each);
    else next.add(each);
  }
  return next;
}
