import { downloadText } from '../base/download';
import type { Log } from '../model/log';

export function downloadLog(log: Log): void {
  download(logFileName([log]), log);
}

/** Saves logs, the newest first, from any order; a single one as `downloadLog` does. */
export function downloadLogs(logs: readonly Log[]): void {
  const [first] = logs;
  if (first && logs.length === 1) downloadLog(first);
  else if (first) download(logFileName(logs), newestFirst(logs));
}

/** Returns `log_20261121002933714Z.json` or `3_logs_20261120184152480Z_to_20261121002933714Z.json`. */
export function logFileName(logs: readonly Log[]): string {
  const stamps = newestFirst(logs).map(({ created }) => created.replace(/[^0-9a-z]/gi, ''));
  if (stamps.length === 1) return `log_${stamps[0]}.json`;
  return `${stamps.length}_logs_${stamps.at(-1)}_to_${stamps[0]}.json`;
}

/** Logs of the same moment keep their order: a list has the newest first. */
export function newestFirst(logs: readonly Log[]): Log[] {
  return logs.toSorted((a, b) => (a.created === b.created ? 0 : a.created < b.created ? 1 : -1));
}

/** The server has already parsed all numbers as doubles, so printing them again loses nothing. */
function download(name: string, content: Log | readonly Log[]): void {
  downloadText(name, JSON.stringify(content, null, 2), 'application/json');
}
