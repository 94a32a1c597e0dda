import { type Collection, collectionTypeOf } from '../model/collection';
import { joinFilters } from '../model/filter/filter';
import { escapeText } from '../model/filter/filterTexts';
import type { Sort } from '../model/sort';
import { ApiError } from './ApiError';
import { type PageCall, type RecordSource, readByIds, readPage } from './recordPages';

export interface WalkOrder {
  readonly collection: Collection;
  readonly filter: string;
  /** Parameters that the filter reads. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly sort: Sort | null;
  /** The sort as a list sends it: a relation is sorted by several fields of its records. */
  readonly printedSort: string;
  /** Reads these records, in this order; null for all that match the filter. */
  readonly ids: readonly string[] | null;
  /** With the id; null for whole records. */
  readonly fields: readonly string[] | null;
  /** Null while unknown. */
  readonly total: number | null;
  /** The usual length of a record in characters; null while unknown. */
  readonly rowSize: number | null;
}

/** 'again': drop all rows so far, because the reading begins once more. */
type WalkStep = { kind: 'rows'; rows: readonly RecordSource[] } | { kind: 'again' } | { kind: 'end' };

/**
 * Reads many records. A record that exists from start to end is read exactly once, also when others are
 * created, changed or deleted meanwhile.
 */
export interface RecordWalk {
  /** Reads the next rows. After a failure it reads the same rows again. */
  next(signal: AbortSignal): Promise<WalkStep>;
  readonly notes: {
    /** The records come in the order of their ids, because there are too many for the wanted sort. */
    isInIdOrder: boolean;
    /** The view has the same id more than once, so its rows are read by page number. */
    hasRepeats: boolean;
    /** The number of listed records that were deleted before they were read. */
    gone: number;
  };
}

const pageRows = 500;
/** Four requests of `readByIds`. */
const mostIds = 200;
/** More records are sorted by nothing but the id. */
export const mostSorted = 10_000;
/** In characters: larger responses take too much memory. */
const largePage = 4_000_000;
const fewest = 10;

function rowsWithin(rowSize: number): number {
  return Math.max(fewest, Math.min(pageRows, Math.floor(largePage / (rowSize + 1))));
}

/** A response that is too large for the connection or for memory breaks off or comes late. */
function isOfLargePages({ kind }: ApiError): boolean {
  return kind === 'unreachable' || kind === 'timeout';
}

/**
 * True if the pages can follow the id: each begins after the last record of the page before, so a record that is
 * created or deleted meanwhile moves no other one. Without a sort a view has an order of its own.
 */
export const isById = (sort: Sort | null, collection: Collection): boolean =>
  sort ? sort.field === 'id' : collectionTypeOf(collection) !== 'view';

/** The filter for the records after an id, and with it if `isInclusive`. */
function afterId(id: string | null, isInclusive: boolean, isDescending = false): string {
  if (id === null) return '';
  return `id${isDescending ? '<' : '>'}${isInclusive ? '=' : ''}"${escapeText(id)}"`;
}

/** Returns null after it has chosen another stage. */
type Stage = (signal: AbortSignal) => Promise<WalkStep | null>;

export function createRecordWalk(order: WalkOrder): RecordWalk {
  const { collection, filter, sort, printedSort, fields, total, rowSize } = order;
  let perPage = rowSize === null ? pageRows : rowsWithin(rowSize);
  const isView = collectionTypeOf(collection) === 'view';
  const notes: RecordWalk['notes'] = { isInIdOrder: false, hasRepeats: false, gone: 0 };
  let stage: Stage = begin;
  const read = (call: PageCall) => readPage(collection.id, { ...call, query: order.query });

  const end: Stage = async () => ({ kind: 'end' });

  /** Makes the pages smaller after a failure that a large page can cause. */
  async function shrinking<T>(reading: Promise<T>): Promise<T> {
    try {
      return await reading;
    } catch (error) {
      if (error instanceof ApiError && isOfLargePages(error)) {
        perPage = Math.max(fewest, Math.floor(perPage / 4));
      }
      throw error;
    }
  }

  /** Up to one page comes with the list's own sort, in one response. */
  async function begin(signal: AbortSignal): Promise<WalkStep | null> {
    if (order.ids) {
      stage = byIds(order.ids);
      return null;
    }
    if (total !== null && total < perPage) {
      const call = { filter, sort: printedSort, perPage, fields, signal };
      const { rows } = await shrinking(read(call));
      if (rows.length >= total && rows.length < perPage) {
        stage = end;
        return { kind: 'rows', rows };
      }
    }
    if (isById(sort, collection)) stage = byId(sort?.isDescending);
    else stage = total !== null && total > mostSorted ? inIdOrder() : listIds;
    return null;
  }

  function inIdOrder(): Stage {
    notes.isInIdOrder = true;
    return byId();
  }

  function byId(isDescending = false): Stage {
    let last: string | null = null;
    return async (signal) => {
      const call = {
        filter: joinFilters(filter, afterId(last, isView, isDescending)),
        sort: isDescending ? '-id' : 'id',
        perPage,
        fields,
        signal,
      };
      const { rows, size } = await shrinking(read(call));
      if (isView && isUnordered(rows, last)) return readByNumber();
      const before = last;
      last = rows.at(-1)?.id ?? last;
      if (last === before) stage = end;
      if (rows.length > 0) perPage = rowsWithin(size / rows.length);
      return { kind: 'rows', rows: rows.filter(({ id }) => id !== before) };
    };
  }

  /** A view may repeat an id. Servers before 0.22.50 find no id with a backslash. */
  function isUnordered(rows: readonly RecordSource[], last: string | null): boolean {
    const ids = rows.map(({ id }) => id);
    const isRepeated = ids.some((id, at) => at > 0 && id === ids[at - 1]);
    return isRepeated || ids.some((id) => id.includes('\\')) || (last !== null && ids[0] !== last);
  }

  function readByNumber(): WalkStep {
    notes.hasRepeats = true;
    notes.isInIdOrder = false;
    stage = byNumber();
    return { kind: 'again' };
  }

  function byNumber(): Stage {
    let page = 1;
    // Another size would move the pages.
    const size = perPage;
    return async (signal) => {
      const sort = [printedSort, 'id'].filter(Boolean).join(',');
      const call = { filter, sort, page, perPage: size, fields, signal };
      const { rows } = await read(call);
      page += 1;
      if (rows.length === 0) stage = end;
      return { kind: 'rows', rows };
    };
  }

  /** Lists the ids in the wanted order. Pages alone could miss some, so a walk by id adds them. */
  async function listIds(signal: AbortSignal): Promise<WalkStep | null> {
    const all = new Set<string>();
    for (let last: string | null = null; ; ) {
      const { rows } = await read({
        filter: joinFilters(filter, afterId(last, isView)),
        sort: 'id',
        perPage: pageRows,
        fields: ['id'],
        signal,
      });
      if (isView && isUnordered(rows, last)) return readByNumber();
      const known = all.size;
      for (const { id } of rows) all.add(id);
      if (all.size > mostSorted) {
        stage = inIdOrder();
        return null;
      }
      if (all.size === known) break;
      last = rows.at(-1)?.id ?? last;
    }
    const sorted = new Set<string>();
    for (let page = 1; ; page += 1) {
      const call = { filter, sort: printedSort, page, perPage: pageRows, fields: ['id'], signal };
      const { rows } = await read(call);
      const known = sorted.size;
      for (const { id } of rows) if (all.has(id)) sorted.add(id);
      if (sorted.size === known) break;
    }
    stage = byIds([...sorted, ...[...all].filter((id) => !sorted.has(id))]);
    return null;
  }

  function byIds(ids: readonly string[]): Stage {
    let at = 0;
    return async (signal) => {
      if (at >= ids.length) {
        stage = end;
        return null;
      }
      const some = ids.slice(at, at + Math.min(perPage, mostIds));
      const rows = await shrinking(readByIds(collection.id, some, { fields, signal }));
      at += some.length;
      notes.gone += some.length - rows.length;
      return { kind: 'rows', rows };
    };
  }

  return {
    notes,
    async next(signal) {
      for (;;) {
        const step = await stage(signal);
        if (step) return step;
      }
    },
  };
}
