import { printDate, toServerDate } from '../base/dates';
import type { Query, QueryChanges } from '../base/hash';
import { goJson } from '../base/jsonText';
import { joinFilters, type SearchColumn, toFilter } from '../model/filter/filter';
import { escapePattern } from '../model/filter/filterTexts';
import { type Log, logData } from '../model/log';
import { countQuery } from '../model/recordsQuery';
import { can } from '../page/capabilities';

export const pageSize = 50;

const hourMs = 3_600_000;
const quickRanges = { '1h': hourMs, '24h': 24 * hourMs, '7d': 7 * 24 * hourMs } as const;

type QuickRange = keyof typeof quickRanges;

/** UTC moments such as `2026-11-21 12:00:00.000Z`; '' for an open end. */
export interface LogSpan {
  from: string;
  to: string;
}

/** Either a period up to now, or between two moments. */
export type LogRange = QuickRange | LogSpan;

export interface LogQuery {
  /** As typed. */
  search: string;
  includesAdmins: boolean;
  /** An empty list: all levels. */
  levels: readonly number[];
  /** Null: no limit. */
  range: LogRange | null;
}

const searchColumns: readonly SearchColumn[] = [
  { name: 'level', type: 'number' },
  { name: 'message' },
  { name: 'data' },
];

/** The names that may start a path in a filter of logs. */
export const filterFields = (): readonly string[] => [
  'level',
  'message',
  'data',
  'id',
  'created',
  ...(can('logsUpdated') ? ['updated', 'rowid'] : []),
];

/** Reads the URL; without a value for admin requests the stored choice applies. */
export function logQueryOf(query: Query, includesAdminsElse: boolean): LogQuery {
  const { filter = '', adminRequests = '', levels = '', range = '', from = '', to = '' } = query;
  return {
    search: filter,
    includesAdmins: /^[01]$/.test(adminRequests) ? adminRequests === '1' : includesAdminsElse,
    levels: levelsOf(levels),
    range: momentsOf(from, to) ?? (isQuickRange(range) ? range : null),
  };
}

/** Returns the log around which to show the list; '' for none. */
export function aroundOf({ around = '' }: Query): string {
  return /^\w{1,40}$/.test(around) ? around : '';
}

/** Returns the names that a search may use: the columns of every log, and the data keys of the given rows. */
export function searchWords(rows: readonly Log[]): readonly string[] {
  const keys = new Set(['status', 'url', 'method', 'auth', 'execTime', 'userIp', 'userAgent', 'error']);
  for (const row of rows) for (const key of Object.keys(logData(row))) keys.add(key);
  // The server accepts no other names.
  const paths = [...keys].filter((key) => /^\w+$/.test(key)).map((key) => `data.${key}`);
  return [...filterFields(), ...paths];
}

export function addressOf({ search, includesAdmins, levels, range }: LogQuery): QueryChanges {
  const isQuick = typeof range === 'string';
  return {
    filter: search,
    adminRequests: includesAdmins ? '1' : '0',
    levels: levels.join(','),
    range: isQuick ? range : undefined,
    from: isQuick ? undefined : range?.from,
    to: isQuick ? undefined : range?.to,
  };
}

/**
 * Returns the filter for both list and chart. A quick range is open at its end, for rows that arrive
 * meanwhile, so only its start depends on `now`. `referer` is the `Referer` header that the server gets from
 * this page.
 */
export function filterOf(query: LogQuery, now: number, referer: string): string {
  const { search, includesAdmins, levels, range } = query;
  return joinFilters(
    levels.map((level) => `level=${level}`).join('||'),
    rangeFilter(range, now),
    includesAdmins ? '' : withoutAdmins(referer),
    searchFilter(search),
  );
}

/**
 * Excludes requests by admins; `!=` also keeps rows without a key, on both server lines. The server logs this page's
 * reads of files and backups as a guest's, with or without a file token, and its counts of what guests see. Only their
 * referer identifies them.
 */
function withoutAdmins(referer: string): string {
  const isNoFile = 'data.url!~"/api/files/%"&&data.url!~"/api/backups/%"';
  // A second question mark could hide another query before this one.
  const counts = `/api/collections/%/records?${new URLSearchParams(countQuery)}`;
  const isNoCount = `(data.method!="GET"||data.url!~"${counts}"||data.url~"%?%?%")`;
  return `data.auth!="admin"&&(data.referer!="${referer}"||(${isNoFile}&&${isNoCount}))`;
}

/** Searches a term in level, message and data; a search with an operator is a filter already. */
export function searchFilter(search: string): string {
  const filter = toFilter(search, searchColumns);
  if (!isTerm(search)) return filter;
  const term = termOf(search);
  const stored = storedForm(term);
  // Characters special in JSON or HTML are escaped in the stored data. `_` finds the backslash on every server.
  const pattern = stored.split('\\').map(escapePattern).join('_');
  return stored === term ? filter : `${filter}||data~"%${pattern}%"`;
}

/** True if the server must read the text of all rows. */
export function mustScanAll({ search, range }: LogQuery): boolean {
  if (range !== null) return false;
  if (isTerm(search)) return true;
  const names = search.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, '""');
  return /\b(message|data)\b[\w.:]*\s*\??!?~|~\s*(message|data)\b/.test(names);
}

export function isTerm(search: string): boolean {
  return search.trim() !== '' && toFilter(search, [{ name: 'x' }]) !== search.trim();
}

function termOf(search: string): string {
  const trimmed = search.trim();
  return /^(["'])(.*)\1$/s.exec(trimmed)?.[2] ?? trimmed;
}

const storedForm = (term: string) => goJson(term).slice(1, -1);

function levelsOf(text: string): number[] {
  const levels = text.split(',').filter((level) => /^-?\d{1,4}$/.test(level));
  return [...new Set(levels.map(Number))];
}

function isQuickRange(text: string): text is QuickRange {
  return Object.hasOwn(quickRanges, text);
}

function momentsOf(from: string, to: string): LogRange | null {
  const [begin = '', end = ''] = [from, to].map(toServerDate);
  if (begin === '' && end === '') return null;
  return begin !== '' && end !== '' && begin > end ? { from: end, to: begin } : { from: begin, to: end };
}

function rangeFilter(range: LogRange | null, now: number): string {
  if (range === null) return '';
  if (typeof range === 'string') return `created>="${printTime(now - quickRanges[range])}"`;
  return joinFilters(range.from && `created>="${range.from}"`, range.to && `created<="${range.to}"`);
}

/** Returns the range of the chart; null if an end is open. */
export function spanOf({ range }: LogQuery, now = Date.now()): LogSpan | null {
  if (range === null) return null;
  if (typeof range === 'string') return { from: printTime(now - quickRanges[range]), to: printTime(now) };
  return range.from && range.to ? range : null;
}

const printTime = (time: number) => printDate(new Date(time));
