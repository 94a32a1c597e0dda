import { indexParts } from './indexColumns';
import { isSaid, isSameName, isWord, nameOf, renamedToken, type SqlToken, sqlTokensOf } from './sqlTokens';

export interface IndexColumn {
  /** A bare name, or the text of an expression; an expression is all that is no name of a field. */
  readonly name: string;
  /** '' for the default. */
  readonly collate: string;
  /** As it was written: the default is 'ASC'. */
  readonly sort: '' | 'ASC' | 'DESC';
}

/** The parts of a CREATE INDEX statement; names without their quotes, '' for what is not there. */
export interface IndexParts {
  readonly isUnique: boolean;
  /** IF NOT EXISTS */
  readonly isOptional: boolean;
  readonly schemaName: string;
  readonly indexName: string;
  readonly tableName: string;
  /** None while the statement is being written. */
  readonly columns: readonly IndexColumn[];
  /** The condition of a partial index, as it was written. */
  readonly where: string;
}

/**
 * Null for what is no single CREATE INDEX statement. Comments, empty columns and what may follow the statement
 * (blanks, `;`) are left out.
 */
export function parseIndex(statement: string): IndexParts | null {
  const source = withoutComments(statement);
  const tokens = sqlTokensOf(source).filter(isSaid);
  while (isSign(tokens.at(-1), ';')) tokens.pop();
  if (!tokens.every((token) => isClosed(token) && !isSign(token, ';'))) return null;

  let at = 0;
  const skip = (...words: string[]) => {
    const isThere = words.every((word, offset) => isWord(tokens[at + offset], word));
    if (isThere) at += words.length;
    return isThere;
  };
  const skipSign = (sign: string) => {
    const isThere = isSign(tokens[at], sign);
    if (isThere) at += 1;
    return isThere;
  };
  const takeName = () => writtenName(tokens[at++]);

  if (!skip('create')) return null;
  const isUnique = skip('unique');
  if (!skip('index')) return null;
  const isOptional = skip('if', 'not', 'exists');
  const first = takeName();
  const second = skipSign('.') ? takeName() : undefined;
  const indexName = second === undefined ? first : second;
  if (first === null || indexName === null || !skip('on')) return null;
  const tableName = takeName();
  if (tableName === null || !isSign(tokens[at], '(')) return null;

  const end = closingBracket(tokens, at);
  if (end < 0) return null;
  const rest = tokens.slice(end + 1);
  const isPartial = rest.length > 1 && isWord(rest[0], 'where') && isBalanced(rest);
  if (rest.length > 0 && !isPartial) return null;

  return {
    isUnique,
    isOptional,
    schemaName: second === undefined ? '' : first,
    indexName,
    tableName,
    columns: splitAtCommas(tokens.slice(at + 1, end)).map((part) => columnOf(part, source)),
    where: textOf(rest.slice(1), source),
  };
}

/** As the server stores it. */
export function printIndex(index: IndexParts): string {
  const columns = index.columns.map(printColumn);
  return [
    'CREATE ',
    index.isUnique ? 'UNIQUE ' : '',
    'INDEX ',
    index.isOptional ? 'IF NOT EXISTS ' : '',
    index.schemaName === '' ? '' : `${quoted(index.schemaName)}.`,
    `${quoted(index.indexName)} ON ${quoted(index.tableName)} `,
    columns.length > 1 ? `(\n  ${columns.join(',\n  ')}\n)` : `(${columns.join('')})`,
    index.where === '' ? '' : ` WHERE ${index.where}`,
  ].join('');
}

/** A statement to begin with: it has no columns yet. */
export function newIndexStatement(tableName: string, indexName: string): string {
  return printIndex({
    isUnique: false,
    isOptional: false,
    schemaName: '',
    indexName,
    tableName,
    columns: [],
    where: '',
  });
}

/** For sending: servers refuse what follows the last bracket. */
export function cleaned(statement: string): string {
  return edited(statement, (index) => index);
}

/** '' where the statement cannot be parsed. */
export function indexNameOf(statement: string): string {
  return parseIndex(statement)?.indexName ?? '';
}

/** Names and expressions, in order; none where the statement cannot be parsed. */
export function columnsOfIndex(statement: string): readonly string[] {
  return parseIndex(statement)?.columns.map(({ name }) => name) ?? [];
}

// Each edit leaves a text that cannot be parsed as it is, so that nothing half typed is lost.

/** Without the column where it was one, else with it as the last. An expression that uses it is another column. */
export function withColumnToggled(statement: string, column: string): string {
  return edited(statement, (index) => {
    const others = index.columns.filter(({ name }) => !isSameName(name, column));
    const isThere = others.length < index.columns.length;
    return { ...index, columns: isThere ? others : [...others, { name: column, collate: '', sort: '' }] };
  });
}

export function withUnique(statement: string, isUnique: boolean): string {
  return edited(statement, (index) => ({ ...index, isUnique }));
}

export function withTable(statement: string, tableName: string): string {
  return edited(statement, (index) => ({ ...index, tableName }));
}

export function withName(statement: string, indexName: string): string {
  return edited(statement, (index) => ({ ...index, indexName }));
}

/** Everywhere: as a column, in expressions, in the condition. A name that is still empty changes nothing. */
export function withColumnRenamed(statement: string, from: string, to: string): string {
  if (to === '') return statement;
  return edited(statement, (index) => ({
    ...index,
    columns: index.columns.map((column) => ({ ...column, name: renamedColumn(column.name, from, to) })),
    where: renamedIn(index.where, from, to),
  }));
}

/** Null where no column would be left, or where an expression or the condition names one of them. */
export function withoutColumns(statement: string, columns: readonly string[]): string | null {
  const isGone = (name: string) => columns.some((column) => isSameName(name, column));
  const index = parseIndex(statement);
  const left = index?.columns.filter(({ name }) => !isGone(name)) ?? [];
  if (!index || left.length === 0) return null;
  const rest = printIndex({ ...index, columns: left });
  return columns.some((column) => namesColumn(rest, column)) ? null : rest;
}

/** As a column, in an expression or in the condition. */
export function namesColumn(statement: string, column: string): boolean {
  return indexParts(statement).columns.some((token) => isSameName(nameOf(token), column));
}

function edited(statement: string, edit: (index: IndexParts) => IndexParts): string {
  const index = parseIndex(statement);
  return index === null ? statement : printIndex(edit(index));
}

function withoutComments(statement: string): string {
  return sqlTokensOf(statement)
    .map(({ kind, text }) => (kind === 'comment' ? ' ' : text))
    .join('');
}

function isSign(token: SqlToken | undefined, sign: string): boolean {
  return token?.kind === 'operator' && token.text === sign;
}

/** Only of strings it can be in doubt: a quote that nothing closes makes one of the rest. */
function isClosed({ kind, text }: SqlToken): boolean {
  return kind !== 'string' || /^[xX]?'(?:[^']|'')*'$/.test(text);
}

/** SQLite takes a string for a name where only a name can stand, and the server quotes what begins with a digit. */
function writtenName(token: SqlToken | undefined): string | null {
  if (token?.kind === 'identifier') return nameOf(token);
  if (token?.kind === 'number') return token.text;
  return token?.text.startsWith("'") ? token.text.slice(1, -1).replaceAll("''", "'") : null;
}

/** -1 where there is none. */
function closingBracket(tokens: readonly SqlToken[], start: number): number {
  let open = 0;
  for (const [offset, token] of tokens.slice(start).entries()) {
    if (isSign(token, '(')) open += 1;
    else if (isSign(token, ')') && --open === 0) return start + offset;
  }
  return -1;
}

function isBalanced(tokens: readonly SqlToken[]): boolean {
  let open = 0;
  for (const token of tokens) {
    if (isSign(token, '(')) open += 1;
    else if (isSign(token, ')') && --open < 0) return false;
  }
  return open === 0;
}

/** The parts that are not empty. */
function splitAtCommas(tokens: readonly SqlToken[]): SqlToken[][] {
  const parts: SqlToken[][] = [[]];
  let open = 0;
  for (const token of tokens) {
    if (isSign(token, '(')) open += 1;
    else if (isSign(token, ')')) open -= 1;
    if (open === 0 && isSign(token, ',')) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

function columnOf(part: readonly SqlToken[], source: string): IndexColumn {
  const isSorted = part.length > 1 && (isWord(part.at(-1), 'asc') || isWord(part.at(-1), 'desc'));
  const sort = isSorted ? (isWord(part.at(-1), 'asc') ? 'ASC' : 'DESC') : '';
  const unsorted = isSorted ? part.slice(0, -1) : part;
  const collation =
    unsorted.length > 2 && isWord(unsorted.at(-2), 'collate') ? writtenName(unsorted.at(-1)) : '';
  // Another name could not be written without quotes, which the server does not know there.
  const collate = collation !== null && isPlain(collation) ? collation : '';
  const rest = collate === '' ? unsorted : unsorted.slice(0, -2);
  const name = rest.length === 1 ? writtenName(rest[0]) : null;
  return { name: name !== null && isPlain(name) ? name : textOf(rest, source), collate, sort };
}

function textOf(tokens: readonly SqlToken[], source: string): string {
  const [first, last] = [tokens[0], tokens.at(-1)];
  return first && last ? source.slice(first.start, last.start + last.text.length) : '';
}

function isPlain(name: string): boolean {
  return /^\w+$/.test(name);
}

function quoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

function printColumn({ name, collate, sort }: IndexColumn): string {
  const text = isPlain(name) ? quoted(name) : bracketed(name);
  return `${text}${collate === '' ? '' : ` COLLATE ${collate}`}${sort === '' ? '' : ` ${sort}`}`;
}

/** The server takes what has neither bracket nor blank for a name, and cuts quotes off both ends. */
function bracketed(expression: string): string {
  return !/[( ]/.test(expression) || /^["'`[\]]|["'`[\]]$/.test(expression) ? `(${expression})` : expression;
}

function renamedColumn(name: string, from: string, to: string): string {
  if (isPlain(name)) return isSameName(name, from) ? to : name;
  return renamedIn(name, from, to);
}

/** Words that are never a name unless quoted; most words of SQL may also be the name of a column. */
const neverNames =
  /^(and|as|between|case|collate|distinct|else|escape|exists|from|in|is|isnull|not|notnull|null|or|select|then|when|where)$/i;

function renamedIn(expression: string, from: string, to: string): string {
  const named = columnTokens(expression).filter((token) => isSameName(nameOf(token), from));
  const starts = new Set(named.map(({ start }) => start));
  return sqlTokensOf(expression)
    .map((token) => (starts.has(token.start) ? renamedToken(token, to) : token.text))
    .join('');
}

/**
 * Which tokens stand for a column? A word right behind a value is an operator (`a MATCH b`, `THEN a END`), in
 * its own place it is a name (`match = 1`).
 */
function columnTokens(expression: string): SqlToken[] {
  const tokens = sqlTokensOf(expression).filter(isSaid);
  const found: SqlToken[] = [];
  let isBehindValue = false;
  let isInType = false;
  for (const [at, token] of tokens.entries()) {
    const isBare = token.kind === 'identifier' && token.quote === '';
    if (isBare && neverNames.test(token.text)) {
      isInType ||= isWord(token, 'as');
      // NOT goes on with the operator that follows: `a NOT LIKE b`.
      isBehindValue = /null$/i.test(token.text) || (isBehindValue && isWord(token, 'not'));
    } else if (isBare && isBehindValue) {
      isBehindValue = isWord(token, 'end');
    } else if (token.kind === 'operator') {
      isInType &&= token.text !== ')';
      isBehindValue = token.text === ')';
    } else {
      const isCalled = isSign(tokens[at + 1], '(') || isSign(tokens[at + 1], '.');
      const isCollation = isWord(tokens[at - 1], 'collate');
      if (token.kind === 'identifier' && !isCalled && !isCollation && !isInType) found.push(token);
      isBehindValue = true;
    }
  }
  return found;
}
