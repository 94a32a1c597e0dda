import { isReserved, isSaid, isWord, nameOf, type SqlToken, sqlTokensOf } from './sqlTokens';

/** One SELECT ... FROM ... of a query. */
export interface Core {
  readonly query: Query;
  /** The one that it stands in, whose columns it may use too. */
  readonly outer: Core | null;
  readonly sources: Source[];
  readonly items: Item[];
}

/** What brackets hold, or the whole text: one core, or several joined by UNION and the like. */
export interface Query {
  readonly parent: Query | null;
  readonly cores: Core[];
  /** What WITH names before them. */
  readonly named: { readonly name: string; readonly columns: readonly string[] | null; query: Query }[];
}

/** What a FROM or JOIN reads. */
export interface Source {
  /** The table's name; null for a query in brackets and for a function. */
  readonly table: SqlToken | null;
  readonly query: Query | null;
  readonly alias: SqlToken | null;
}

/** One result column. */
export interface Item {
  /** What it is called; null when nothing but the server's whim calls it. */
  readonly alias: SqlToken | null;
  /** The column, where it is nothing else: its name is the result's too, unless there is an alias. */
  readonly column: ColumnUse | null;
}

/** A place where a column is named. */
export interface ColumnUse {
  /** '*' may stand there too. */
  readonly token: SqlToken;
  readonly qualifier: SqlToken | null;
  readonly core: Core;
  /** Alone in ORDER BY, where the names of the results come before those of columns. */
  readonly isOrderTerm: boolean;
}

export interface ReadQuery {
  readonly query: Query;
  /** All names that a WITH gives. */
  readonly named: readonly string[];
  readonly sources: readonly { readonly source: Source; readonly core: Core }[];
  readonly columns: readonly ColumnUse[];
}

const joinWords = ['natural', 'left', 'right', 'full', 'inner', 'outer', 'cross', 'join'];
const setWords = ['union', 'intersect', 'except'];
const clauseWords = ['where', 'group', 'having', 'order', 'limit', 'window'];
const itemEnds = ['from', ...clauseWords, ...setWords];
const sourceEnds = [...joinWords, ...clauseWords, ...setWords];
const restEnds = [...clauseWords, ...setWords];
/** Words between two values, which otherwise might be names. */
const between = ['like', 'glob', 'match', 'regexp', 'over', 'filter', 'offset', 'desc', 'asc', 'nulls'];

/** Which tables a SELECT reads, and where it names columns. Nothing is refused: what cannot be read is passed over. */
export function readQuery(sql: string): ReadQuery {
  const said = sqlTokensOf(sql).filter(isSaid);
  const end = said.findIndex(({ kind, text }) => kind === 'operator' && text === ';');
  const tokens = end < 0 ? said : said.slice(0, end);
  const sources: { source: Source; core: Core }[] = [];
  const columns: ColumnUse[] = [];
  const allNamed: string[] = [];
  let at = 0;

  const isAt = (word: string) => isWord(tokens[at], word);
  const isAnyAt = (words: readonly string[]) => words.some(isAt);
  const isSign = (sign: string, where = at) =>
    tokens[where]?.kind === 'operator' && tokens[where]?.text === sign;
  const skip = (word: string) => {
    if (!isAt(word)) return false;
    at += 1;
    return true;
  };
  const isNameAt = () => tokens[at]?.kind === 'identifier' && !isReserved(tokens[at]);

  function readWhole(parent: Query | null, outer: Core | null): Query {
    const query: Query = { parent, cores: [], named: [] };
    if (skip('with')) {
      skip('recursive');
      do readNamed(query);
      while (isSign(',') && ++at);
    }
    while (at < tokens.length && !isSign(')')) {
      if (isAt('select')) readCore(query, outer);
      else if (isAt('values') && ++at) readValues({ query, outer, sources: [], items: [] }, restEnds);
      else at += 1;
    }
    return query;
  }

  function readNamed(query: Query): void {
    const name = tokens[at] ? nameOf(tokens[at] as SqlToken) : '';
    at += 1;
    let columnNames: string[] | null = null;
    if (isSign('(') && ++at) {
      columnNames = [];
      for (; at < tokens.length && !isSign(')'); at++) {
        if (tokens[at]?.kind === 'identifier') columnNames.push(nameOf(tokens[at] as SqlToken));
      }
      at += 1;
    }
    while (isAt('as') || isAt('not') || isAt('materialized')) at += 1;
    if (!isSign('(')) return;
    at += 1;
    const named = { name, columns: columnNames, query: { parent: query, cores: [], named: [] } as Query };
    query.named.push(named);
    allNamed.push(name);
    named.query = readWhole(query, null);
    at += 1;
  }

  function readCore(query: Query, outer: Core | null): void {
    const core: Core = { query, outer, sources: [], items: [] };
    query.cores.push(core);
    at += 1;
    while (skip('distinct') || skip('all'));
    do readItem(core);
    while (isSign(',') && ++at);
    if (skip('from')) readSources(core);
    while (isAnyAt(clauseWords)) {
      const isOrder = isAt('order');
      at += 1;
      skip('by');
      readValues(core, restEnds, isOrder);
    }
  }

  function readItem(core: Core): void {
    const start = at;
    const known = columns.length;
    const alias = readValues(core, [...itemEnds, ',']);
    const length = at - start - (alias ? (isWord(tokens[at - 2], 'as') ? 2 : 1) : 0);
    const column = columns[known] ?? null;
    const isPlain = column !== null && tokens[start + length - 1] === column.token && isDotted(start, length);
    core.items.push({ alias, column: isPlain ? column : null });
  }

  /** Are these names with a dot between each? */
  function isDotted(start: number, length: number): boolean {
    for (let place = 0; place < length; place++) {
      const isRight = place % 2 ? isSign('.', start + place) : tokens[start + place]?.kind === 'identifier';
      if (!isRight) return false;
    }
    return length % 2 === 1;
  }

  function readSources(core: Core): void {
    for (;;) {
      while (isSign(',') || isAnyAt(joinWords)) at += 1;
      if (at >= tokens.length || isSign(')') || isAnyAt(restEnds)) return;
      readSource(core);
      if (skip('on')) readValues(core, [...sourceEnds, ',']);
      if (skip('using') && isSign('(')) {
        while (at < tokens.length && !isSign(')')) at += 1;
        at += 1;
      }
    }
  }

  function readSource(core: Core): void {
    let table: SqlToken | null = null;
    let query: Query | null = null;
    if (isSign('(') && ++at) {
      if (isAt('select') || isAt('with') || isAt('values')) query = readWhole(core.query, core.outer);
      else readSources(core);
      at += 1;
    } else {
      table = tokens[at] ?? null;
      at += 1;
      while (isSign('.')) {
        table = tokens[at + 1] ?? null;
        at += 2;
      }
      if (isSign('(') && ++at) {
        table = null;
        readValues(core, []);
        at += 1;
      }
    }
    const hasAs = skip('as');
    const isAlias =
      hasAs || (isNameAt() && !isAt('indexed') && !isAt('window')) || tokens[at]?.kind === 'string';
    const alias = isAlias ? (tokens[at] ?? null) : null;
    if (alias) at += 1;
    if (isAt('not') || isAt('indexed')) {
      while (isAt('not') || isAt('indexed') || isAt('by')) at += 1;
      if (isNameAt() && isWord(tokens[at - 1], 'by')) at += 1;
    }
    if (table?.kind !== 'identifier') table = null;
    if (!table && !query && !alias) return;
    const source = { table, query, alias };
    core.sources.push(source);
    sources.push({ source, core });
  }

  /**
   * Reads values up to one of these words or signs, or the bracket that closes the place. Answers with the name that
   * the last one is given, as `x AS name` or `x name` do.
   */
  function readValues(core: Core, ends: readonly string[], isOrder = false): SqlToken | null {
    let alias: SqlToken | null = null;
    let isAfterValue = false;
    let isTermStart = true;
    while (at < tokens.length && !isSign(')')) {
      const token = tokens[at] as SqlToken;
      const word = token.quote === '' ? token.text.toLowerCase() : '';
      if (ends.includes(word) && (isAfterValue || isReserved(token) || word === ',')) break;
      alias = null;
      const wasTermStart = isTermStart;
      isTermStart = word === ',';
      if (isSign('(')) {
        at += 1;
        if (isAt('select') || isAt('with') || isAt('values')) readWhole(core.query, core);
        else readValues(core, []);
        at += 1;
        isAfterValue = true;
      } else if (token.kind === 'operator') {
        at += 1;
        isAfterValue = token.text === '*' && !isAfterValue;
      } else if (token.kind !== 'identifier') {
        if (isAfterValue) alias = token;
        at += 1;
        isAfterValue = true;
      } else if (isAfterValue && (isReserved(token) || (between.includes(word) && !isSign('.', at + 1)))) {
        at += 1;
        const follows = tokens[at];
        if (['as', 'collate'].includes(word) && follows) {
          if (word === 'as') alias = follows;
          at += 1;
        } else {
          if (word === 'nulls') at += 1;
          isAfterValue = ['null', 'isnull', 'notnull', 'asc', 'desc', 'nulls'].includes(word);
        }
      } else if (isAfterValue) {
        if (word !== 'end') alias = token;
        at += 1;
      } else if (isReserved(token) || isWordBefore(token)) {
        at += 1;
        isAfterValue = word === 'null';
      } else {
        isAfterValue = true;
        readName(core, isOrder && wasTermStart);
      }
    }
    return alias;
  }

  /** A word that would be a name, were it not for what stands beside it. */
  function isWordBefore(token: SqlToken): boolean {
    if (isWord(token, 'partition')) return isWord(tokens[at + 1], 'by');
    if (isWord(token, 'by'))
      return ['partition', 'order', 'group'].some((word) => isWord(tokens[at - 1], word));
    return isWord(token, 'like') || isWord(token, 'glob') ? isWord(tokens[at - 1], 'not') : false;
  }

  /** `column`, `table.column` or `function(`. */
  function readName(core: Core, isTerm: boolean): void {
    let qualifier: SqlToken | null = null;
    let token = tokens[at] as SqlToken;
    at += 1;
    while (isSign('.') && (tokens[at + 1]?.kind === 'identifier' || isSign('*', at + 1))) {
      qualifier = token;
      token = tokens[at + 1] as SqlToken;
      at += 2;
    }
    if (isSign('(')) return;
    const next = tokens[at];
    const isAlone =
      next === undefined ||
      isSign(',') ||
      isSign(')') ||
      ['asc', 'desc', 'nulls', 'collate', ...restEnds].some((word) => isWord(next, word));
    columns.push({ token, qualifier, core, isOrderTerm: isTerm && qualifier === null && isAlone });
  }

  return { query: readWhole(null, null), named: allNamed, sources, columns };
}
