export type SqlTokenKind = 'identifier' | 'string' | 'comment' | 'number' | 'operator' | 'whitespace';

export interface SqlToken {
  /** Keywords are identifiers too: most of them may also be names, and only their place tells which. */
  readonly kind: SqlTokenKind;
  /** As it stands in the statement; all texts together are the statement. */
  readonly text: string;
  readonly start: number;
  /** How an identifier is quoted; '' when it is not. */
  readonly quote: '' | '"' | '`' | '[';
}

/** A quote that is not closed makes a string of the rest: names nothing, as SQLite refuses it anyway. */
const quotes = [
  ['string', '', /'[^']*(?:''[^']*)*(?:'|$)/y],
  ['identifier', '"', /"[^"]*(?:""[^"]*)*"/y],
  ['identifier', '`', /`[^`]*(?:``[^`]*)*`/y],
  ['identifier', '[', /\[[^\]]*\]/y],
  ['string', '', /["`[][\s\S]*/y],
] as const;

/** As SQLite's own tokenizer tells them apart; a character above ASCII belongs to a name. */
const plain = [
  ['whitespace', '', /[ \t\n\f\r]+/y],
  ['comment', '', /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y],
  ['string', '', /[xX]'[^']*(?:'|$)/y],
  ['identifier', '', /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ['number', '', /(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?[\w$\u0080-\uffff]*/y],
  ['operator', '', /->>?|\|\||<<|>>|<=|>=|<>|!=|==|[?$@:#][\w$:\u0080-\uffff]*|[\s\S]/y],
] as const;

const patterns = [...quotes, ...plain];

/** The parts of an SQL statement, blanks and comments with them: nothing is lost, nothing is refused. */
export function sqlTokensOf(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  for (let start = 0; start < sql.length; ) {
    const token = tokenAt(sql, start);
    tokens.push(token);
    start += token.text.length;
  }
  return tokens;
}

function tokenAt(sql: string, start: number): SqlToken {
  for (const [kind, quote, pattern] of patterns) {
    pattern.lastIndex = start;
    const text = pattern.exec(sql)?.[0] ?? '';
    if (text !== '') return { kind, text, start, quote };
  }
  return { kind: 'operator', text: sql.charAt(start), start, quote: '' };
}

/** The name that an identifier stands for, without its quotes; '' for every other token. */
export function nameOf(token: SqlToken): string {
  if (token.kind !== 'identifier') return '';
  const { text, quote } = token;
  if (quote === '') return text;
  const inside = text.slice(1, -1);
  return quote === '[' ? inside : inside.replaceAll(quote + quote, quote);
}

/** Is it this word of the language, whatever its case? A quoted one is a name. */
export function isWord(token: SqlToken | undefined, word: string): boolean {
  return token?.kind === 'identifier' && token.quote === '' && token.text.toLowerCase() === word;
}

/** SQLite knows names whatever the case of their ASCII letters. */
export function isSameName(a: string, b: string): boolean {
  return asciiLower(a) === asciiLower(b);
}

function asciiLower(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Neither blank nor comment: what the statement says. */
export function isSaid(token: SqlToken): boolean {
  return token.kind !== 'whitespace' && token.kind !== 'comment';
}

/** What no bare name can be. */
const reserved = new Set(
  `add all alter and as autoincrement between case check collate commit constraint create cross default
deferrable delete distinct drop else escape exists foreign from full group having in index inner insert into is
isnull join left limit natural not nothing notnull null on or order outer primary references returning right
select set table then to transaction union unique update using values when where intersect except`.split(
    /\s+/,
  ),
);

/** What may be a name, but reads better in quotes, and is misread without in some places. */
const ambiguous = new Set(
  `asc by cast desc end escape filter first glob groups key last like match nulls offset over partition range
recursive regexp row rows window with`.split(/\s+/),
);

/** Is it a word of the language that cannot be a name without quotes? */
export function isReserved(token: SqlToken | undefined): boolean {
  return token?.kind === 'identifier' && token.quote === '' && reserved.has(token.text.toLowerCase());
}

/** Another name in the place and the quotes of this identifier; quoted where it could not stand bare. */
export function renamedToken(token: SqlToken, name: string): string {
  const word = name.toLowerCase();
  const isPlain = /^[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*$/.test(name);
  if (token.quote === '' && isPlain && !reserved.has(word) && !ambiguous.has(word)) return name;
  if (token.quote === '[' && !name.includes(']')) return `[${name}]`;
  const quote = token.quote === '`' ? '`' : '"';
  return quote + name.replaceAll(quote, quote + quote) + quote;
}
