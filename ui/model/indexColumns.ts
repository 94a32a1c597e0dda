import { isReserved, isSaid, isWord, type SqlToken, sqlTokensOf } from './sqlTokens';

export interface IndexParts {
  /** Null where the statement does not come that far. */
  readonly table: SqlToken | null;
  /** Every place where a column is named, in expressions and after WHERE too. */
  readonly columns: readonly SqlToken[];
}

/** Where a CREATE INDEX statement names its table and columns. */
export function indexParts(statement: string): IndexParts {
  const tokens = sqlTokensOf(statement).filter(isSaid);
  const on = tokens.findIndex((token) => isWord(token, 'on'));
  const open = tokens.findIndex((token, at) => at > on && token.text === '(');
  if (on < 0 || open < 0) return { table: null, columns: [] };
  const table = tokens[open - 1];
  const columns = tokens.filter((_, at) => at > open && isColumn(tokens, at));
  return { table: table?.kind === 'identifier' && open - 1 > on ? table : null, columns };
}

function isColumn(tokens: readonly SqlToken[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token?.kind !== 'identifier' || isReserved(token)) return false;
  if (after?.text === '(' && !isWord(token, 'in')) return false;
  if (isWord(before, 'as') || isWord(before, 'collate')) return false;
  return token.quote !== '' || !isAfterValue(before);
}

/** What stands after a value is a word such as DESC, LIKE or END. */
function isAfterValue(before: SqlToken | undefined): boolean {
  if (before === undefined || isReserved(before)) return isWord(before, 'null');
  if (isWord(before, 'like') || isWord(before, 'glob')) return false;
  return before.kind !== 'operator' || before.text === ')';
}
