import { isObject } from '../../base/plainData';

export interface ParsedPairs {
  readonly values: Readonly<Record<string, string>>;
  /** A sentence; null if all lines are valid. */
  readonly fault: string | null;
}

/** Parses lines of `name=value`. If two have the same name, the first counts, as on the server. */
export function parsePairs(text: string): ParsedPairs {
  const values = new Map<string, string>();
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const at = line.indexOf('=');
    const name = line.slice(0, Math.max(at, 0)).trim();
    if (name === '') return { values: {}, fault: `Write name=value instead of "${line}".` };
    if (!values.has(name)) values.set(name, line.slice(at + 1).trim());
  }
  return { values: Object.fromEntries(values), fault: null };
}

/** Parses headers. The server changes their names: `X-Token` becomes `x_token` (`inflector.Snakecase`). */
export function parseHeaders(text: string): ParsedPairs {
  const { values, fault } = parsePairs(text);
  // The first of two spellings of a name counts, so it comes last here.
  const known = Object.entries(values).map(([name, value]) => [headerName(name), value]);
  return { values: Object.fromEntries(known.reverse()), fault };
}

/** The browser sends `X-API-Key` as `X-Api-Key`, and the server splits names at hyphens and capitals. */
function headerName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
}

export interface ParsedBody {
  readonly values: Readonly<Record<string, unknown>>;
  readonly fault: string | null;
}

/** '' is an empty object. */
export function parseBody(text: string): ParsedBody {
  if (text.trim() === '') return { values: {}, fault: null };
  try {
    const values: unknown = JSON.parse(text);
    if (isObject(values)) return { values, fault: null };
  } catch {
    // Reported below, like a value that is no object.
  }
  return { values: {}, fault: 'Write a JSON object, such as { "title": "New" }.' };
}

export const printPairs = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
