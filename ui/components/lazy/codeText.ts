/** As long as the text was, so that a caret keeps its place. */
export function withoutBreaks(text: string): string {
  return text.replace(/\r\n?|\n/g, ' ');
}

/** The smallest change that makes `next` of `text`, null when they are equal. Carets around it stay. */
export function changeTo(text: string, next: string): { from: number; to: number; insert: string } | null {
  if (text === next) return null;
  const most = Math.min(text.length, next.length);
  let from = 0;
  while (from < most && text[from] === next[from]) from++;
  let same = 0;
  while (same < most - from && text.at(-1 - same) === next.at(-1 - same)) same++;
  return { from, to: text.length - same, insert: next.slice(from, next.length - same) };
}

/** Where the text between `from` and `to` stands again: behind it, else from the start. */
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
