import { localDateTime, utcDay, utcTimeWithMs } from '../base/dates';
import { indentJson } from '../base/jsonText';
import type { RuleName } from '../model/collection';
import { type Log, levelName, logData } from '../model/log';
import { statusKind } from './rowTags';

type LogRowKind =
  | 'id'
  | 'level'
  | 'date'
  | 'text'
  | 'mono'
  | 'warning'
  | 'danger'
  | 'error'
  | 'json'
  | 'empty';

export interface LogRow {
  /** The name of the value in a filter: `level`, `data.status`. */
  readonly key: string;
  readonly value: unknown;
  readonly kind: LogRowKind;
  readonly text: string;
  readonly tooltip?: string;
}

const firstKeys = [
  'execTime',
  'type',
  'auth',
  'status',
  'method',
  'url',
  'referer',
  'remoteIp',
  'userIp',
  'userAgent',
  'error',
  'details',
];
const monoKeys = new Set(['url', 'referer', 'remoteIp', 'userIp']);

/** A request for records that a rule refused. */
interface RefusedRequest {
  readonly method: string;
  /** Its id or name. */
  readonly collection: string;
  readonly rule: RuleName;
  /** '' for none. */
  readonly recordId: string;
}

const recordRules: Readonly<Record<string, RuleName>> = {
  POST: 'createRule',
  PATCH: 'updateRule',
  DELETE: 'deleteRule',
};

/** Returns the request that a rule refused with a 403; null for any other log. */
export function refusedRequest(log: Log): RefusedRequest | null {
  const { status, method, url } = logData(log);
  const parts = /^\/api\/collections\/([^/?]+)\/records(?:\/([^/?]+))?\/?(?:\?|$)/.exec(String(url));
  if (status !== 403 || typeof method !== 'string' || !parts) return null;
  const [, collection = '', recordId = ''] = parts;
  const rule = recordRules[method] ?? (recordId ? 'viewRule' : 'listRule');
  return { method, collection, rule, recordId };
}

/** Returns the rows of a log: its own columns, then its data, known keys first. */
export function logRows(log: Log): LogRow[] {
  const { id, level, created, message } = log;
  const data = logData(log);
  const keys = Object.keys(data);
  const others = keys.filter((key) => !firstKeys.includes(key));
  return [
    { key: 'id', value: id, kind: 'id', text: id },
    { key: 'level', value: level, kind: 'level', text: levelText(level) },
    dateRow(created),
    textRow('message', message, 'mono'),
    ...[...firstKeys.filter((key) => keys.includes(key)), ...others].map((key) => dataRow(key, data)),
  ];
}

/** Returns `ERROR (8)`. */
function levelText(level: number): string {
  const name = levelName(level);
  return name.endsWith(')') ? name : `${name} (${level})`;
}

function dateRow(created: string): LogRow {
  const day = utcDay(created);
  if (day === '') return textRow('created', created);
  const text = `${day} ${utcTimeWithMs(created)} UTC`;
  return { key: 'created', value: created, kind: 'date', text, tooltip: localDateTime(created) };
}

function dataRow(name: string, data: Readonly<Record<string, unknown>>): LogRow {
  const key = `data.${name}`;
  const value = data[name];
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    return { key, value, kind: 'json', text: indentJson(JSON.stringify(value)) };
  }
  if (isEmpty(value)) return { key, value, kind: 'empty', text: 'N/A' };
  if (name === 'error') return { key, value, kind: 'error', text: String(value) };
  const tone = name === 'status' ? statusKind(value) : undefined;
  if (tone) return { key, value, kind: tone, text: String(value) };
  const unit = name === 'execTime' && data['type'] === 'request' ? 'ms' : '';
  const isMono = monoKeys.has(name) || name === 'details';
  return { key, value, kind: isMono ? 'mono' : 'text', text: `${String(value)}${unit}` };
}

function textRow(key: string, value: string, kind: LogRowKind = 'text'): LogRow {
  return value === '' ? { key, value, kind: 'empty', text: 'N/A' } : { key, value, kind, text: value };
}

/** 0 and false are values. */
function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || typeof value === 'object';
}
