import { isReserved, isSaid, isWord, nameOf, type SqlToken, sqlTokensOf } from './sqlTokens';

/** What follows the result columns. */
const ends = [
  ...['from', 'where', 'group', 'having', 'order', 'limit'],
  ...['union', 'intersect', 'except', 'window'],
];
/** Behind these stands a value, not the name of one. */
const infix = ['like', 'glob', 'match', 'regexp', 'escape', 'over', 'filter'];
const systemNames = ['id', 'created', 'updated'];

/**
 * The names of the columns of a SELECT in their order, without `id`, `created` and `updated`: the fields that the
 * server makes of a view. What has no name is called by its text.
 */
export function columnsOfSelect(query: string): string[] {
  return itemsOf(sqlTokensOf(query).filter(isSaid))
    .map((item) => aliasOf(item) ?? (isColumn(item) ? nameOf(item.at(-1) as SqlToken) : textOf(item, query)))
    .filter((name) => !systemNames.includes(name));
}

/** The tokens of each result column of the first SELECT that stands in no brackets. */
function itemsOf(tokens: readonly SqlToken[]): SqlToken[][] {
  const items: SqlToken[][] = [];
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    if (isSign(token, ')')) depth -= 1;
    const item = items.at(-1);
    if (!item) {
      if (depth === 0 && isWord(token, 'select')) items.push([]);
    } else if (depth === 0 && isEnd(token, tokens[at - 1])) {
      break;
    } else if (depth === 0 && isSign(token, ',')) {
      items.push([]);
    } else if (item.length > 0 || !(isWord(token, 'distinct') || isWord(token, 'all'))) {
      item.push(token);
    }
    if (isSign(token, '(')) depth += 1;
  }
  return items.filter(({ length }) => length > 0);
}

const isSign = ({ kind, text }: SqlToken, sign: string) => kind === 'operator' && text === sign;

function isEnd(token: SqlToken, before: SqlToken | undefined): boolean {
  if (isSign(token, ';')) return true;
  // As in `a IS DISTINCT FROM b`.
  if (isWord(token, 'from') && isWord(before, 'distinct')) return false;
  return ends.some((word) => isWord(token, word));
}

/** `x AS name` or `x name`; null without. */
function aliasOf(item: readonly SqlToken[]): string | null {
  const [value, last] = item.slice(-2);
  if (!value || !last || item.length < 2) return null;
  const name = last.kind === 'string' ? last.text.slice(1, -1).replaceAll("''", "'") : nameOf(last);
  if (name === '') return null;
  if (isWord(value, 'as')) return name;
  if (isReserved(last) || (isWord(last, 'end') && item.some((token) => isWord(token, 'case')))) return null;
  if (value.kind === 'operator') return value.text === ')' ? name : null;
  const isValue = isWord(value, 'null') || !(isReserved(value) || infix.some((word) => isWord(value, word)));
  return isValue ? name : null;
}

/** Names with a dot between each, and nothing else? */
function isColumn(item: readonly SqlToken[]): boolean {
  return (
    item.length % 2 === 1 &&
    item.every((token, at) => (at % 2 ? isSign(token, '.') : token.kind === 'identifier'))
  );
}

function textOf(item: readonly SqlToken[], query: string): string {
  const [first, last] = [item[0], item.at(-1)];
  return first && last ? query.slice(first.start, last.start + last.text.length).replace(/\s+/g, ' ') : '';
}
