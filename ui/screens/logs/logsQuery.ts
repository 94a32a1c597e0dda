import {
  type EscapeRules,
  escapePattern,
  joinFilters,
  type SearchColumn,
  toFilter,
} from '../../model/filter';
import { type Log, logData } from '../../model/log';
import { normalDate, printDate } from '../../platform/dates';
import type { Query, QueryChanges } from '../../platform/hash';
import { goJson } from './goJson';

export const pageSize = 50;

const hourMs = 3_600_000;
const quickRanges = { '1h': hourMs, '24h': 24 * hourMs, '7d': 7 * 24 * hourMs } as const;

export type QuickRange = keyof typeof quickRanges;

/** UTC moments such as `2026-11-21 12:00:00.000Z`; '' where it is open. */
export interface LogSpan {
  from: string;
  to: string;
}

/** Either back from now, or between two moments. */
export type LogRange = QuickRange | LogSpan;

/** The logs that the address asks for. */
export interface LogQuery {
  /** As it was typed. */
  search: string;
  includesAdmins: boolean;
  /** Empty: all. */
  levels: readonly number[];
  /** Null: all that there are. */
  range: LogRange | null;
}

const searchColumns: readonly SearchColumn[] = [
  { name: 'level', type: 'number' },
  { name: 'message' },
  { name: 'data' },
];

/** The names that a filter of logs may begin with. */
export const filterFields: readonly string[] = [
  'level',
  'message',
  'data',
  'id',
  'created',
  'updated',
  'rowid',
];

/** Reads an address; what it does not say about admins, the stored choice says. */
export function logQueryOf(query: Query, includesAdminsElse: boolean): LogQuery {
  const { filter = '', adminRequests = '', levels = '', range = '', from = '', to = '' } = query;
  return {
    search: filter,
    includesAdmins: /^[01]$/.test(adminRequests) ? adminRequests === '1' : includesAdminsElse,
    levels: levelsOf(levels),
    range: momentsOf(from, to) ?? (isQuickRange(range) ? range : null),
  };
}

/** The log whose neighbours are to be shown; '' for none. */
export function aroundOf({ around = '' }: Query): string {
  return /^\w{1,40}$/.test(around) ? around : '';
}

/** What a search may name: what every log has, and the keys of those that are shown. */
export function searchWords(rows: readonly Log[]): readonly string[] {
  const keys = new Set(['status', 'url', 'method', 'auth', 'execTime', 'userIp', 'userAgent', 'error']);
  for (const row of rows) for (const key of Object.keys(logData(row))) keys.add(key);
  // The server takes no other names.
  const paths = [...keys].filter((key) => /^\w+$/.test(key)).map((key) => `data.${key}`);
  return [...filterFields, ...paths];
}

/** What the address of these logs holds. */
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
 * The filter for list and chart alike. A quick range ends in the future, for rows that come meanwhile, so only its
 * begin depends on `now`. `referer` is what the server reads where this page says where it stands.
 */
export function filterOf(query: LogQuery, rules: EscapeRules, now: number, referer: string): string {
  const { search, includesAdmins, levels, range } = query;
  return joinFilters(
    levels.map((level) => `level=${level}`).join('||'),
    rangeFilter(range, now),
    includesAdmins ? '' : withoutAdmins(referer),
    searchFilter(search, rules),
  );
}

/**
 * Rows without a key are unequal to it too, on both lines of the server. The small pictures of this page are
 * requests by admins that the server logs as a guest's, with or without a file token; only they tell their referer.
 */
function withoutAdmins(referer: string): string {
  return `data.auth!="admin"&&(data.referer!="${referer}"||data.url!~"/api/files/%thumb=100x100%")`;
}

/** A term is looked for in level, message and data; anything with an operator is a filter already. */
export function searchFilter(search: string, rules: EscapeRules): string {
  const filter = toFilter(search, searchColumns, rules);
  if (!isTerm(search)) return filter;
  const term = termOf(search);
  const stored = storedForm(term);
  // What means something in JSON or HTML is escaped where the data lie.
  return stored === term ? filter : `${filter}||data~"${escapePattern(stored, rules)}"`;
}

/** What is to be asked about backslashes for this search: its term as it is stored may hold more of them. */
export function textForRules(search: string): string {
  return isTerm(search) ? storedForm(termOf(search)) : search;
}

/** Whether the server must read the text of all rows that there are. */
export function mustScanAll({ search, range }: LogQuery): boolean {
  if (range !== null) return false;
  if (isTerm(search)) return true;
  const names = search.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, '""');
  return /\b(message|data)\b[\w.:]*\s*\??!?~|~\s*(message|data)\b/.test(names);
}

export function isTerm(search: string): boolean {
  return search.trim() !== '' && toFilter(search, [{ name: 'x' }], 'plain') !== search.trim();
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
  const [begin = '', end = ''] = [from, to].map(normalDate);
  if (begin === '' && end === '') return null;
  return begin !== '' && end !== '' && begin > end ? { from: end, to: begin } : { from: begin, to: end };
}

function rangeFilter(range: LogRange | null, now: number): string {
  if (range === null) return '';
  if (typeof range === 'string') return `created>="${printed(now - quickRanges[range])}"`;
  return joinFilters(range.from && `created>="${range.from}"`, range.to && `created<="${range.to}"`);
}

/** What the chart is to span; null where an end is open. */
export function spanOf({ range }: LogQuery, now = Date.now()): LogSpan | null {
  if (range === null) return null;
  if (typeof range === 'string') return { from: printed(now - quickRanges[range]), to: printed(now) };
  return range.from && range.to ? range : null;
}

const printed = (time: number) => printDate(new Date(time));
