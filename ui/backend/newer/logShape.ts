// Logs of a newer server in the words of 0.22, and queries of 0.22 in the words of a newer server.

import { type Log, logData } from '../../model/log';
import type { CallQuery } from '../client';

const dataNames = [
  ['userIp', 'userIP'],
  ['remoteIp', 'remoteIP'],
] as const;

/** The kinds of senders: those of 0.22, and the names of collections in their place. */
const senders = [
  ['admin', '_superusers'],
  ['guest', ''],
] as const;

export function innerLog(log: Log): Log {
  const data: Record<string, unknown> = { ...logData(log) };
  for (const [inner, newer] of dataNames) {
    if (!(newer in data)) continue;
    data[inner] = data[newer];
    delete data[newer];
  }
  const sender = senders.find(([, newer]) => data['auth'] === newer);
  if (sender) data['auth'] = sender[0];
  return { ...log, data };
}

/** A filter is changed outside of its quotes, but for the sender after `data.auth`. */
export function newerLogQuery(query: CallQuery): CallQuery {
  const { sort, filter, fields } = query;
  return {
    ...query,
    sort: sort?.replace(/\browid\b/g, '@rowid'),
    filter: filter && newerLogFilter(filter),
    fields: fields && withNames(fields),
  };
}

export function newerLogFilter(filter: string): string {
  const known =
    /(data\.auth\s*\??!?[=~]\s*)(["'])(\w+)\2|(["'])(?:\\.|(?!\4)[^\\])*\4?|[^"']+?(?=data\.auth\b|["']|$)/g;
  return filter.replace(known, (part, start?: string, quote = '', name = '') => {
    if (start === undefined) return /^["']/.test(part) ? part : withNames(part);
    const sender = senders.find(([inner]) => inner === name);
    // Every sender contains the empty name of guests.
    return sender ? `${start.replace('~', '=')}${quote}${sender[1]}${quote}` : part;
  });
}

const withNames = (text: string) =>
  dataNames.reduce((result, [inner, newer]) => result.replaceAll(`data.${inner}`, `data.${newer}`), text);
