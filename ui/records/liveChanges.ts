import { proxy } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import * as listedRecords from '../backend/listedRecords';
import { listen, type RealtimeEvent, type StreamState } from '../backend/realtime';
import { isEqual } from '../base/equal';
import { hasField } from '../model/collection';
import { type AnyRecord, fieldValue, isSameStamp, type ListedRecord, stampOf } from '../model/record';
import { type Asked, listCallOf, pageSize } from '../model/recordsQuery';
import * as collections from '../page/collections';
import * as session from '../page/session/session';
import type { RecordList } from './recordList';

/**
 * Counts how many rows of a list have changed on the server. The rows stay as they are until the person reloads
 * them. After a lost connection, one read of the rows finds the missed changes.
 */
export interface LiveChangesState {
  stream: StreamState;
  /** The number of rows that differ from those on the server. */
  changed: number;
}

interface RowEvent {
  readonly isDelete: boolean;
  /** Null for a deleted row. */
  readonly record: AnyRecord | null;
}

const comparedAtOnce = 12 * pageSize;

export function createLiveChanges({ list, asked }: Pick<RecordList, 'list' | 'asked'>) {
  const state = proxy<LiveChangesState>({ stream: 'connecting', changed: 0 });
  /** The last event of each row. */
  const lastEvents = new Map<string, RowEvent>();
  const changedIds = new Set<string>();
  let shown = byId(list.state.items);

  /**
   * Compares an event with the row on the screen. An event of this tab's own save no longer counts when its
   * response has updated the row.
   */
  function updateChanged(id: string): void {
    const event = lastEvents.get(id);
    const isNews = event?.isDelete ? shown.has(id) : event && !isSame(event.record, shown.get(id));
    if (isNews) changedIds.add(id);
    else changedIds.delete(id);
    state.changed = changedIds.size;
  }

  function note({ action, record }: RealtimeEvent): void {
    lastEvents.set(record.id, { isDelete: action === 'delete', record });
    updateChanged(record.id);
  }

  function updateAll(): void {
    shown = byId(list.state.items);
    for (const id of lastEvents.keys()) updateChanged(id);
  }

  function forget(ids: Iterable<string> = lastEvents.keys()): void {
    for (const id of [...ids]) {
      lastEvents.delete(id);
      updateChanged(id);
    }
  }

  /** After any reload of the rows, the events before it no longer count. */
  function followRows(): () => void {
    let before = { rows: list.state.items, told: new Map(lastEvents) };
    const stops = [
      subscribeKey(list.state, 'items', updateAll),
      subscribeKey(list.state, 'isLoading', (isLoading) => {
        if (isLoading) before = { rows: list.state.items, told: new Map(lastEvents) };
        else if (list.state.items !== before.rows)
          forget([...before.told].filter(([id, stamp]) => lastEvents.get(id) === stamp).map(([id]) => id));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Finds the changes while the stream was not open. */
  async function findMissedChanges(collectionId: string): Promise<void> {
    const mine = asked();
    const { items, page, isLoading } = list.state;
    if (mine?.collection.id !== collectionId || page === 0 || isLoading) return;
    let now: Map<string, ListedRecord>;
    try {
      now = byId(await readRows(mine, page * pageSize));
    } catch {
      // The next reload of the rows shows the error.
      return;
    }
    if (asked() !== mine) return;
    const then = byId(items);
    const gone = [...then.keys()].filter((id) => !now.has(id));
    // When a row is deleted, one of the next page moves up. Both count as one change.
    const came = [...now.keys()].filter((id) => !then.has(id)).slice(gone.length);
    const altered = [...now].filter(([id, record]) => then.has(id) && !isSame(record, then.get(id)));
    for (const id of gone) addMissedChange(id, { isDelete: true, record: null });
    for (const id of came) addMissedChange(id, { isDelete: false, record: now.get(id) ?? null });
    for (const [id, record] of altered) addMissedChange(id, { isDelete: false, record });
  }

  /** Adds a missed change, unless the stream has sent a newer one. */
  function addMissedChange(id: string, change: RowEvent): void {
    const known = lastEvents.get(id);
    if (known?.isDelete || (known && (stampIn(known) ?? '') > (stampIn(change) ?? ''))) return;
    lastEvents.set(id, change);
    updateChanged(id);
  }

  return {
    state,
    /** Follows the collection until the returned function is called. Pauses while the tab is hidden. */
    follow(collectionId: string): () => void {
      let stop: (() => void) | null = null;
      let isFirst = true;

      function apply(): void {
        if (document.visibilityState === 'visible' && session.isSignedIn()) {
          stop ??= listen({
            topic: `${collectionId}/*`,
            onEvent: note,
            onState,
          });
          return;
        }
        stop?.();
        stop = null;
      }

      function onState(next: StreamState): void {
        const isNew = state.stream !== next;
        state.stream = next;
        if (next === 'open' && isNew) void findMissedChanges(collectionId);
        // For the server, an expired token is a guest, who may subscribe but gets no events.
        if (next === 'denied' || (next === 'open' && !isFirst)) void session.confirm();
        if (next === 'open') isFirst = false;
      }

      forget();
      const stopRows = followRows();
      const stopSession = subscribeKey(session.state, 'token', apply);
      // A browser allows six connections per host, shared by all tabs.
      document.addEventListener('visibilitychange', apply);
      apply();
      return () => {
        document.removeEventListener('visibilitychange', apply);
        stopSession();
        stopRows();
        stop?.();
      };
    },
  };
}

const byId = (rows: readonly ListedRecord[]) => new Map(rows.map((row) => [row.id, row]));

const stampIn = ({ record }: RowEvent) => record && stampOf(record);

/** Compares the values of records without a date. The row of a list may have only a part of one. */
function isSame(record: AnyRecord | null, row: ListedRecord | undefined): boolean {
  if (!record || !row) return false;
  if (stampOf(record) !== null || stampOf(row) !== null) return isSameStamp(stampOf(record), stampOf(row));
  return Object.keys(record).every(
    (name) => name === 'expand' || isEqual(fieldValue(record, name), fieldValue(row, name)),
  );
}

/** Reads the rows that the list would show now, for `isSame`. */
async function readRows(asked: Asked, wanted: number): Promise<ListedRecord[]> {
  const { query } = listCallOf(asked, collections.find);
  const fields = hasField(asked.collection, 'updated') ? 'id,updated' : query.fields;
  const perPage = Math.min(wanted, comparedAtOnce);
  const rows: ListedRecord[] = [];
  for (let page = 1; rows.length < wanted; page++) {
    const pageQuery = { page: String(page), perPage: String(perPage) };
    const call = { ...query, ...pageQuery, expand: undefined, fields };
    const { items } = await listedRecords.list(asked.collection.id, call, {
      key: 'live',
      isBackground: true,
    });
    rows.push(...items);
    if (items.length < perPage) break;
  }
  return rows.slice(0, wanted);
}
