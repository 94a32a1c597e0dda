import { Log, LogStat } from '../model/log';
import { pathSegment } from './addresses';
import { type CallQuery, type ListAnswer, request, requestList, requestRows } from './client';
import { isNewer } from './dialect';
import { loadDoor } from './newer/door';

interface ReadOptions {
  /** A newer read with the same key cancels this one. */
  key?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Nobody waits for it. */
  isBackground?: boolean | undefined;
}

/** Reads one page of logs; the total is not counted. */
export async function list(
  query: CallQuery,
  options: ReadOptions = { key: 'logs' },
): Promise<ListAnswer<Log>> {
  if (!isNewer()) return requestList('logs', Log, { query: { ...query, skipTotal: '1' }, ...options });
  const { innerLog, newerLogQuery } = await loadDoor();
  const page = await requestList('logs', Log, {
    query: { ...newerLogQuery(query), skipTotal: '1' },
    ...options,
  });
  return { ...page, items: page.items.map(innerLog) };
}

/** Reads requests with the values that an overview needs, and no others. */
export function listRequests(query: CallQuery, options: ReadOptions): Promise<ListAnswer<Log>> {
  const keys = ['method', 'url', 'status', 'execTime', 'error', 'details'];
  const fields = ['id', 'created', 'level', 'message:excerpt(1)', ...keys.map((key) => `data.${key}`)];
  return list({ ...query, fields: fields.join() }, options);
}

export async function areMoreThan(count: number, options: ReadOptions): Promise<boolean> {
  const query = {
    page: String(count + 1),
    perPage: '1',
    sort: '-rowid',
    fields: 'id,created,level,message:excerpt(1)',
  };
  return (await list(query, options)).items.length > 0;
}

export async function get(id: string): Promise<Log> {
  const log = await request('GET', `logs/${pathSegment(id)}`, { answer: Log, key: 'log_view' });
  return isNewer() ? (await loadDoor()).innerLog(log) : log;
}

/** Returns the logs per hour, oldest first; hours without logs are missing. */
export async function stats(filter: string, options: ReadOptions = { key: 'log_stats' }): Promise<LogStat[]> {
  const query = { filter: filter || undefined };
  const sent = isNewer() ? (await loadDoor()).newerLogQuery(query) : query;
  return requestRows('logs/stats', LogStat, { query: sent, ...options });
}
