import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../../api/ApiError';
import * as api from '../../../api/settings';
import { authProviders } from '../../../model/authProviders';
import { providerKey, type SettingsOf } from '../../../model/settings';
import { report } from '../../../state/report';

type Providers = SettingsOf<'authProviders'>;

export interface ProviderListState {
  status: 'loading' | 'ready' | 'failed';
  /** (ref) */
  loadError: ApiError | null;
  /** By the keys of the settings. (ref) */
  providers: Providers;
}

/** All providers as the server holds them. */
export interface ProviderList {
  state: ProviderListState;
  load(): Promise<void>;
  adopt(providers: Providers): void;
  /** Nothing is waited for any more. */
  close(): void;
}

export function createProviderList(): ProviderList {
  const state = proxy<ProviderListState>({
    status: 'loading',
    loadError: null,
    providers: ref<object>({}) as Providers,
  });

  let reading: AbortController | null = null;

  function adopt(providers: Providers): void {
    Object.assign(state, { status: 'ready', loadError: null, providers: ref<object>(providers) });
  }

  return {
    state,
    adopt,
    close: () => reading?.abort(),

    async load() {
      reading?.abort();
      reading = new AbortController();
      if (state.status === 'failed') state.status = 'loading';
      try {
        adopt(await api.read('authProviders', reading.signal));
      } catch (error) {
        const isCall = error instanceof ApiError;
        if (isCall && error.isAborted) return;
        report(error, { isSilent: isCall });
        Object.assign(state, { status: 'failed', loadError: isCall ? ref(error) : null });
      }
    },
  };
}

/** The short names of those that the server knows, in their usual order. */
export function groupProviders(providers: Providers): { enabled: string[]; others: string[] } {
  const known = authProviders.filter((name) => providers[providerKey(name)]);
  const isEnabled = (name: string) => providers[providerKey(name)]?.enabled === true;
  return { enabled: known.filter(isEnabled), others: known.filter((name) => !isEnabled(name)) };
}
