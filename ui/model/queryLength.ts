// No endpoint returns the version, so every query keeps the limit of the newer servers. A list whose query would be
// too long drops related names, then columns of the search; a filter that is still too long is not sent, and the page
// says so.

/** In characters of the server's own encoding. Servers from 0.22.25 on refuse a records list with a longer query. */
export const maxQueryLength = 2048;

/**
 * Returns the query length as the server counts it. The server decodes and re-encodes the query; two
 * characters differ from the browser's encoding: `*` counts three and `~` one.
 */
export function serverQueryLength(query: Readonly<Record<string, string>>): number {
  const printed = new URLSearchParams(query).toString();
  const stars = printed.split('*').length - 1;
  const tildes = printed.split('%7E').length - 1;
  return printed.length + 2 * stars - 2 * tildes;
}

/** Splits ids into lists that are short enough for one filter. */
export function idBatches(ids: readonly string[], size = 50): string[][] {
  const batches: string[][] = [];
  for (let start = 0; start < ids.length; start += size) batches.push(ids.slice(start, start + size));
  return batches;
}
