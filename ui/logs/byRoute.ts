import { cut } from '../base/text';
import { joinFilters } from '../model/filter/filter';
import { escapePattern, escapeText } from '../model/filter/filterTexts';
import { type Log, logData } from '../model/log';
import { reasonOf } from './rowTags';

/** Requests that share a method and a route. */
export interface RouteGroup {
  readonly id: string;
  readonly method: string;
  /** Without `/api`, such as `/posts/records/:id`. */
  readonly route: string;
  /** Null if requests of all statuses share the group. */
  readonly status: number | null;
  readonly count: number;
  /** How many have a status of 400 or more. */
  readonly failing: number;
  /** Half of them took at most this long, in milliseconds. */
  readonly median: number;
  /** The longest time in milliseconds. */
  readonly slowest: number;
  /** Why the latest request failed; '' if it did not. */
  readonly reason: string;
  /** When the latest one came. */
  readonly latest: string;
  /** A filter that finds the requests of the group. */
  readonly filter: string;
}

interface Options {
  /** Requests of another status form another group. */
  readonly byStatus?: boolean;
  /** Requests with other query keys form another group. */
  readonly byKeys?: boolean;
}

const longestReason = 120;

/**
 * Groups logs of requests, in the order of their first logs. Ids and file names of the address become `:id` and
 * `:name`. A value of its query is never shown, because tokens stand there.
 */
export function byRoute(
  logs: readonly Log[],
  { byStatus = false, byKeys = false }: Options = {},
): RouteGroup[] {
  const groups = new Map<
    string,
    { logs: Log[]; pattern: Pattern; method: string; shown: string; code: number | null }
  >();
  for (const log of logs) {
    const { method: given, url, status } = logData(log);
    const { route, pattern, keys } = routeOf(String(url ?? ''));
    const method = String(given ?? '');
    const shown = route + (byKeys ? keys : '');
    const code = byStatus ? Number(status) || 0 : null;
    const id = [code ?? '', method, shown].join(' ');
    const known = groups.get(id);
    if (known) known.logs.push(log);
    else groups.set(id, { logs: [log], pattern, method, shown, code });
  }
  return [...groups].map(([id, { logs: own, pattern, method, shown, code }]) => {
    const times = own.map((log) => Number(logData(log)['execTime']) || 0).sort((a, b) => a - b);
    const latest = own.reduce((last, log) => (log.created > last.created ? log : last));
    return {
      id,
      method,
      route: shown,
      status: code,
      count: own.length,
      failing: own.filter((log) => Number(logData(log)['status']) >= 400).length,
      median: times[Math.ceil(times.length / 2) - 1] ?? 0,
      slowest: times.at(-1) ?? 0,
      reason: cut(reasonOf(latest), longestReason),
      latest: latest.created,
      filter: joinFilters(
        `data.method="${escapeText(method)}"`,
        urlFilter(pattern),
        code === null ? '' : `data.status=${code}`,
      ),
    };
  });
}

/** The parts of a path; null for one that becomes `:id` or `:name`. */
type Pattern = readonly (string | null)[];

/** Returns a filter for the paths. One that ends in null also finds longer paths and queries. */
function urlFilter(pattern: Pattern): string {
  const path = pattern.map((part) => (part === null ? '%' : escapePattern(part))).join('/');
  if (pattern.at(-1) === null) return `data.url~"${path}"`;
  const whole = pattern.includes(null) ? `data.url~"${path}"` : `data.url="${escapeText(pattern.join('/'))}"`;
  return `${whole}||data.url~"${path}?%"`;
}

function routeOf(url: string): { route: string; pattern: Pattern; keys: string } {
  const [address = ''] = url.split('#');
  const mark = address.indexOf('?');
  const path = mark < 0 ? address : address.slice(0, mark);
  const parts = path.split('/');
  const folds = parts.map((part, at) => foldOf(parts, part, at));
  const shown = parts.map((part, at) => folds[at] ?? decoded(part)).join('/');
  return {
    route: shown.replace(/^\/api(?:\/collections(?=\/))?(?=\/)/, ''),
    pattern: parts.map((part, at) => (folds[at] ? null : part)),
    keys: mark < 0 ? '' : keysOf(address.slice(mark + 1)),
  };
}

const accountActs = /^(?:auth-|request-|confirm-)/;
const anyId = /^(?:\d+|(?=[a-z]*\d)[a-z\d]{15}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|.{32,})$/i;

/** Returns the name of a part that differs from request to request; null for the others. */
function foldOf(parts: readonly string[], part: string, at: number): ':id' | ':name' | null {
  const [, api, kind = ''] = parts;
  if (part === '') return null;
  if (api === 'api') {
    if (kind === 'files') return at === 4 ? ':id' : at > 4 ? ':name' : null;
    if (kind === 'backups') return at === 3 && part !== 'upload' ? ':name' : null;
    if (kind === 'admins' || kind === 'logs')
      return at === 3 && part !== 'stats' && !accountActs.test(part) ? ':id' : null;
    if (kind === 'collections') {
      if (at === 5 && parts[4] === 'records') return ':id';
      // The collection stays as it is, even if the request names it by its id.
      if (at === 3) return null;
    }
  }
  return anyId.test(part) ? ':id' : null;
}

/** Returns `?expand=&filter=`. A name that is long or has other characters may be a token, so it becomes `:key`. */
function keysOf(query: string): string {
  const names = query
    .split('&')
    .filter((pair) => pair.includes('='))
    .map((pair) => pair.slice(0, pair.indexOf('=')));
  const shown = [...new Set(names.map((name) => (/^[\w-]{1,24}$/.test(name) ? name : ':key')))].sort();
  return shown.length === 0 ? '' : `?${shown.map((name) => `${name}=`).join('&')}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
