// The schema of a view does not show if its query selects `created`. So if the server refuses the default sort, the
// page is read again without it.

import { ApiError } from '../backend/ApiError';
import { cancel } from '../backend/client';
import * as listedRecords from '../backend/listedRecords';
import type { Collection } from '../model/collection';
import type { ListedRecord } from '../model/record';
import { type ListCall, type ListQuery, sortInsteadOf } from '../model/recordsQuery';
import type { Sort } from '../model/sort';
import { createPagedList } from '../page/pagedList';

interface AskedRows {
  readonly collection: Collection;
  readonly search: string;
  sort: Sort | null;
}

/** Notes about a request that is too long, or was shortened. */
export interface LengthNotes {
  searchError: string | null;
  /** A sentence about the columns that a search reads, if the request had no room for all. */
  searchNote: string | null;
}

interface Options<Asked extends AskedRows> {
  pageSize: number;
  /** A newer request with the same key cancels the older one. */
  key: string;
  callOf: (asked: Asked) => ListCall;
  /** Called when the sort was replaced. */
  onChange: (asked: Asked) => void;
  /** Runs in parallel with the first page, which waits for it. */
  beforeFirst?: ((asked: Asked) => Promise<void>) | undefined;
  /** Runs right before the first page is shown. */
  onFirst?: ((asked: Asked) => void) | undefined;
  isSilent: (error: ApiError, asked: Asked) => boolean;
}

/**
 * Loads pages of records. A filter that is too long is not sent. If the server refuses the sort of a view, another
 * sort is used.
 */
export function createRecordRows<Asked extends AskedRows>(options: Options<Asked>) {
  const { pageSize, key, callOf, onChange, beforeFirst, onFirst, isSilent } = options;
  let asked: Asked | null = null;

  const list = createPagedList<ListedRecord, Asked>({
    pageSize,
    keyOf: ({ id }) => id,
    async fetchPage(mine, page, perPage) {
      const before = page === 1 ? beforeFirst?.(mine) : undefined;
      const pageQuery = { page: String(page), perPage: String(perPage) };
      const [rows] = await Promise.all([read(mine, pageQuery), before]);
      if (page === 1 && asked === mine) onFirst?.(mine);
      return rows;
    },
    searchOf: ({ search }) => search,
    isSilent,
  });

  async function read(mine: Asked, pageQuery: ListQuery): Promise<readonly ListedRecord[]> {
    const { query: own, excess } = callOf(mine);
    if (excess > 0) {
      throw new ApiError({ kind: 'refused', url: '', status: 400, message: tooLongBy(excess) });
    }
    try {
      const query = { ...own, ...pageQuery };
      return (await listedRecords.list(mine.collection.id, query, { key })).items;
    } catch (error) {
      // A retry would cancel the newer request.
      if (asked !== mine) throw error;
      const isRefused = error instanceof ApiError && error.status === 400;
      const sort = isRefused ? sortInsteadOf(mine.sort, mine.collection) : undefined;
      if (sort === undefined) throw error;
      mine.sort = sort;
      onChange(mine);
      return read(mine, pageQuery);
    }
  }

  return {
    list,
    /** The query of the rows; null before the first load. */
    asked: () => asked,
    notesOn(mine: Asked): LengthNotes {
      const { excess, narrowedTo } = callOf(mine);
      const searchError = excess > 0 ? tooLongBy(excess) : null;
      const searchNote =
        narrowedTo && `Too long to search all columns; searched in ${narrowedTo.join(', ')}.`;
      return { searchError, searchNote };
    },
    /** Loads the first page. Returns true if its rows are shown, and null if a newer query has replaced it. */
    async show(mine: Asked): Promise<boolean | null> {
      asked = mine;
      const isShown = await list.load(mine);
      return asked === mine ? isShown : null;
    },
    close() {
      asked = null;
      list.stop();
      cancel(key);
    },
  };
}

const tooLongBy = (excess: number) => `This filter is ${excess} characters too long for the server.`;
