import { type Infer, nullable, number, object, optional, string, type } from 'superstruct';

/**
 * One log entry of the server. Anyone can cause the content of `message` and `data`: treat it as text, never
 * as markup.
 */
export const Log = type({
  id: string(),
  created: string(),
  level: number(),
  message: string(),
  data: optional(nullable(object())),
});
export type Log = Infer<typeof Log>;

/** The number of logs in one hour; the server leaves out hours without logs. */
export const LogStat = type({ date: string(), total: number() });
export type LogStat = Infer<typeof LogStat>;

export const logLevels = [
  { level: -4, name: 'DEBUG' },
  { level: 0, name: 'INFO' },
  { level: 4, name: 'WARN' },
  { level: 8, name: 'ERROR' },
] as const;

export function levelName(level: number): string {
  return logLevels.find((known) => known.level === level)?.name ?? `UNKN (${level})`;
}

/** Returns the data of a log by key; empty when there is none. */
export function logData({ data }: Log): Readonly<Record<string, unknown>> {
  return (data ?? {}) as Readonly<Record<string, unknown>>;
}
