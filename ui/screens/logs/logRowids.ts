import type { CallQuery } from '../../api/client';
import * as logs from '../../api/logs';
import type { Log } from '../../model/log';

/**
 * Where rows stand in the log. The server filters and sorts by `rowid`, the order in which rows were stored, but
 * never tells it; `created` is no substitute, for rows come late and clocks are set back. So it is found by asking
 * which rows lie above which numbers: forty at once, each time, and each by its id, which costs the server nothing.
 */
export interface Bound {
  rowid: number;
  /** The given rows before this one lie at the bound or above ... */
  above: number;
  /** ... and those from this one on at the bound or below. */
  below: number;
}

/** Whatever else is shown in its place ends it. */
const aroundKey = 'logs';
/** A filter of so many conditions still fits into any address. */
const mostAtOnce = 40;

/** A bound that was found before: most are near the last one. */
let latest = 0;

/** A number between the first and the last of these rows, which are given from the newest to the oldest. */
export async function boundWithin(ids: readonly string[], key: string): Promise<Bound> {
  const asked = ids.slice(0, mostAtOnce);
  const found = (await narrow(asked, latest, key)) ?? (await narrow(asked, 0, key));
  // The rows are gone.
  if (!found) return { rowid: 0, above: 0, below: 0 };
  latest = found.rowid;
  return found;
}

/** Null when the first row lies below `from`. */
async function narrow(ids: readonly string[], from: number, key: string): Promise<Bound | null> {
  let low = from;
  let high = Number.POSITIVE_INFINITY;
  let reach = 1;
  let bound = { above: -1, below: ids.length };
  while (high - low > 1 || bound.above < 0) {
    const marks = Number.isFinite(high)
      ? between(low, high, ids.length)
      : ids.map((_, at) => low + (bound.above < 0 && at === 0 ? 0 : reach * 2 ** at));
    const filter = marks.map((mark, at) => `(id="${ids[at]}"&&rowid>=${mark})`).join('||');
    const found = new Set(await idsOf({ filter, perPage: String(marks.length) }, key));
    // Rows fall and marks rise: up to one row all lie above their marks, from the next one on none does.
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

/** At most so many whole numbers between two, in even steps. */
function between(low: number, high: number, count: number): number[] {
  const steps = Math.min(count, high - low - 1);
  return Array.from({ length: steps }, (_, at) => low + Math.ceil(((high - low) * (at + 1)) / (steps + 1)));
}

/** The rows stored right before and after one, it included, newest first; empty when it is gone. */
export async function rowsAround(id: string, count: number): Promise<readonly Log[]> {
  const newest = await newestIds(aroundKey);
  const place = newest.indexOf(id);
  if (place >= 0) {
    const rows = await read({ perPage: String(place + 1 + count) }, aroundKey);
    // Meanwhile newer ones may have come.
    const at = rows.findIndex((row) => row.id === id);
    return rows.slice(Math.max(0, at - count), at + 1 + count);
  }
  const rowid = await rowidOf(id, newest);
  if (rowid === null) return [];
  const newer = await read({ filter: `rowid>${rowid}`, sort: 'rowid', perPage: String(count) }, aroundKey);
  const older = await read({ filter: `rowid<=${rowid}`, perPage: String(count + 1) }, aroundKey);
  return [...newer.reverse(), ...older];
}

/** Of a row that is older than the newest ones; null when there is none. */
async function rowidOf(id: string, newest: readonly string[]): Promise<number | null> {
  const top = newest.length > 0 ? (await boundWithin(newest, aroundKey)).rowid : 0;
  if (!(await holds(`id="${id}"&&rowid<=${top}`))) return null;
  return (await placeAmong(id, top)) ?? (await halve(id, top));
}

/**
 * Asks for the row together with those at certain numbers: how many come before it tells where it stands. Numbers
 * that are missing are held to be the lowest, for the server deletes the oldest rows; null when that was wrong.
 */
async function placeAmong(id: string, top: number): Promise<number | null> {
  let [low, high] = [0, top + 1];
  while (high - low > 1) {
    const marks = between(low, high, mostAtOnce).reverse();
    const filter = [`(id="${id}"&&rowid>=${low}&&rowid<${high})`, ...marks.map((mark) => `rowid=${mark}`)];
    const found = await idsOf({ filter: filter.join('||'), perPage: String(marks.length + 1) }, aroundKey);
    const newer = found.indexOf(id);
    if (newer < 0) return null;
    [low, high] = [marks[newer] ?? low, marks[newer - 1] ?? high];
  }
  return (await holds(`id="${id}"&&rowid=${low}`)) ? low : null;
}

async function halve(id: string, top: number): Promise<number> {
  let [low, high] = [0, top + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await holds(`id="${id}"&&rowid>=${middle}`)) low = middle;
    else high = middle;
  }
  return low;
}

/** The newest rows, whatever a list is filtered by. */
export function newestIds(key: string): Promise<string[]> {
  return idsOf({ perPage: String(mostAtOnce) }, key);
}

async function holds(filter: string): Promise<boolean> {
  return (await idsOf({ filter, perPage: '1' }, aroundKey)).length > 0;
}

async function idsOf(query: CallQuery, key: string): Promise<string[]> {
  const rows = await read({ fields: 'id,created,level,message:excerpt(1)', ...query }, key);
  return rows.map(({ id }) => id);
}

async function read(query: CallQuery, key: string): Promise<Log[]> {
  return (await logs.list({ page: '1', sort: '-rowid', ...query }, { key })).items;
}
