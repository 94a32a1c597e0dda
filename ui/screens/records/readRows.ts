import { ApiError } from '../../api/ApiError';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import type { Sort } from '../../model/sort';
import * as queryLimit from '../../state/queryLimit';
import { type ListCall, type ListQuery, sortInsteadOf } from './recordsQuery';

interface Reading {
  /** The call for what is asked, within the limit that is known now. */
  call: () => ListCall;
  read: (query: ListQuery) => Promise<readonly ListedRecord[]>;
  /** False once something else is asked for: another call would cancel the newer one. */
  isWanted: () => boolean;
  /** The next call has another sort or another length. */
  onChange: () => void;
}

/**
 * Reads rows. When the server refuses the call for its length, a shorter one follows; when it refuses the sort of
 * a view, `asked` gets another sort.
 */
export async function readRows(
  asked: { readonly collection: Collection; sort: Sort | null },
  reading: Reading,
): Promise<readonly ListedRecord[]> {
  try {
    return await reading.read(reading.call().query);
  } catch (error) {
    if (!reading.isWanted()) throw error;
    if (queryLimit.learnFrom(error)) {
      reading.onChange();
      if (reading.call().excess > 0) throw error;
    } else {
      const isRefused = error instanceof ApiError && error.status === 400;
      const sort = isRefused ? sortInsteadOf(asked.sort, asked.collection) : undefined;
      if (sort === undefined) throw error;
      asked.sort = sort;
      reading.onChange();
    }
    return readRows(asked, reading);
  }
}

export interface LengthNotes {
  /** What is wrong with the search, in a sentence. */
  searchError: string | null;
  /** The columns that a term was looked for in, when the call had no room for all. */
  narrowedTo: readonly string[] | null;
}

/** What a person is told of a call that is too long, or would have been. */
export function lengthNotes({ excess, narrowedTo }: ListCall): LengthNotes {
  const searchError = excess > 0 ? `This filter is ${excess} characters too long for the server.` : null;
  return { searchError, narrowedTo };
}
