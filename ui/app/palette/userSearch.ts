import { proxy, ref } from 'valtio/vanilla';
import { findUsers } from '../../backend/findRecord';
import { createPool } from '../../base/pool';
import { type Collection, collectionTypeOf } from '../../model/collection';
import * as collections from '../../page/collections';

export interface FoundUser {
  readonly collection: Collection;
  readonly id: string;
  readonly email: string;
}

/** Fewer than in the search for an id, because the server searches all emails for each of these calls. */
const callsAtATime = 4;

/** Finds users by their email, in all auth collections. */
export function createUserSearch() {
  const state = proxy<{ users: readonly FoundUser[] }>({ users: ref([]) });
  let running = new AbortController();

  return {
    state,

    /** Looks only for a text that begins like an email. A collection that fails has no hits. */
    async find(text: string): Promise<void> {
      running.abort();
      running = new AbortController();
      const { signal } = running;
      const email = text.trim();
      state.users = ref([]);
      if (!/^[^\s@]+@[^\s@]*$/.test(email)) return;
      await createPool(callsAtATime, signal, async (collection: Collection) => {
        const found = await findUsers(collection.id, email, signal).catch(() => []);
        if (!signal.aborted)
          state.users = ref([...state.users, ...found.map((user) => ({ collection, ...user }))]);
      }).add(collections.state.all.filter((one) => collectionTypeOf(one) === 'auth'));
    },

    stop: () => running.abort(),
  };
}
