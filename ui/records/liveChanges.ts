import { proxy } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import * as listedRecords from '../backend/listedRecords';
import { listen, type RealtimeEvent, type StreamState } from '../backend/realtime';
import { isSameStamp, type ListedRecord, stampOf } from '../model/record';
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
  readonly stamp: string | null;
}

const comparedAtOnce = 12 * pageSize;

export function createLiveChanges({ list, asked }: Pick<RecordList, 'list' | 'asked'>) {
  const state = proxy<LiveChangesState>({ stream: 'connecting', changed: 0 });
  /** The last event of each row. */
  const lastEvents = new Map<string, RowEvent>();
  const changedIds = new Set<string>();
  let shown = stampsOf(list.state.items);

  /**
   * Compares an event with the row on the screen. An event of this tab's own save no longer counts when its
   * response has updated the row.
   */
  function updateChanged(id: string): void {
    const event = lastEvents.get(id);
    const isNews = event?.isDelete
      ? shown.has(id)
      : event && !isSameStamp(event.stamp, shown.get(id) ?? null);
    if (isNews) changedIds.add(id);
    else changedIds.delete(id);
    state.changed = changedIds.size;
  }

  function note({ action, record }: RealtimeEvent): void {
    lastEvents.set(record.id, { isDelete: action === 'delete', stamp: stampOf(record) });
    updateChanged(record.id);
  }

  function updateAll(): void {
    shown = stampsOf(list.state.items);
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
    let now: Map<string, string | null>;
    try {
      now = await readStamps(mine, page * pageSize);
    } catch {
      // The next reload of the rows shows the error.
      return;
    }
    if (asked() !== mine) return;
    const then = stampsOf(items);
    const gone = [...then.keys()].filter((id) => !now.has(id));
    // When a row is deleted, one of the next page moves up. Both count as one change.
    const came = [...now.keys()].filter((id) => !then.has(id)).slice(gone.length);
    const altered = [...now].filter(
      ([id, stamp]) => then.has(id) && !isSameStamp(then.get(id) ?? null, stamp),
    );
    for (const id of gone) addMissedChange(id, { isDelete: true, stamp: null });
    for (const id of came) addMissedChange(id, { isDelete: false, stamp: now.get(id) ?? null });
    for (const [id, stamp] of altered) addMissedChange(id, { isDelete: false, stamp });
  }

  /** Adds a missed change, unless the stream has sent a newer one. */
  function addMissedChange(id: string, change: RowEvent): void {
    const known = lastEvents.get(id);
    if (known?.isDelete || (known?.stamp && change.stamp && known.stamp > change.stamp)) return;
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

/** By id: the time of the last change. */
function stampsOf(rows: readonly ListedRecord[]): Map<string, string | null> {
  return new Map(rows.map((row) => [row.id, stampOf(row)]));
}

/** Reads these times for the rows that the list would show now. */
async function readStamps(asked: Asked, wanted: number): Promise<Map<string, string | null>> {
  const { query } = listCallOf(asked, collections.find);
  const perPage = Math.min(wanted, comparedAtOnce);
  const rows: ListedRecord[] = [];
  for (let page = 1; rows.length < wanted; page++) {
    const pageQuery = { page: String(page), perPage: String(perPage) };
    const call = { ...query, ...pageQuery, expand: undefined, fields: 'id,updated' };
    const { items } = await listedRecords.list(asked.collection.id, call, {
      key: 'live',
      isBackground: true,
    });
    rows.push(...items);
    if (items.length < perPage) break;
  }
  return stampsOf(rows.slice(0, wanted));
}
