import { Log, LogStat } from '../model/log';
import { pathSegment } from './addresses';
import { type CallQuery, type ListAnswer, request, requestList, requestRows } from './client';

interface ReadOptions {
  /** A newer read with the same key cancels this one. */
  key?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Nobody waits for it. */
  isBackground?: boolean | undefined;
}

/** Reads one page of logs; the total is not counted. */
export function list(query: CallQuery, options: ReadOptions = { key: 'logs' }): Promise<ListAnswer<Log>> {
  return requestList('logs', Log, { query: { ...query, skipTotal: '1' }, ...options });
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

export function get(id: string): Promise<Log> {
  return request('GET', `logs/${pathSegment(id)}`, {
    answer: Log,
    key: 'log_view',
  });
}

/** Returns the logs per hour, oldest first; hours without logs are missing. */
export function stats(filter: string, options: ReadOptions = { key: 'log_stats' }): Promise<LogStat[]> {
  return requestRows('logs/stats', LogStat, { query: { filter: filter || undefined }, ...options });
}
