import { SettingsWithLogs as answer, type LogsSettings } from '../model/logsSettings';
import { request } from './client';

// Apart from what the shell reads, so that it carries none of it.
const query = { fields: 'logs' };

export async function get(signal?: AbortSignal): Promise<LogsSettings> {
  return (await request('GET', 'settings', { query, answer, signal })).logs;
}

/** Keys that are not sent stay as they are. Logs that the settings no longer keep are deleted at once. */
export async function update(changes: Partial<LogsSettings>): Promise<LogsSettings> {
  return (await request('PATCH', 'settings', { query, answer, body: { logs: changes } })).logs;
}
