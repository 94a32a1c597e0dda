/** Servers since 0.22.25 refuse a records list whose query is longer, in characters as they count them. */
export const maxQueryLength = 2048;

/**
 * How long the server finds a query. It decodes it and encodes it again in its own way, which differs from
 * the browser's in two characters: `*` counts three and `~` one.
 */
export function serverQueryLength(query: Readonly<Record<string, string>>): number {
  const printed = new URLSearchParams(query).toString();
  const stars = printed.split('*').length - 1;
  const tildes = printed.split('%7E').length - 1;
  return printed.length + 2 * stars - 2 * tildes;
}

/** Ids in lists short enough for one filter that names each of them. */
export function idBatches(ids: readonly string[], size = 50): string[][] {
  const batches: string[][] = [];
  for (let start = 0; start < ids.length; start += size) batches.push(ids.slice(start, start + size));
  return batches;
}
