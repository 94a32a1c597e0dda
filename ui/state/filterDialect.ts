import * as adminSession from '../api/adminSession';
import type { EscapeRules } from '../model/filters/filter';

/**
 * The server's escape rules for a backslash in a filter. No endpoint returns the version, but a filter
 * reveals it: up to 0.22.49 `"a\\b"` and `"a\b"` are two texts, from 0.22.50 on they are equal.
 */
let rules: Promise<EscapeRules> | null = null;

/**
 * Asks the server once per session, and only for a text with a backslash: other texts are equal under both
 * rules.
 */
export async function rulesFor(text: string): Promise<EscapeRules> {
  if (!text.includes('\\')) return 'plain';
  rules ??= probe();
  try {
    return await rules;
  } catch {
    // Without a response the filter matches a little more on both versions.
    rules = null;
    return 'plain';
  }
}

async function probe(): Promise<EscapeRules> {
  const found = await adminSession.countWhere('"a\\\\b"="a\\b"');
  return found === 0 ? 'old' : 'new';
}

/** Resets the rules, because the next session may use another server. */
export function forget(): void {
  rules = null;
}
