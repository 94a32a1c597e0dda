import { boolean, type Infer, number, type } from 'superstruct';

/** What the server logs, and for how long. */
export const LogsSettings = type({
  /** Older logs are deleted; 0: none are kept. */
  maxDays: number(),
  /** What is below it is not kept. */
  minLevel: number(),
  logIp: boolean(),
});
export type LogsSettings = Infer<typeof LogsSettings>;

/** The settings as far as the logs need them. */
export const SettingsWithLogs = type({ logs: LogsSettings });
