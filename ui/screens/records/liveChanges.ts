import { proxy } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import { listen, type RealtimeEvent, type StreamState } from '../../api/realtime';
import * as records from '../../api/records';
import { fieldValue, type ListedRecord } from '../../model/record';
import * as collections from '../../state/collections';
import * as queryLimit from '../../state/queryLimit';
import * as session from '../../state/session';
import { takeSeat } from './liveSeat';
import type { RecordList } from './recordList';
import { type Asked, listCallOf, pageSize } from './recordsQuery';

/**
 * What changes on the server while a list is shown. It only counts: nothing moves under the pointer until the
 * person asks for the rows again. What changed while nobody listened is found by looking at the rows once.
 */
export interface LiveChangesState {
  /** 'paused': hidden, or other windows listen. */
  stream: StreamState | 'paused';
  /** How many rows are not as they are shown. */
  changed: number;
}

export interface LiveChanges {
  state: LiveChangesState;
  /** Listens to the collection whose list is shown, until the returned function runs. */
  follow(collectionId: string): () => void;
}

const lookedAtOnce = 12 * pageSize;

export function createLiveChanges({ list, asked }: Pick<RecordList, 'list' | 'asked'>): LiveChanges {
  const state = proxy<LiveChangesState>({ stream: 'connecting', changed: 0 });
  /** When each row that was told of was changed last; null for one that is gone. */
  const told = new Map<string, string | null>();
  const changedIds = new Set<string>();
  let shown = stampsOf(list.state.items);

  /** What this tab itself has saved or deleted is told too, and shown as soon as its own answer has come. */
  function judge(id: string): void {
    const stamp = told.get(id);
    const isNews = stamp === null ? shown.has(id) : stamp !== undefined && shown.get(id) !== stamp;
    if (isNews) changedIds.add(id);
    else changedIds.delete(id);
    state.changed = changedIds.size;
  }

  function note({ action, record }: RealtimeEvent): void {
    told.set(record.id, action === 'delete' ? null : (record.updated ?? ''));
    judge(record.id);
  }

  function judgeAll(): void {
    shown = stampsOf(list.state.items);
    for (const id of told.keys()) judge(id);
  }

  function forget(ids: Iterable<string> = told.keys()): void {
    for (const id of [...ids]) {
      told.delete(id);
      judge(id);
    }
  }

  /** Rows that are read again are as they are, whoever asked for them. */
  function followRows(): () => void {
    let before = { rows: list.state.items, told: new Map(told) };
    const stops = [
      subscribeKey(list.state, 'items', judgeAll),
      subscribeKey(list.state, 'isLoading', (isLoading) => {
        if (isLoading) before = { rows: list.state.items, told: new Map(told) };
        else if (list.state.items !== before.rows)
          forget([...before.told].filter(([id, stamp]) => told.get(id) === stamp).map(([id]) => id));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Finds what changed while no stream was open. */
  async function look(collectionId: string): Promise<void> {
    const mine = asked();
    const { items, page, isLoading } = list.state;
    if (mine?.collection.id !== collectionId || page === 0 || isLoading) return;
    let now: Map<string, string>;
    try {
      now = await stampsNow(mine, page * pageSize);
    } catch {
      // Whoever reads the rows again is told why they cannot be read.
      return;
    }
    if (asked() !== mine) return;
    const then = stampsOf(items);
    const gone = [...then.keys()].filter((id) => !now.has(id));
    // Where one row goes from full pages another takes its place, and the other way round: that is one change.
    const came = [...now.keys()].filter((id) => !then.has(id)).slice(gone.length);
    const altered = [...now].filter(([id, stamp]) => then.has(id) && then.get(id) !== stamp);
    for (const id of gone) learn(id, null);
    for (const id of came) learn(id, now.get(id) ?? '');
    for (const [id, stamp] of altered) learn(id, stamp);
  }

  /** What the stream has told meanwhile is newer. */
  function learn(id: string, stamp: string | null): void {
    const known = told.get(id);
    if (known === null || (known !== undefined && stamp !== null && known > stamp)) return;
    told.set(id, stamp);
    judge(id);
  }

  return {
    state,
    follow(collectionId) {
      let stop: (() => void) | null = null;
      let mayListen = false;
      let isFirst = true;

      function apply(): void {
        if (mayListen && session.isSignedIn()) {
          stop ??= listen({ topic: `${collectionId}/*`, onEvent: note, onState });
          return;
        }
        stop?.();
        stop = null;
        if (!mayListen) state.stream = 'paused';
      }

      function onState(next: StreamState): void {
        const isNew = state.stream !== next;
        state.stream = next;
        if (next === 'open' && isNew) void look(collectionId);
        // A dead token is a guest, who may subscribe and is told nothing.
        if (next === 'denied' || (next === 'open' && !isFirst)) void session.confirm();
        if (next === 'open') isFirst = false;
      }

      forget();
      const stopRows = followRows();
      const stopSession = subscribeKey(session.state, 'token', apply);
      const leaveSeat = takeSeat((may) => {
        mayListen = may;
        apply();
      });
      return () => {
        leaveSeat();
        stopSession();
        stopRows();
        stop?.();
      };
    },
  };
}

/** When each row was changed last. */
function stampsOf(rows: readonly ListedRecord[]): Map<string, string> {
  return new Map(rows.map((row) => [row.id, String(fieldValue(row, 'updated') ?? '')]));
}

/** Of the rows that the list would show now. */
async function stampsNow(asked: Asked, wanted: number): Promise<Map<string, string>> {
  const { query } = listCallOf(asked, collections.find, queryLimit.current());
  const perPage = Math.min(wanted, lookedAtOnce);
  const rows: ListedRecord[] = [];
  for (let page = 1; rows.length < wanted; page++) {
    const call = { ...query, expand: undefined, fields: 'id,updated' };
    const { items } = await records.listApart('live', asked.collection.id, {
      ...call,
      page: String(page),
      perPage: String(perPage),
    });
    rows.push(...items);
    if (items.length < perPage) break;
  }
  return stampsOf(rows.slice(0, wanted));
}
