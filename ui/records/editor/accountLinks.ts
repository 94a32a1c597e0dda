import { proxy, ref } from 'valtio/vanilla';
import * as records from '../../backend/records';
import type { ExternalAuth } from '../../model/authProviders';
import { createLoading, type LoadingState } from '../../page/loading';
import { perform } from '../../page/perform';

export interface AccountLinksState extends LoadingState {
  links: readonly ExternalAuth[];
}

export interface AccountLinks {
  state: AccountLinksState;
  load(): Promise<void>;
  /** Asks first. `title` is the name of the provider on the screen. */
  unlink(link: ExternalAuth, title: string): Promise<void>;
  /** Drops the list, because another record is shown. */
  forget(): void;
}

/** `user` returns null while the record is new. */
export function createAccountLinks(
  user: () => { collectionId: string; recordId: string } | null,
): AccountLinks {
  const state = proxy<AccountLinksState>({
    status: 'loading',
    loadError: null,
    links: ref([]),
  }) as AccountLinksState;

  const loading = createLoading(
    state,
    async (signal) => {
      const asked = user();
      return asked ? records.listExternalAuths(asked.collectionId, asked.recordId, signal) : [];
    },
    (links) => {
      state.links = ref(links);
    },
  );

  async function unlink({ provider }: ExternalAuth, title: string): Promise<void> {
    const asked = user();
    if (!asked) return;
    await perform({
      ask: {
        text: `Do you really want to unlink the ${title} provider?`,
        isDangerous: true,
        staysOpen: true,
      },
      what: `unlink the ${title} provider of a user`,
      verb: 'unlink',
      run: async () => {
        await records.unlink(asked.collectionId, asked.recordId, provider);
        await loading.load();
      },
      done: `Successfully unlinked the ${title} provider.`,
    });
  }

  return {
    state,
    load: loading.load,
    unlink,
    forget() {
      loading.cancel();
      Object.assign(state, { status: 'loading', loadError: null, links: ref([]) });
    },
  };
}
