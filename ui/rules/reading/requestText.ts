import { isObject } from '../../base/plainData';

export interface ParsedPairs {
  readonly values: Readonly<Record<string, string>>;
  /** A sentence; null if all lines are right. */
  readonly fault: string | null;
}

/** Parses one `name=value` a line. Of two lines with one name the first counts, as on the server. */
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

/** Parses headers, by the server's names: `X-Token` is `x_token` (`inflector.Snakecase`). */
export function parseHeaders(text: string): ParsedPairs {
  const { values, fault } = parsePairs(text);
  // The first of two spellings of one name counts, so it is written last.
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

/** Parses the JSON object of a body; '' is an empty one. */
export function parseBody(text: string): ParsedBody {
  if (text.trim() === '') return { values: {}, fault: null };
  try {
    const values: unknown = JSON.parse(text);
    if (isObject(values)) return { values, fault: null };
  } catch {
    // A text that is no JSON gets the same fault as a value that is no object.
  }
  return { values: {}, fault: 'Write a JSON object, such as { "title": "New" }.' };
}

export const printPairs = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
