const patterns = [
  ['blank', /[ \t\n]+/y],
  ['comment', /\/\/[^\n]*/y],
  ['name', /[A-Za-z_@#][\w.:]*/y],
  ['number', /-?\d*(?:\.\d*)?/y],
  ['operator', /[=?!<>~]+/y],
  ['join', /[&|]+/y],
] as const;

export interface FilterPiece {
  /** 'sign': a quote, a bracket, or a character that is not allowed in a filter. */
  readonly kind: (typeof patterns)[number][0] | 'sign';
  readonly source: string;
}

/** Returns the piece of a filter at a position. The server splits a filter at the same positions. */
export function filterPieceAt(text: string, at: number): FilterPiece {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const source = pattern.exec(text)?.[0] ?? '';
    if (source !== '') return { kind, source };
  }
  return { kind: 'sign', source: text.charAt(at) };
}

/**
 * Returns the position after the closing quote of a string whose content starts at `from`, or -1 without one.
 */
export function endOfQuoted(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') at++;
    else if (character === quote) return at + 1;
  }
  return -1;
}

export function unquoted(source: string): string {
  const inner = source.slice(1, -1);
  const known: Record<string, string> = { n: '\n', t: '\t', r: '\r' };
  return inner.replace(/\\(.)/gs, (all, next: string) => known[next] ?? (/["'\\]/.test(next) ? next : all));
}
