import { proxy, ref } from 'valtio/vanilla';
import type { ApiError } from '../../../api/ApiError';
import * as records from '../../../api/records';
import type { ExternalAuth } from '../../../model/externalAuth';
import * as confirm from '../../../state/confirm';
import { report } from '../../../state/report';
import * as toasts from '../../../state/toasts';

export interface AccountLinksState {
  /** Null until they were read. */
  links: readonly ExternalAuth[] | null;
  isLoading: boolean;
  loadError: ApiError | null;
}

/** By which providers a user signs in. */
export interface AccountLinks {
  state: AccountLinksState;
  load(): Promise<void>;
  /** Asks first. `title` is the provider as people call it. */
  unlink(link: ExternalAuth, title: string): Promise<void>;
  /** Another record is shown. */
  forget(): void;
}

/** `user` is null while there is none yet. */
export function createAccountLinks(
  user: () => { collectionId: string; recordId: string } | null,
): AccountLinks {
  const state = proxy<AccountLinksState>({
    links: null,
    isLoading: false,
    loadError: null,
  }) as AccountLinksState;
  let turn = 0;

  async function load(): Promise<void> {
    const asked = user();
    if (!asked) return;
    turn += 1;
    const mine = turn;
    state.isLoading = true;
    try {
      const links = await records.listExternalAuths(asked.collectionId, asked.recordId);
      if (mine !== turn) return;
      state.links = ref(links);
      state.loadError = null;
    } catch (error) {
      if (mine !== turn) return;
      report(error);
      state.loadError = ref(error as ApiError);
    } finally {
      if (mine === turn) state.isLoading = false;
    }
  }

  async function unlink({ provider }: ExternalAuth, title: string): Promise<void> {
    const asked = user();
    if (!asked) return;
    await confirm.ask(`Do you really want to unlink the ${title} provider?`, {
      isDangerous: true,
      onYes: async () => {
        try {
          await records.unlink(asked.collectionId, asked.recordId, provider);
          toasts.success(`Successfully unlinked the ${title} provider.`);
          await load();
        } catch (error) {
          report(error);
        }
      },
    });
  }

  return {
    state,
    load,
    unlink,
    forget() {
      turn += 1;
      Object.assign(state, { links: null, isLoading: false, loadError: null });
    },
  };
}
