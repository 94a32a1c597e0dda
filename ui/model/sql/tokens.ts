type SqlTokenKind = 'identifier' | 'string' | 'comment' | 'number' | 'operator' | 'whitespace';

export interface SqlToken {
  /** Keywords are identifiers too: most of them may also be names, and only the position decides. */
  readonly kind: SqlTokenKind;
  /** The text as written; all texts together are the statement. */
  readonly text: string;
  readonly start: number;
  /** The opening quote of an identifier; '' when it is unquoted. */
  readonly quote: '' | '"' | '`' | '[';
  /** False for a string or a comment that is never closed and extends to the end. */
  readonly isClosed: boolean;
}

/** SQLite's own tokenizer works the same way. A character above ASCII belongs to a name. */
const plain = [
  ['whitespace', /[ \t\n\f\r]+/y],
  ['comment', /--[^\n]*/y],
  ['identifier', /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ['number', /(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?[\w$\u0080-\uffff]*/y],
  ['operator', /->>?|\|\||<<|>>|<=|>=|<>|!=|==|[?$@:#][\w$:\u0080-\uffff]*|[\s\S]/y],
] as const;

/** Returns the tokens of an SQL statement with spaces and comments; loses nothing and refuses nothing. */
export function sqlTokensOf(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  for (let start = 0; start < sql.length; ) {
    const token = sqlTokenAt(sql, start);
    tokens.push(token);
    start += token.text.length;
  }
  return tokens;
}

export function sqlTokenAt(sql: string, start: number): SqlToken {
  const first = sql.charAt(start);
  if (first === "'" || first === '"' || first === '`' || first === '[') return quotedToken(sql, start, first);
  if (/[xX]/.test(first) && sql[start + 1] === "'") {
    const end = sql.indexOf("'", start + 2);
    return tokenOf('string', sql, start, end < 0 ? -1 : end + 1);
  }
  if (sql.startsWith('/*', start)) {
    const end = endOfOpen(sql, start + 2, '/*');
    return tokenOf('comment', sql, start, end);
  }
  for (const [kind, pattern] of plain) {
    pattern.lastIndex = start;
    const text = pattern.exec(sql)?.[0] ?? '';
    if (text !== '') return { kind, text, start, quote: '', isClosed: true };
  }
  return { kind: 'operator', text: first, start, quote: '', isClosed: true };
}

/** The openings of tokens that may span several lines. */
export type SqlOpening = "'" | '"' | '`' | '[' | '/*';

const closings = { "'": "'", '"': '"', '`': '`', '[': ']', '/*': '*/' } as const;

/** Returns the position after the closing quote or comment end, or -1 without one. */
export function endOfOpen(sql: string, from: number, opening: SqlOpening): number {
  const closing = closings[opening];
  const isDoubled = opening === closing;
  for (let at = sql.indexOf(closing, from); at >= 0; at = sql.indexOf(closing, at + 2)) {
    if (!isDoubled || sql[at + 1] !== closing) return at + closing.length;
  }
  return -1;
}

/** An unclosed quote makes the rest a string: it names nothing, because SQLite refuses it anyway. */
function quotedToken(sql: string, start: number, quote: "'" | '"' | '`' | '['): SqlToken {
  const end = endOfOpen(sql, start + 1, quote);
  if (end < 0 || quote === "'") return tokenOf('string', sql, start, end);
  return { ...tokenOf('identifier', sql, start, end), quote };
}

function tokenOf(kind: SqlTokenKind, sql: string, start: number, end: number): SqlToken {
  const isClosed = end >= 0;
  return { kind, text: isClosed ? sql.slice(start, end) : sql.slice(start), start, quote: '', isClosed };
}

/** Returns the unquoted name of an identifier; '' for other tokens. */
export function nameOf(token: SqlToken): string {
  if (token.kind !== 'identifier') return '';
  const { text, quote } = token;
  if (quote === '') return text;
  const inside = text.slice(1, -1);
  return quote === '[' ? inside : inside.replaceAll(quote + quote, quote);
}

/**
 * Returns the name of a token at a position where only a name is valid: SQLite accepts a string there too.
 * Null for other tokens.
 */
export function writtenName(token: SqlToken | undefined): string | null {
  if (token?.kind === 'identifier') return nameOf(token);
  const isString = token?.kind === 'string' && token.isClosed && token.text.startsWith("'");
  return isString ? token.text.slice(1, -1).replaceAll("''", "'") : null;
}

/** Returns the token in lower case if it may be a keyword; '' for a quoted token or another kind. */
export function wordOf(token: SqlToken | undefined): string {
  return token?.kind === 'identifier' && token.quote === '' ? token.text.toLowerCase() : '';
}

export function isSign(token: SqlToken | undefined, sign: string): boolean {
  return token?.kind === 'operator' && token.text === sign;
}

/** SQLite compares names case-insensitively in ASCII. */
export function isSameName(a: string, b: string): boolean {
  return nameKey(a) === nameKey(b);
}

/** Returns the same key for all spellings of a name. */
export function nameKey(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** True if the token is neither a space nor a comment. */
export function isSignificant(token: SqlToken): boolean {
  return token.kind !== 'whitespace' && token.kind !== 'comment';
}

/** Keywords that are never a name without quotes. */
export const reserved: ReadonlySet<string> = new Set(
  `add all alter and as autoincrement between case check collate commit constraint create default
deferrable delete distinct drop else escape except exists foreign from group having in index insert intersect into
is isnull join limit not nothing notnull null on or order primary references returning select set table then to
transaction union unique update using values when where`.split(/\s+/),
);

/** Keywords that may name a column, but neither a table nor a result without AS: there they start a JOIN. */
export const joinKeywords: ReadonlySet<string> = new Set(
  'cross full inner left natural outer right'.split(' '),
);

/**
 * Keywords that may be a name, but are clearer in quotes; at some positions SQLite misreads them unquoted.
 */
const ambiguous = new Set(
  `asc by cast desc end escape filter first glob groups key last like match nulls offset over partition range
recursive regexp row rows window with`.split(/\s+/),
);

/** True if a name is valid and unambiguous without quotes. */
export function isBareName(name: string): boolean {
  const word = name.toLowerCase();
  const isPlain = /^[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*$/.test(name);
  return isPlain && !reserved.has(word) && !joinKeywords.has(word) && !ambiguous.has(word);
}

/** Returns the token's text with a new name in the same quotes; adds quotes when the name needs them. */
export function renamedToken({ kind, quote, text }: SqlToken, name: string): string {
  if (kind !== 'string' && quote === '' && isBareName(name)) return name;
  if (quote === '[' && !name.includes(']')) return `[${name}]`;
  const sign = text.startsWith('`') ? '`' : '"';
  return sign + name.replaceAll(sign, sign + sign) + sign;
}
