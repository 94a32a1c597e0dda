import { proxy } from 'valtio/vanilla';
import { listen, type RealtimeEvent, type StreamState } from '../../api/realtime';
import { fieldValue } from '../../model/record';
import * as session from '../../state/session';
import type { RecordList } from './recordList';

/**
 * What changes on the server while a list is shown. It only counts: nothing moves under the pointer until the
 * person asks for the rows again. A hidden tab does not listen: a browser has six connections for one host.
 */
export interface LiveChangesState {
  stream: StreamState;
  /** How many rows are not as they are shown. */
  changed: number;
}

export interface LiveChanges {
  state: LiveChangesState;
  /** Listens to the collection whose list is shown, until the returned function runs. */
  follow(collectionId: string): () => void;
  /** Reads what is shown again. */
  renew(): Promise<void>;
}

export function createLiveChanges(records: RecordList): LiveChanges {
  const state = proxy<LiveChangesState>({ stream: 'connecting', changed: 0 });
  const changedIds = new Set<string>();

  function note({ action, record }: RealtimeEvent): void {
    const shown = records.list.state.items.find(({ id }) => id === record.id);
    // What this tab itself has saved or deleted is shown already.
    const isShownAsItIs =
      action === 'delete' ? !shown : shown !== undefined && fieldValue(shown, 'updated') === record.updated;
    if (isShownAsItIs) changedIds.delete(record.id);
    else changedIds.add(record.id);
    state.changed = changedIds.size;
  }

  function forget(): void {
    changedIds.clear();
    state.changed = 0;
  }

  return {
    state,
    follow(collectionId) {
      let stop: (() => void) | null = null;
      const apply = () => {
        const shouldListen = document.visibilityState === 'visible';
        if (!shouldListen) {
          stop?.();
          stop = null;
          return;
        }
        stop ??= listen({
          topic: `${collectionId}/*`,
          onEvent: note,
          onState: (next) => {
            state.stream = next;
            if (next === 'denied') void session.confirm();
          },
        });
      };
      document.addEventListener('visibilitychange', apply);
      forget();
      apply();
      return () => {
        document.removeEventListener('visibilitychange', apply);
        stop?.();
      };
    },
    async renew() {
      forget();
      await records.reload();
    },
  };
}
