import { parseSelect } from '../../model/sql/parse';
import {
  isBareName,
  isSignificant,
  nameOf,
  type SqlToken,
  sqlTokensOf,
  wordOf,
  writtenName,
} from '../../model/sql/tokens';
import type { SqlTables } from '../../model/sql/viewColumns';
import { indexKeywords, keywords, queryKeywords, splitWords } from './sqlTokens';

/** The names that a statement can use: all tables for a view query, the columns of one table for an index. */
export type SqlWords = { readonly tables: SqlTables } | { readonly columns: readonly string[] };

interface SqlOffer {
  /** The start of the word that a completion replaces. */
  readonly from: number;
  readonly names: readonly string[];
  readonly keywords: readonly string[];
  /** True between backticks or brackets, where every name is valid. */
  readonly isQuoted: boolean;
}

const insideCase = new Set(splitWords('ELSE END THEN WHEN'));
const outsideCase = queryKeywords.filter((word) => !insideCase.has(word));
/** Keywords that are values, or that end one as `END` does. */
const values = new Set(splitWords('CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP END FALSE NULL TRUE'));

/** Returns the possible words at the caret; null to offer nothing. */
export function offerAt(settings: SqlWords, text: string, at: number, isAsked: boolean): SqlOffer | null {
  const tokens = sqlTokensOf(text);
  const around = tokens.find(({ start, text: { length } }) => start < at && at <= start + length);
  if (around && isInside(around, at)) return null;
  const isWord = around?.kind === 'identifier';
  const isQuoted = isWord && around.quote !== '';
  if (isQuoted && at === around.start + around.text.length) return null;
  const from = isWord ? around.start + around.quote.length : at;
  const end = isWord ? around.start : at;
  const before = tokens.filter((one) => isSignificant(one) && one.start + one.text.length <= end);
  const last = before.at(-1);

  const none: SqlOffer = { from, names: [], keywords: [], isQuoted };
  if (last?.text === '.') {
    const names = columnsOf(settings, text, nameOf(before.at(-2) ?? last));
    return names.length > 0 ? { ...none, names } : null;
  }
  if (at === from && !isAsked && !isQuoted) return null;
  const names = namesAfter(settings, before, text);
  if (isQuoted) return names.length > 0 ? { ...none, names } : null;
  // After AS or a value the user may be inventing an alias: Enter must not replace it by a suggestion.
  if (!isAsked && (keywordOf(last) === 'AS' || (isValue(last) && at - from < 2))) return null;
  return { ...none, names, keywords: 'tables' in settings ? queryKeywordsAfter(before) : indexKeywords };
}

export function quoteName(name: string): string {
  return isBareName(name) ? name : `\`${name}\``;
}

/**
 * True if the position is inside a string, a comment or a number. After the end of a closed one it is outside. SQLite
 * reads a double-quoted name as a string if there is no such column.
 */
function isInside({ kind, text, start, quote, isClosed }: SqlToken, at: number): boolean {
  if (kind === 'number' || quote === '"') return true;
  if (kind !== 'string' && kind !== 'comment') return false;
  return at < start + text.length || !isClosed || text.startsWith('--');
}

/** Outside of CASE, users more often mean WHERE than WHEN. */
function queryKeywordsAfter(before: readonly SqlToken[]): readonly string[] {
  const count = (word: string) => before.filter((token) => keywordOf(token) === word).length;
  return count('CASE') > count('END') ? queryKeywords : outsideCase;
}

function keywordOf(token: SqlToken | undefined): string {
  const word = wordOf(token).toUpperCase();
  return keywords.has(word) ? word : '';
}

function isValue(token: SqlToken | undefined): boolean {
  if (!token) return false;
  if (token.kind === 'operator') return token.text === ')';
  return keywordOf(token) === '' || values.has(keywordOf(token));
}

function namesAfter(settings: SqlWords, before: readonly SqlToken[], text: string): string[] {
  const last = before.at(-1);
  if (!last || isValue(last) || keywordOf(last) === 'AS') return [];
  if (!('tables' in settings)) {
    const hasBegun = before.some((token) => token.text === '(' || keywordOf(token) === 'WHERE');
    return hasBegun ? [...settings.columns] : [];
  }
  const { tables } = settings;
  if (isTablePlace(last)) return Object.keys(tables);
  const sources = sourcesIn(tables, text);
  const named = sources.length > 0 ? sources.map(({ table }) => table) : Object.keys(tables);
  const aliases = sources.map(({ alias }) => alias);
  return [
    ...new Set([...aliases, ...named.flatMap((table) => tables[table] ?? []), ...Object.keys(tables)]),
  ].filter((name) => name !== '');
}

const isTablePlace = (token: SqlToken | undefined) => /^(FROM|JOIN)$/.test(keywordOf(token));

/** Returns the columns after `owner.`, which is an alias or a table; an index has none. */
function columnsOf(settings: SqlWords, text: string, owner: string): readonly string[] {
  if (owner === '' || !('tables' in settings)) return [];
  const { tables } = settings;
  const isOwner = (name: string) => name.toLowerCase() === owner.toLowerCase();
  const table = sourcesIn(tables, text).find(({ alias }) => isOwner(alias))?.table;
  return tables[table ?? Object.keys(tables).find(isOwner) ?? ''] ?? [];
}

interface Source {
  readonly table: string;
  readonly alias: string;
}

/** Returns the known tables that the query reads, with their names in the query. */
function sourcesIn(tables: SqlTables, text: string): Source[] {
  const known = new Map(Object.keys(tables).map((name) => [name.toLowerCase(), name]));
  return parseSelect(text).tables.flatMap(({ source }) => {
    const table = known.get(writtenName(source.table ?? undefined)?.toLowerCase() ?? '');
    return table === undefined ? [] : [{ table, alias: writtenName(source.alias ?? undefined) ?? '' }];
  });
}
