import type { SqlTables } from '../../model/sqlTables';
import { isSaid, nameOf, renamedToken, type SqlToken, sqlTokensOf } from '../../model/sqlTokens';

/** What a statement may name: a view query the columns of all tables, an index those of its own. */
export type SqlWords = { readonly tables: SqlTables } | { readonly columns: readonly string[] };

export interface SqlOffer {
  /** Where the word begins that an accepted one replaces. */
  readonly from: number;
  readonly names: readonly string[];
  readonly keywords: readonly string[];
  /** Between backticks or brackets, where any name may stand as it is. */
  readonly isQuoted: boolean;
}

export const queryKeywords: readonly string[] = words(`ALL AND AS ASC BETWEEN BY CASE CAST COLLATE CROSS
  CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DESC DISTINCT ELSE END ESCAPE EXCEPT EXISTS FALSE FILTER FIRST FROM
  FULL GLOB GROUP HAVING IN INNER INTEGER INTERSECT IS ISNULL JOIN LAST LEFT LIKE LIMIT MATCH NATURAL NOCASE NOT
  NOTNULL NULL NULLS NUMERIC OFFSET ON OR ORDER OUTER OVER PARTITION REAL RECURSIVE REGEXP RIGHT SELECT TEXT THEN
  TRUE UNION USING VALUES WHEN WHERE WINDOW WITH`);

export const indexKeywords: readonly string[] =
  words(`AND ASC BINARY COLLATE CREATE DESC EXISTS IF IN INDEX IS LIKE
  NOCASE NOT NULL ON OR RTRIM UNIQUE WHERE`);

/** Words of the language that a column or an alias may just as well be called by. */
const alsoNames = new Set(words('FILTER FIRST INTEGER LAST MATCH NUMERIC REAL TEXT'));
const insideCase = new Set(words('ELSE END THEN WHEN'));
const outsideCase = queryKeywords.filter((word) => !insideCase.has(word));
/** What is a word of the language wherever it stands bare. */
export const keywords: ReadonlySet<string> = new Set(
  [...queryKeywords, ...indexKeywords].filter((word) => !alsoNames.has(word)),
);
/** What stands for a value although it is a keyword. */
const values = new Set(words('CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP END FALSE NULL TRUE'));

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** What may stand where the caret is; null where nothing is to be offered. */
export function offerAt(settings: SqlWords, text: string, at: number, isAsked: boolean): SqlOffer | null {
  const tokens = sqlTokensOf(text);
  const around = tokens.find(({ start, text: { length } }) => start < at && at <= start + length);
  if (around && isInside(around, at)) return null;
  const isWord = around?.kind === 'identifier';
  const isQuoted = isWord && around.quote !== '';
  if (isQuoted && at === around.start + around.text.length) return null;
  const from = isWord ? around.start + around.quote.length : at;
  const said = tokens.filter(isSaid);
  const before = said.filter(({ start, text: { length } }) => start + length <= (isWord ? around.start : at));
  const last = before.at(-1);

  const none: SqlOffer = { from, names: [], keywords: [], isQuoted };
  if (last?.text === '.') {
    const names = columnsOf(settings, said, nameOf(before.at(-2) ?? last));
    return names.length > 0 ? { ...none, names } : null;
  }
  if (at === from && !isAsked && !isQuoted) return null;
  const names = namesAfter(settings, before, said);
  if (isQuoted) return names.length > 0 ? { ...none, names } : null;
  // An alias is somebody's own word: Enter behind it must not put another in its place.
  if (!isAsked && (keywordOf(last) === 'AS' || (isValue(last) && at - from < 2))) return null;
  return { ...none, names, keywords: 'tables' in settings ? queryKeywordsAfter(before) : indexKeywords };
}

/** As a name has to be written: in backticks when it is a word of the language. */
export function writtenName(name: string): string {
  const isBare = renamedToken({ kind: 'identifier', text: name, start: 0, quote: '' }, name) === name;
  return isBare ? name : `\`${name}\``;
}

/**
 * In a text, a comment or a number; behind the last letter of one that is closed is outside. What stands between
 * double quotes is a text to SQLite too where there is no such column.
 */
function isInside({ kind, text, start, quote }: SqlToken, at: number): boolean {
  if (kind === 'number' || quote === '"') return true;
  if (kind !== 'string' && kind !== 'comment') return false;
  const isClosed = kind === 'comment' ? /^\/\*.*\*\/$/s.test(text) : /^[xX]?'.*'$/s.test(text);
  return at < start + text.length || !isClosed;
}

/** WHERE is more often meant than WHEN, which has a place of its own. */
function queryKeywordsAfter(before: readonly SqlToken[]): readonly string[] {
  const count = (word: string) => before.filter((token) => keywordOf(token) === word).length;
  return count('CASE') > count('END') ? queryKeywords : outsideCase;
}

function keywordOf(token: SqlToken | undefined): string {
  const word = token?.kind === 'identifier' && token.quote === '' ? token.text.toUpperCase() : '';
  return keywords.has(word) ? word : '';
}

function isValue(token: SqlToken | undefined): boolean {
  if (!token) return false;
  if (token.kind === 'operator') return token.text === ')';
  return keywordOf(token) === '' || values.has(keywordOf(token));
}

function namesAfter(settings: SqlWords, before: readonly SqlToken[], said: readonly SqlToken[]): string[] {
  const last = before.at(-1);
  if (!last || isValue(last) || keywordOf(last) === 'AS') return [];
  if (!('tables' in settings)) {
    const hasBegun = before.some((token) => token.text === '(' || keywordOf(token) === 'WHERE');
    return hasBegun ? [...settings.columns] : [];
  }
  const { tables } = settings;
  if (isTablePlace(last)) return Object.keys(tables);
  const sources = sourcesIn(tables, said);
  const named = sources.length > 0 ? sources.map(({ table }) => table) : Object.keys(tables);
  const aliases = sources.map(({ alias }) => alias);
  return [
    ...new Set([...aliases, ...named.flatMap((table) => tables[table] ?? []), ...Object.keys(tables)]),
  ].filter((name) => name !== '');
}

const isTablePlace = (token: SqlToken | undefined) => /^(FROM|JOIN)$/.test(keywordOf(token));

/** The columns behind `owner.`, which is an alias or a table; an index knows no such thing. */
function columnsOf(settings: SqlWords, said: readonly SqlToken[], owner: string): readonly string[] {
  if (owner === '' || !('tables' in settings)) return [];
  const { tables } = settings;
  const isOwner = (name: string) => name.toLowerCase() === owner.toLowerCase();
  const table = sourcesIn(tables, said).find(({ alias }) => isOwner(alias))?.table;
  return tables[table ?? Object.keys(tables).find(isOwner) ?? ''] ?? [];
}

interface Source {
  readonly table: string;
  readonly alias: string;
}

/** The tables that stand behind FROM, JOIN or a comma, each with what the query calls it. */
function sourcesIn(tables: SqlTables, said: readonly SqlToken[]): Source[] {
  const known = new Map(Object.keys(tables).map((name) => [name.toLowerCase(), name]));
  return said.flatMap((token, at) => {
    const table = known.get(nameOf(token).toLowerCase());
    const isSource = isTablePlace(said[at - 1]) || said[at - 1]?.text === ',';
    if (table === undefined || !isSource || said[at + 1]?.text === '.') return [];
    const next = said[keywordOf(said[at + 1]) === 'AS' ? at + 2 : at + 1];
    return [{ table, alias: next && keywordOf(next) === '' ? nameOf(next) : '' }];
  });
}
