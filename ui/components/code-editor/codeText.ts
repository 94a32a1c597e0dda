/** Returns the smallest change from `text` to `next`, or null when they are equal. Carets around it stay. */
export function changeTo(text: string, next: string): { from: number; to: number; insert: string } | null {
  if (text === next) return null;
  const most = Math.min(text.length, next.length);
  let from = 0;
  while (from < most && text[from] === next[from]) from++;
  let same = 0;
  while (same < most - from && text.at(-1 - same) === next.at(-1 - same)) same++;
  return { from, to: text.length - same, insert: next.slice(from, next.length - same) };
}

/** Finds the next occurrence of the text between `from` and `to`: after it, or from the start. */
export function nextPlace(
  text: string,
  { from, to }: { from: number; to: number },
  isTaken: (at: number) => boolean,
): number | null {
  const wanted = text.slice(from, to);
  for (const start of [to, 0]) {
    for (let at = text.indexOf(wanted, start); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      if (!isTaken(at)) return at;
    }
  }
  return null;
}
