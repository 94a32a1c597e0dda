import { proxy, ref } from 'valtio/vanilla';
import * as api from '../../backend/settings';
import { authProviders, providerTitle } from '../../model/authProviders';
import { providerKey, type SettingsOf } from '../../model/settings';
import { createLoading, type LoadingState } from '../../page/loading';

type Providers = SettingsOf<'authProviders'>;

interface ProviderListState extends LoadingState {
  /** By the keys of the settings. (ref) */
  providers: Providers;
}

export function createProviderList() {
  const state = proxy<ProviderListState>({
    status: 'loading',
    loadError: null,
    providers: ref<object>({}) as Providers,
  });

  function adopt(providers: Providers): void {
    state.providers = ref<object>(providers) as Providers;
  }

  const loading = createLoading(state, (signal) => api.read('authProviders', signal), adopt);

  return { state, adopt, load: loading.load, close: loading.cancel };
}

/** Lists the names of the server's providers that match the search, in their usual order. */
export function groupProviders(providers: Providers, search = ''): { enabled: string[]; others: string[] } {
  const wanted = search.trim().toLowerCase();
  const isFound = (name: string) =>
    [name, providerTitle(name).toLowerCase()].some((one) => one.includes(wanted));
  const known = authProviders.filter((name) => providers[providerKey(name)] && isFound(name));
  const isEnabled = (name: string) => providers[providerKey(name)]?.enabled === true;
  return { enabled: known.filter(isEnabled), others: known.filter((name) => !isEnabled(name)) };
}
