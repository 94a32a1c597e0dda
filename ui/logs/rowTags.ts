import { cut } from '../base/text';
import { type Log, levelName, logData } from '../model/log';

/** A piece of a log's data that is shown in its row. */
export interface LogTag {
  key: string;
  text: string;
  value: unknown;
}

export const requestKeys = ['status', 'execTime', 'auth', 'userIp'] as const;
const mostTags = 6;
const longestText = 80;
/** Keys that have no tag, because they are shown after the message. */
const saidElsewhere = ['error', 'details'];

/**
 * Returns the four most useful values of a request, in this order, with null for a missing one. For any other
 * log it returns its first keys.
 */
export function tagsOf(log: Log): readonly (LogTag | null)[] {
  const data = logData(log);
  if (isRequest(log)) {
    return requestKeys.map((key) => {
      const value = data[key];
      if (value === undefined || value === '') return null;
      return { key, value, text: key === 'execTime' ? timeText(value) : valueText(value) };
    });
  }
  const keys = Object.keys(data).filter((key) => !saidElsewhere.includes(key));
  return keys.slice(0, mostTags).map((key) => ({ key, value: data[key], text: valueText(data[key]) }));
}

/** Returns the values of a row to filter by; no durations, which hardly any other log shares. */
export function filterTags(log: Log): readonly LogTag[] {
  const { url } = logData(log);
  const tags = tagsOf(log).filter((tag) => tag !== null && tag.key !== 'execTime') as LogTag[];
  if (isRequest(log) && !isEmpty(url)) tags.push({ key: 'url', text: valueText(url), value: url });
  return [
    { key: 'level', text: levelName(log.level), value: log.level },
    ...tags.map((tag) => ({ ...tag, key: `data.${tag.key}` })),
  ];
}

export function isRequest(log: Log): boolean {
  return logData(log)['type'] === 'request';
}

/** Returns the error of a failed request and its details; '' for nothing. */
export function failureOf(log: Log): { error: string; details: string } {
  const { error, details } = logData(log);
  return {
    error: isEmpty(error) ? '' : valueText(error),
    details: isEmpty(details) ? '' : valueText(details),
  };
}

/** Returns why a request failed: its details say more than its error. */
export function reasonOf(log: Log): string {
  const { error, details } = failureOf(log);
  return details || error;
}

/** A status of 400 or more is the client's fault, one of 500 or more the server's. */
export function statusKind(value: unknown): 'warning' | 'danger' | undefined {
  const status = Number(value);
  if (status >= 500) return 'danger';
  return status >= 400 ? 'warning' : undefined;
}

/** Prints a value in one line: an object as JSON, nothing as a dash. */
function valueText(value: unknown): string {
  if (isEmpty(value)) return '-';
  return cut(typeof value === 'object' ? JSON.stringify(value) : String(value), longestText);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Returns `12.08ms`; from one second on `1.27s`. */
export function timeText(value: unknown): string {
  if (typeof value !== 'number') return valueText(value);
  const [time, unit] = value < 1000 ? [value, 'ms'] : [value / 1000, 's'];
  return `${Math.round(time * 100) / 100}${unit}`;
}
