import {
  isSign,
  isSignificant,
  joinKeywords,
  nameKey,
  reserved,
  type SqlToken,
  sqlTokensOf,
  wordOf,
  writtenName,
} from './tokens';

// The nodes have the names of SQLite's grammar (https://www.sqlite.org/lang_select.html). Each node has its
// position in the text. Operators have no nodes: callers need only the columns, not the precedence.

interface SqlNode {
  readonly start: number;
  readonly end: number;
}

/** A whole query or a subquery in brackets: one core, or several joined by UNION and similar operators. */
export interface SelectStatement extends SqlNode {
  readonly parent: SelectStatement | null;
  readonly cores: readonly SelectCore[];
  /** By the key of the name; the first of two equal names counts. */
  readonly ctes: ReadonlyMap<string, CommonTableExpression>;
}

export interface CommonTableExpression extends SqlNode {
  readonly name: string;
  /** The column names in brackets after the CTE's name; null without brackets. */
  readonly columns: readonly string[] | null;
  readonly select: SelectStatement;
}

/** One SELECT ... FROM ... of a statement, or its VALUES. */
export interface SelectCore extends SqlNode {
  readonly statement: SelectStatement;
  /** The outer core, whose columns this core may use too. */
  readonly outer: SelectCore | null;
  readonly columns: readonly ResultColumn[];
  readonly from: readonly TableOrSubquery[];
}

export interface ResultColumn extends SqlNode {
  /** Null when the result has no explicit name. */
  readonly alias: SqlToken | null;
  /** The column, if the result is only a column. Its name is the result's name unless there is an alias. */
  readonly column: ColumnName | null;
  /** `*`: the columns of all sources. */
  readonly isStar: boolean;
}

/** Returns '' when the query gives the result no name. */
export function resultName({ alias, column }: ResultColumn): string {
  return alias ? (writtenName(alias) ?? '') : (column?.name ?? '');
}

/** A table of a FROM or JOIN, a subquery in brackets, or a function. */
export interface TableOrSubquery extends SqlNode {
  /** Null for a subquery and for a function. */
  readonly table: SqlToken | null;
  readonly select: SelectStatement | null;
  readonly alias: SqlToken | null;
}

/** A place in the text that names a column. */
export interface ColumnName extends SqlNode {
  readonly token: SqlToken;
  /** May also be '*', after a table name. */
  readonly name: string;
  readonly table: SqlToken | null;
  /** Null in an index. */
  readonly core: SelectCore | null;
  /** True for a column alone in ORDER BY, where result names take precedence over column names. */
  readonly isOrderTerm: boolean;
}

export interface ParsedQuery {
  readonly statement: SelectStatement;
  /** The CTEs of all statements, in text order. */
  readonly ctes: readonly CommonTableExpression[];
  readonly tables: readonly { readonly source: TableOrSubquery; readonly core: SelectCore }[];
  readonly columns: readonly ColumnName[];
}

/** A column of an index or an expression in its place, without collation and sort order. */
export interface IndexedColumn extends SqlNode {
  /** Null for an expression. */
  readonly column: ColumnName | null;
  readonly collation: SqlToken | null;
  readonly sort: '' | 'ASC' | 'DESC';
}

interface CreateIndex extends SqlNode {
  readonly isUnique: boolean;
  /** IF NOT EXISTS */
  readonly isOptional: boolean;
  readonly schema: SqlToken | null;
  readonly name: SqlToken;
  readonly table: SqlToken;
  readonly columns: readonly IndexedColumn[];
  readonly where: SqlNode | null;
  /** Every place that names a column, also in expressions and after WHERE. */
  readonly columnNames: readonly ColumnName[];
}

/** Parses a SELECT. The parser refuses nothing: it skips what it cannot parse. */
export function parseSelect(sql: string): ParsedQuery {
  const tokens = sqlTokensOf(sql).filter(isSignificant);
  const end = tokens.findIndex((token) => isSign(token, ';'));
  const { select, ctes, tables, columns } = createParser(end < 0 ? tokens : tokens.slice(0, end));
  const statement = select(null, null);
  return { statement, ctes, tables, columns };
}

/** Parses a single CREATE INDEX statement; null for another text. */
export function parseCreateIndex(sql: string): CreateIndex | null {
  const tokens = sqlTokensOf(sql).filter(isSignificant);
  while (isSign(tokens.at(-1), ';')) tokens.pop();
  if (!tokens.every((token) => token.isClosed && !isSign(token, ';'))) return null;
  return createParser(tokens).createIndex();
}

const binaryWords = new Set(['and', 'or', 'is', 'like', 'glob', 'regexp', 'match', 'between', 'escape']);
const literals = new Set(['null', 'current_date', 'current_time', 'current_timestamp']);
const clauses = new Set(['where', 'group', 'having', 'order', 'limit']);
const compounds = new Set(['union', 'intersect', 'except']);

/**
 * No user nests deeper. Most SQLite versions refuse 100 brackets, and a deeper recursion could overflow the
 * stack.
 */
const deepest = 250;

interface Expr extends SqlNode {
  /** Both leave out a COLLATE at the end. */
  readonly end: number;
  readonly endAt: number;
  /** The column, if the expression is only a column. */
  readonly column: Mutable<ColumnName> | null;
  readonly collation: SqlToken | null;
}

type Mutable<Node> = { -readonly [Key in keyof Node]: Node[Key] };

/** Reads each token once, so the time is linear in the length of the text. */
function createParser(tokens: readonly SqlToken[]) {
  const words = tokens.map(wordOf);
  const ctes: CommonTableExpression[] = [];
  const tables: { source: TableOrSubquery; core: SelectCore }[] = [];
  const columns: ColumnName[] = [];
  let at = 0;
  let depth = 0;
  let hasOpenBracket = false;

  const wordAt = (place = at) => words[place] ?? '';
  const isAt = (sign: string, place = at) => isSign(tokens[place], sign);
  const isEnd = () => at >= tokens.length || isAt(')');
  const startOf = (place: number) => tokens[place]?.start ?? endBefore(place);
  const isWindowClause = () =>
    wordAt() === 'window' && tokens[at + 1]?.kind === 'identifier' && wordAt(at + 2) === 'as';
  const isClause = () => clauses.has(wordAt()) || isWindowClause();
  const isCoreEnd = () => isClause() || compounds.has(wordAt());

  function endBefore(place: number): number {
    const token = tokens[place - 1];
    return token ? token.start + token.text.length : 0;
  }

  function skip(...wanted: readonly string[]): boolean {
    const isThere = wanted.every((word, offset) => wordAt(at + offset) === word);
    if (isThere) at += wanted.length;
    return isThere;
  }

  function skipSign(sign: string): boolean {
    const isThere = isAt(sign);
    if (isThere) at += 1;
    return isThere;
  }

  /** Skips all tokens up to a stop token, or up to the bracket that closes the current group. */
  function skipTo(isStop: () => boolean): void {
    let open = 0;
    for (; at < tokens.length; at += 1) {
      if (open === 0 && (isAt(')') || isStop())) return;
      if (isAt('(')) open += 1;
      else if (isAt(')')) open -= 1;
    }
    hasOpenBracket ||= open > 0;
  }

  /**
   * Reads the content of the brackets that open here. If nothing closes them, a FROM of the outer text ends
   * them.
   */
  function inBrackets(read: () => void): void {
    at += 1;
    depth += 1;
    if (depth <= deepest) read();
    depth -= 1;
    skipTo(() => wordAt() === 'from');
    hasOpenBracket ||= !skipSign(')');
  }

  function list(read: () => void): void {
    do read();
    while (skipSign(','));
  }

  // Statements

  function select(parent: SelectStatement | null, outer: SelectCore | null): SelectStatement {
    const cores: SelectCore[] = [];
    const named = new Map<string, CommonTableExpression>();
    const statement: Mutable<SelectStatement> = { start: startOf(at), end: 0, parent, cores, ctes: named };
    if (skip('with')) {
      skip('recursive');
      list(() => commonTable(statement, named));
    }
    // A closing bracket at depth 0 has no opening bracket.
    while (depth > 0 ? !isEnd() : at < tokens.length) {
      if (/^(select|from|values)$/.test(wordAt())) selectCore(statement, cores, outer);
      else at += 1;
    }
    statement.end = endBefore(at);
    return statement;
  }

  const isSubquery = () => isAt('(') && /^(select|with|values)$/.test(wordAt(at + 1));

  /** Null when the nesting is too deep. */
  function subquery(parent: SelectStatement | null, outer: SelectCore | null): SelectStatement | null {
    const found: SelectStatement[] = [];
    inBrackets(() => found.push(select(parent, outer)));
    return found[0] ?? null;
  }

  function commonTable(statement: SelectStatement, named: Map<string, CommonTableExpression>): void {
    const start = startOf(at);
    const name = writtenName(tokens[at]) ?? '';
    at += 1;
    const names: string[] = [];
    const hasNames = isAt('(');
    if (hasNames) inBrackets(() => list(() => names.push(writtenName(tokens[at++]) ?? '')));
    while (skip('as') || skip('not') || skip('materialized'));
    const query = isAt('(') ? subquery(statement, null) : null;
    if (!query) return;
    const table = { start, end: endBefore(at), name, columns: hasNames ? names : null, select: query };
    ctes.push(table);
    if (!named.has(nameKey(name))) named.set(nameKey(name), table);
  }

  function selectCore(statement: SelectStatement, cores: SelectCore[], outer: SelectCore | null): void {
    const results: ResultColumn[] = [];
    const from: TableOrSubquery[] = [];
    const core: Mutable<SelectCore> = {
      start: startOf(at),
      end: 0,
      statement,
      outer,
      columns: results,
      from,
    };
    cores.push(core);
    if (skip('select')) {
      while (skip('distinct') || skip('all'));
      list(() => resultColumn(core, results));
    } else if (skip('values')) {
      list(() => expression(core));
    }
    if (skip('from')) sources(core, from);
    while (isClause()) clause(core);
    core.end = endBefore(at);
  }

  function resultColumn(core: SelectCore, results: ResultColumn[]): void {
    const first = at;
    const { start, column, collation } = expression(core);
    const isNamed = skip('as') || (at > first && isBareName() && !isWindowClause());
    const alias = isNamed ? (tokens[at] ?? null) : null;
    if (alias) at += 1;
    const isStar = at === first + 1 && isAt('*', first);
    const end = endBefore(at);
    if (at > first) results.push({ start, end, alias, column: collation ? null : column, isStar });
    skipTo(() => isAt(',') || wordAt() === 'from' || isCoreEnd());
  }

  function isBareName(): boolean {
    return writtenName(tokens[at]) !== null && !reserved.has(wordAt()) && !joinKeywords.has(wordAt());
  }

  function clause(core: SelectCore): void {
    const word = wordAt();
    at += 1;
    skip('by');
    list(() => {
      if (word === 'order') orderingTerm(core, true);
      else if (word === 'window') namedWindow(core);
      else expression(core);
    });
    if (word === 'limit' && skip('offset')) expression(core);
    skipTo(isCoreEnd);
  }

  function orderingTerm(core: SelectCore | null, isOfStatement: boolean): void {
    const { column } = expression(core);
    if (column && isOfStatement && !column.table) column.isOrderTerm = true;
    while (skip('asc') || skip('desc') || skip('nulls', 'first') || skip('nulls', 'last'));
  }

  // FROM

  function sources(core: SelectCore, from: TableOrSubquery[]): void {
    const isJoin = () => isAt(',') || joinKeywords.has(wordAt()) || wordAt() === 'join';
    for (;;) {
      while (isJoin()) at += 1;
      if (isEnd() || isCoreEnd()) return;
      tableOrSubquery(core, from);
      while (skip('on')) expression(core);
      if (skip('using') && isAt('(')) inBrackets(() => {});
      skipTo(() => isJoin() || isCoreEnd());
    }
  }

  function tableOrSubquery(core: SelectCore, from: TableOrSubquery[]): void {
    const first = at;
    const known = from.length;
    const isBracketed = isAt('(');
    const select = isSubquery() ? subquery(core.statement, core.outer) : null;
    if (isBracketed && at === first) inBrackets(() => sources(core, from));
    const table = isBracketed ? null : tableName(core);
    const isNamed = skip('as') || (isBareName() && !isWindowClause() && wordAt() !== 'indexed');
    const alias = isNamed ? (tokens[at] ?? null) : null;
    if (alias) at += 1;
    if (!skip('not', 'indexed') && skip('indexed', 'by')) at += 1;
    const [inside] = from.slice(known) as Mutable<TableOrSubquery>[];
    // An alias of brackets around a single table belongs to the table.
    if (inside && alias && from.length === known + 1 && !inside.alias) inside.alias = alias;
    else if (table || select || alias) {
      const source = { start: startOf(first), end: endBefore(at), table, select, alias };
      from.push(source);
      tables.push({ source, core });
    }
  }

  /** Reads `table`, `schema.table`, or a function with its arguments; returns null unless it is a table. */
  function tableName(core: SelectCore | null): SqlToken | null {
    let table: SqlToken | null = null;
    do {
      if (writtenName(tokens[at]) === null || reserved.has(wordAt())) return null;
      table = tokens[at] ?? null;
      at += 1;
    } while (skipSign('.'));
    if (!isAt('(')) return table;
    functionArguments(core);
    return null;
  }

  // Expressions

  /** Reads values and the operators between them, up to a token that cannot continue the expression. */
  function expression(core: SelectCore | null): Expr {
    const first = at;
    let name: Mutable<ColumnName> | null = null;
    let nameEnd = first;
    let collateAt: number | null = null;
    let cases = 0;
    let isValueNext = true;
    while (at < tokens.length) {
      const place = at;
      if (cases > 0 && (skip('when') || skip('then') || skip('else'))) isValueNext = true;
      else if (cases > 0 && !isValueNext && skip('end')) cases -= 1;
      else if (isValueNext) {
        if (skip('case')) cases += 1;
        else if (skip('not') || skip('exists') || skip('distinct', 'from')) continue;
        else if (isUnarySign()) at += 1;
        else {
          const found = value(core);
          if (place === first && found) [name, nameEnd] = [found, at];
          isValueNext = false;
        }
      } else if (skip('collate')) {
        at += 1;
        collateAt = place;
        continue;
      } else isValueNext = operator(core);
      if (at === place) break;
      collateAt = null;
    }
    const endAt = collateAt ?? at;
    return {
      start: startOf(first),
      end: endBefore(endAt),
      endAt,
      column: nameEnd === endAt ? name : null,
      collation: collateAt === null ? null : (tokens[collateAt + 1] ?? null),
    };
  }

  /** Signs that may come before a value; invalid ones are skipped with them. */
  const isUnarySign = () => tokens[at]?.kind === 'operator' && !/^[(),*?$@:#]/.test(tokens[at]?.text ?? '');

  /** Reads a value and returns its column, if it is one. Does not advance when no value can start here. */
  function value(core: SelectCore | null): Mutable<ColumnName> | null {
    const token = tokens[at];
    if (isSubquery()) subquery(core?.statement ?? null, core);
    else if (isAt('(')) inBrackets(() => list(() => expression(core)));
    else if (isAt(')') || isAt(',') || reserved.has(wordAt())) at += wordAt() === 'null' ? 1 : 0;
    else if (token && (token.kind === 'identifier' || isSchemaString()) && !literals.has(wordAt()))
      return nameOrCall(token, core);
    else at += 1;
    return null;
  }

  /** A string before a dot is a name. */
  const isSchemaString = () => tokens[at]?.kind === 'string' && isAt('.', at + 1);

  /** Returns true when a value must follow. Does not advance when there is no operator. */
  function operator(core: SelectCore | null): boolean {
    const word = wordAt();
    if (tokens[at]?.kind === 'operator') {
      if (isAt('(') || isAt(')') || isAt(',')) return false;
      at += 1;
      // No value follows the dot of a name that the user still types.
      return !isAt('.', at - 1);
    }
    if (binaryWords.has(word)) at += 1;
    else if (skip('in')) return isAt('(') || readTable(core);
    else if (skip('not')) skip('null');
    else if (word === 'isnull' || word === 'notnull') at += 1;
    return binaryWords.has(word);
  }

  function readTable(core: SelectCore | null): false {
    const start = startOf(at);
    const table = tableName(core);
    const source = { start, end: endBefore(at), table, select: null, alias: null };
    if (table && core) tables.push({ source, core });
    return false;
  }

  function nameOrCall(first: SqlToken, core: SelectCore | null): Mutable<ColumnName> | null {
    let token = first;
    let table: SqlToken | null = null;
    at += 1;
    while (isAt('.') && (isAt('*', at + 1) || isNameAt(at + 1))) {
      [table, token] = [token, tokens[at + 1] ?? token];
      at += 2;
    }
    if (isAt('(')) {
      functionArguments(core);
      if (wordAt() === 'filter' && isAt('(', at + 1)) {
        at += 1;
        inBrackets(() => skip('where') && expression(core));
      }
      if (wordAt() === 'over' && (isAt('(', at + 1) || isNameAt(at + 1))) {
        at += 1;
        if (isAt('(')) windowDefinition(core);
        else at += 1;
      }
      return null;
    }
    return columnName(token, table, core);
  }

  const isNameAt = (place: number) => writtenName(tokens[place]) !== null && !reserved.has(wordAt(place));

  function columnName(token: SqlToken, table: SqlToken | null, core: SelectCore | null): Mutable<ColumnName> {
    const { start, text } = token;
    const name = writtenName(token) ?? text;
    const node = { start, end: start + text.length, token, name, table, core, isOrderTerm: false };
    columns.push(node);
    return node;
  }

  function functionArguments(core: SelectCore | null): void {
    inBrackets(() => {
      skip('distinct');
      list(() => expression(core));
      if (skip('order', 'by')) list(() => orderingTerm(core, false));
    });
  }

  function namedWindow(core: SelectCore): void {
    at += 2;
    if (isAt('(')) windowDefinition(core);
  }

  /** Skips the window frame, because it names no columns. */
  function windowDefinition(core: SelectCore | null): void {
    inBrackets(() => {
      if (!/^(partition|order|range|rows|groups)$/.test(wordAt()) && !isEnd()) at += 1;
      if (skip('partition', 'by')) list(() => expression(core));
      if (skip('order', 'by')) list(() => orderingTerm(core, false));
    });
  }

  // CREATE INDEX

  function createIndex(): CreateIndex | null {
    if (!skip('create')) return null;
    const isUnique = skip('unique');
    if (!skip('index')) return null;
    const isOptional = skip('if', 'not', 'exists');
    const first = indexedName(at++);
    const second = skipSign('.') ? indexedName(at++) : undefined;
    const name = second === undefined ? first : second;
    if (!first || !name || !skip('on')) return null;
    const table = indexedName(at++);
    if (!table || !skipSign('(')) return null;
    const indexed: IndexedColumn[] = [];
    while (!isEnd()) if (!skipSign(',')) indexed.push(indexedColumn());
    if (!skipSign(')')) return null;
    const where = skip('where') ? condition() : null;
    if (at < tokens.length || hasOpenBracket || (where && where.start === where.end)) return null;
    return {
      start: startOf(0),
      end: endBefore(at),
      isUnique,
      isOptional,
      schema: second === undefined ? null : first,
      name,
      table,
      columns: indexed,
      where,
      columnNames: columns,
    };
  }

  /** The server puts these names in quotes, so they may also be keywords, or begin with a digit. */
  function indexedName(place: number): SqlToken | null {
    const token = tokens[place];
    return token && (token.kind === 'number' || writtenName(token) !== null) ? token : null;
  }

  function indexedColumn(): IndexedColumn {
    const first = at;
    const expr = expression(null);
    let { endAt, column, collation } = expr;
    if (at === first) {
      at += 1;
      endAt = at;
      if (skip('collate')) collation = tokens[at++] ?? null;
    }
    const sort = skip('asc') ? 'ASC' : skip('desc') ? 'DESC' : '';
    const isRead = isAt(',') || isEnd();
    if (!isRead) {
      // Skip the rest, which SQLite will refuse.
      skipTo(() => isAt(','));
      [endAt, column, collation] = [at, null, null];
    }
    const only = endAt === first + 1 ? indexedName(first) : null;
    if (only && !column) column = columnName(only, null, null);
    return { start: expr.start, end: endBefore(endAt), column, collation, sort: isRead ? sort : '' };
  }

  function condition(): SqlNode {
    const { start } = expression(null);
    skipTo(() => false);
    return { start, end: endBefore(at) };
  }

  return { select, createIndex, ctes, tables, columns };
}
