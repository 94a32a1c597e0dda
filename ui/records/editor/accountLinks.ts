import { proxy, ref } from 'valtio/vanilla';
import * as records from '../../backend/records';
import type { ExternalAuth } from '../../model/authProviders';
import * as confirm from '../../page/confirm';
import { createLoading, type LoadingState } from '../../page/loading';
import { report } from '../../page/report';
import * as writeLock from '../../page/session/writeLock';
import * as toasts from '../../page/toasts';

export interface AccountLinksState extends LoadingState {
  links: readonly ExternalAuth[];
}

/** The linked providers of a user. */
export interface AccountLinks {
  state: AccountLinksState;
  load(): Promise<void>;
  /** Asks first. `title` is the displayed name of the provider. */
  unlink(link: ExternalAuth, title: string): Promise<void>;
  /** Drops the links because another record is shown. */
  forget(): void;
}

/** `user` returns null for a new record. */
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
    await confirm.ask(`Do you really want to unlink the ${title} provider?`, {
      isDangerous: true,
      writes: true,
      onYes: async () => {
        if (!(await writeLock.ask({ what: `unlink the ${title} provider of a user`, verb: 'unlink' })))
          return;
        try {
          await records.unlink(asked.collectionId, asked.recordId, provider);
          toasts.success(`Successfully unlinked the ${title} provider.`);
          await loading.load();
        } catch (error) {
          report(error);
        }
      },
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
