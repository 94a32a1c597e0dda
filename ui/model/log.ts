import { type Infer, nullable, number, object, optional, string, type } from 'superstruct';

/** One line of the server's log. What stands in `message` and `data` was written by anybody: text, never markup. */
export const Log = type({
  id: string(),
  created: string(),
  level: number(),
  message: string(),
  data: optional(nullable(object())),
});
export type Log = Infer<typeof Log>;

/** How many logs an hour has; hours without any are missing. */
export const LogStat = type({ date: string(), total: number() });
export type LogStat = Infer<typeof LogStat>;

export const logLevels = [
  { level: -4, name: 'DEBUG' },
  { level: 0, name: 'INFO' },
  { level: 4, name: 'WARN' },
  { level: 8, name: 'ERROR' },
] as const;

/** A level between or beyond those that have a name prints its number. */
export function levelName(level: number): string {
  return logLevels.find((known) => known.level === level)?.name ?? `UNKN (${level})`;
}

/** The data of a log by its keys; empty where there is none. */
export function logData({ data }: Log): Readonly<Record<string, unknown>> {
  return (data ?? {}) as Readonly<Record<string, unknown>>;
}
