import type { StreamParser } from '@codemirror/language';
import { endOfOpen, type SqlOpening, type SqlToken, sqlTokenAt } from '../../model/sql/tokens';

// The SQL keywords that are suggested and coloured.

export const queryKeywords: readonly string[] = splitWords(`ALL AND AS ASC BETWEEN BY CASE CAST COLLATE CROSS
  CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DESC DISTINCT ELSE END ESCAPE EXCEPT EXISTS FALSE FILTER FIRST FROM
  FULL GLOB GROUP HAVING IN INNER INTEGER INTERSECT IS ISNULL JOIN LAST LEFT LIKE LIMIT MATCH NATURAL NOCASE NOT
  NOTNULL NULL NULLS NUMERIC OFFSET ON OR ORDER OUTER OVER PARTITION REAL RECURSIVE REGEXP RIGHT SELECT TEXT THEN
  TRUE UNION USING VALUES WHEN WHERE WINDOW WITH`);

export const indexKeywords: readonly string[] =
  splitWords(`AND ASC BINARY COLLATE CREATE DESC EXISTS IF IN INDEX IS LIKE
  NOCASE NOT NULL ON OR RTRIM UNIQUE WHERE`);

/** Keywords that are also common names of columns and aliases. */
const alsoNames = new Set(splitWords('FILTER FIRST INTEGER LAST MATCH NUMERIC REAL TEXT'));
/** Keywords that are never a name without quotes. */
export const keywords: ReadonlySet<string> = new Set(
  [...queryKeywords, ...indexKeywords].filter((word) => !alsoNames.has(word)),
);

export function splitWords(text: string): string[] {
  return text.trim().split(/\s+/);
}

interface State {
  /** The opening of a string, a name or a comment that started on an earlier line. */
  open: SqlOpening | null;
}

/**
 * Uses the parser's tokens, line by line. CodeMirror's own SQL mode has the keywords of eight databases. It
 * is four times as large as this file with its imports. Its keywords include `name`, `user` and `data`, which
 * are usually columns.
 */
export const sqlTokens: StreamParser<State> = {
  name: 'sql',
  startState: () => ({ open: null }),
  copyState: ({ open }) => ({ open }),
  token(stream, state) {
    const { string, pos } = stream;
    const { open } = state;
    if (open) {
      const end = endOfOpen(string, pos, open);
      stream.pos = end < 0 ? string.length : end;
      if (end >= 0) state.open = null;
      return colourOfOpen(open);
    }
    const token = sqlTokenAt(string, pos);
    stream.pos = pos + token.text.length;
    if (token.isClosed) return colourOf(token);
    state.open = openingOf(token);
    return colourOfOpen(state.open);
  },
  languageData: { closeBrackets: { brackets: ['(', '"', "'", '`'] } },
};

function openingOf({ text }: SqlToken): SqlOpening {
  const [opening = "'"] = /^(?:\/\*|["`[])/.exec(text) ?? [];
  return opening as SqlOpening;
}

function colourOfOpen(opening: SqlOpening): string {
  if (opening === '/*') return 'comment';
  return opening === "'" ? 'string' : 'variableName';
}

function colourOf({ kind, text, quote }: SqlToken): string | null {
  if (kind === 'whitespace') return null;
  if (kind !== 'identifier') return kind;
  const word = quote === '' ? text.toUpperCase() : '';
  if (word === 'TRUE' || word === 'FALSE') return 'bool';
  if (word === 'NULL') return 'null';
  return keywords.has(word) ? 'keyword' : 'variableName';
}
