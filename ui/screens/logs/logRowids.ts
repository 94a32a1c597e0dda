import type { CallQuery } from '../../api/client';
import * as logs from '../../api/logs';
import type { Log } from '../../model/log';

/**
 * Finds the position of rows in the log. The server filters and sorts by `rowid`, the order of storage, but
 * never returns it. `created` is no substitute: rows arrive late and clocks are set back. So requests ask
 * which rows are above which numbers: forty at once, each by its id, which is cheap for the server.
 */
export interface Bound {
  rowid: number;
  /** The rows before this index are at the bound or above ... */
  above: number;
  /** ... and those from this index on are at the bound or below. */
  below: number;
}

/** Any other request of the list cancels it. */
const around = { key: 'logs' };
/** A filter with this many conditions fits into any URL. */
const mostAtOnce = 40;

/** The bound that was found last: most are near it. */
let latest = 0;

/**
 * Returns a number between the first and the last of these rows, sorted newest first.
 */
export async function boundWithin(ids: readonly string[], options: logs.ReadOptions): Promise<Bound> {
  const asked = ids.slice(0, mostAtOnce);
  const found = (await narrow(asked, latest, options)) ?? (await narrow(asked, 0, options));
  // All rows were deleted.
  if (!found) return { rowid: 0, above: 0, below: 0 };
  latest = found.rowid;
  return found;
}

/** Null if the first row is below `from`. */
async function narrow(
  ids: readonly string[],
  from: number,
  options: logs.ReadOptions,
): Promise<Bound | null> {
  let low = from;
  let high = Number.POSITIVE_INFINITY;
  let reach = 1;
  let bound = { above: -1, below: ids.length };
  while (high - low > 1 || bound.above < 0) {
    const marks = Number.isFinite(high)
      ? between(low, high, ids.length)
      : ids.map((_, at) => low + (bound.above < 0 && at === 0 ? 0 : reach * 2 ** at));
    const filter = marks.map((mark, at) => `(id="${ids[at]}"&&rowid>=${mark})`).join('||');
    const found = new Set(await idsOf({ filter, perPage: String(marks.length) }, options));
    // Rowids fall while marks rise: up to some row all are above their marks, after it none is.
    const count = marks.findIndex((_, at) => !found.has(ids[at] ?? ''));
    const passed = count < 0 ? marks.length : count;
    const reached = marks[passed - 1];
    const missed = marks[passed];
    if (reached === undefined && bound.above < 0) return null;
    if (reached !== undefined && (reached > low || bound.above < 0)) {
      low = reached;
      bound = { ...bound, above: passed - 1 };
    }
    if (missed !== undefined && missed < high) {
      high = missed;
      bound = { ...bound, below: passed };
    }
    reach *= 2 ** ids.length;
  }
  return { rowid: low, ...bound };
}

/** Returns at most `count` whole numbers between two, in even steps. */
function between(low: number, high: number, count: number): number[] {
  const steps = Math.min(count, high - low - 1);
  return Array.from({ length: steps }, (_, at) => low + Math.ceil(((high - low) * (at + 1)) / (steps + 1)));
}

/** Returns the rows stored right before and after one, with it, newest first; empty if it was deleted. */
export async function rowsAround(id: string, count: number): Promise<readonly Log[]> {
  const newest = await newestIds(around);
  const place = newest.indexOf(id);
  if (place >= 0) {
    const rows = await read({ perPage: String(place + 1 + count) }, around);
    // Newer rows may have arrived meanwhile.
    const at = rows.findIndex((row) => row.id === id);
    return rows.slice(Math.max(0, at - count), at + 1 + count);
  }
  const rowid = await rowidOf(id, newest);
  if (rowid === null) return [];
  const newer = await read({ filter: `rowid>${rowid}`, sort: 'rowid', perPage: String(count) }, around);
  const older = await read({ filter: `rowid<=${rowid}`, perPage: String(count + 1) }, around);
  return [...newer.reverse(), ...older];
}

/** Returns the rowid of a row older than the newest ones; null if it does not exist. */
async function rowidOf(id: string, newest: readonly string[]): Promise<number | null> {
  const top = newest.length > 0 ? (await boundWithin(newest, around)).rowid : 0;
  if (!(await matchesAny(`id="${id}"&&rowid<=${top}`))) return null;
  return (await placeAmong(id, top)) ?? (await bisect(id, top));
}

/**
 * Requests the row together with those at certain rowids; the number of rows before it is its position. Missing rowids
 * are taken for the lowest, because the server deletes the oldest rows. Null if that was wrong.
 */
async function placeAmong(id: string, top: number): Promise<number | null> {
  let [low, high] = [0, top + 1];
  while (high - low > 1) {
    const marks = between(low, high, mostAtOnce).reverse();
    const filter = [`(id="${id}"&&rowid>=${low}&&rowid<${high})`, ...marks.map((mark) => `rowid=${mark}`)];
    const found = await idsOf({ filter: filter.join('||'), perPage: String(marks.length + 1) }, around);
    const newer = found.indexOf(id);
    if (newer < 0) return null;
    [low, high] = [marks[newer] ?? low, marks[newer - 1] ?? high];
  }
  return (await matchesAny(`id="${id}"&&rowid=${low}`)) ? low : null;
}

async function bisect(id: string, top: number): Promise<number> {
  let [low, high] = [0, top + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await matchesAny(`id="${id}"&&rowid>=${middle}`)) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns the ids of the newest rows, ignoring the filter of the list. */
export function newestIds(options: logs.ReadOptions): Promise<string[]> {
  return idsOf({ perPage: String(mostAtOnce) }, options);
}

async function matchesAny(filter: string): Promise<boolean> {
  return (await idsOf({ filter, perPage: '1' }, around)).length > 0;
}

async function idsOf(query: CallQuery, options: logs.ReadOptions): Promise<string[]> {
  const rows = await read({ fields: 'id,created,level,message:excerpt(1)', ...query }, options);
  return rows.map(({ id }) => id);
}

async function read(query: CallQuery, options: logs.ReadOptions): Promise<Log[]> {
  return (await logs.list({ page: '1', sort: '-rowid', ...query }, options)).items;
}
