import { proxy, ref } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import { ApiError } from '../../backend/ApiError';
import * as records from '../../backend/records';
import type { Collection } from '../../model/collection';
import { maxQueryLength, serverQueryLength } from '../../model/queryLength';
import { type ListedRecord, type RecordAnswer, stampOf } from '../../model/record';
import { excerpts, type ListQuery } from '../../model/recordsQuery';
import { typeOf } from '../../model/types/fieldTypes';
import { createLoading, type LoadingState } from '../../page/loading';
import { isShownInPlace, report } from '../../page/report';
import * as connection from '../../page/session/connection';
import * as session from '../../page/session/session';
import { relationNames } from '../values/relatedIds';

/** In milliseconds: a record is read after the cursor has stayed on its row for this long. */
const restMs = 120;
const mostKept = 20;

export interface LookedRecordState extends LoadingState {
  /** The record on the screen: the wanted one, or the previous one until that is read. */
  shown: RecordAnswer | null;
  /** True if `shown` is the wanted record in its present version. */
  isCurrent: boolean;
}

/**
 * The complete record of the row with the cursor. At most one call runs, and none while the cursor moves on. A
 * response for another row is ignored.
 */
export interface LookedRecord {
  state: LookedRecordState;
  /** True if the related records are read with the record. */
  hasRelated: boolean;
  open(): void;
  /** `row` is undefined if the list does not have it. */
  show(recordId: string, row: ListedRecord | undefined): void;
  retry(): void;
  close(): void;
}

/**
 * Distinguishes versions of a record by the date of the last change, or else by the row object, which a reload
 * replaces. Null if the list has no such row.
 */
type Version = string | ListedRecord | null;

interface Kept {
  version: Version;
  answer: RecordAnswer;
}

export function createLookedRecord(collection: Collection): LookedRecord {
  const query = lookQuery(collection);
  const kept = new Map<string, Kept>();
  const state = proxy<LookedRecordState>({
    status: 'loading',
    loadError: null,
    shown: null,
    isCurrent: false,
  }) as LookedRecordState;
  let wanted: { id: string; version: Version } = { id: '', version: null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let endings: (() => void)[] = [];

  const loading = createLoading(
    state,
    (signal) => records.get(collection, wanted.id, { query, key: 'quickLook', signal }),
    (answer) => {
      keep(wanted.id, { version: wanted.version, answer });
      Object.assign(state, { shown: ref(answer), isCurrent: true });
    },
    (error) => {
      state.shown = null;
      report(error, { isSilent: error instanceof ApiError && isShownInPlace(error) });
    },
  );

  /** The records that were used last are at the end. */
  function keep(id: string, entry: Kept): void {
    kept.delete(id);
    kept.set(id, entry);
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
  }

  function keptOf(id: string, version: Version): Kept | null {
    const known = kept.get(id);
    if (!known) return null;
    const isSame = known.version === version || stampOf(known.answer.record) === version;
    return version !== null && isSame ? known : null;
  }

  function stop(): void {
    clearTimeout(timer);
    loading.cancel();
  }

  function showWanted(afterMs: number): void {
    stop();
    const { id, version } = wanted;
    if (id === '' || !session.isSignedIn()) return;
    const known = keptOf(id, version);
    if (known) {
      keep(id, { ...known, version });
      Object.assign(state, {
        shown: ref(known.answer),
        isCurrent: true,
        status: 'ready',
        loadError: null,
      });
      return;
    }
    // An error of another record does not matter here.
    const isFailed = state.status === 'failed';
    Object.assign(state, { isCurrent: false, ...(isFailed && { status: 'loading', loadError: null }) });
    timer = setTimeout(() => void loading.load(), afterMs);
  }

  /** Removes all records, because they must not stay after the session. */
  function empty(): void {
    stop();
    kept.clear();
    Object.assign(state, { status: 'loading', loadError: null, shown: null, isCurrent: false });
  }

  return {
    state,
    hasRelated: query['expand'] !== undefined,
    open() {
      let wasSignedIn = session.isSignedIn();
      const follow = () => {
        const isSignedIn = session.isSignedIn();
        if (isSignedIn === wasSignedIn) return;
        wasSignedIn = isSignedIn;
        if (isSignedIn) showWanted(restMs);
        else empty();
      };
      endings = [
        subscribeKey(session.state, 'token', follow, true),
        connection.retryOnReturn(
          () => state.loadError !== null,
          async () => showWanted(0),
        ),
      ];
    },
    show(id, row) {
      const version = versionOf(row);
      if (id === wanted.id && version === wanted.version) return;
      // The quick look was just opened at this row, so read it at once. Later rows wait until the cursor rests.
      const isFirst = wanted.id === '';
      wanted = { id, version };
      showWanted(isFirst ? 0 : restMs);
    },
    retry: () => showWanted(0),
    close() {
      stop();
      for (const end of endings) end();
    },
  };
}

const versionOf = (row: ListedRecord | undefined): Version => (row && stampOf(row)) ?? row ?? null;

/**
 * Returns the query for a record and its related records, of which only the names are shown, so their long texts
 * are cut. With `fields`, the server rounds long numbers in json, so a collection with json fields gets all fields.
 * If the query is too long, it gives up the cutting, then the related records.
 */
export function lookQuery(collection: Collection): ListQuery {
  const relations = relationNames(collection);
  if (relations.length === 0) return {};
  const expanded = { expand: relations.join(',') };
  const fields = ['*', ...relations.map((name) => `expand.${name}.${excerpts}`)].join(',');
  const choices: ListQuery[] = collection.schema.some((field) => typeOf(field).hasSource)
    ? []
    : [{ ...expanded, fields }];
  return [...choices, expanded].find((query) => serverQueryLength(query) <= maxQueryLength) ?? {};
}
