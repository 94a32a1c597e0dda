import { proxy } from 'valtio/vanilla';
import { ApiError } from '../api/ApiError';
import * as appMeta from '../api/appMeta';

const productName = 'Lowline';

/** What the whole page shares of the application's settings, and its title. */
export const state = proxy({ appName: '', hidesControls: false, pageName: '', isBranded: true });

/** A page for the users of the operator's own product does not name this one: `isBranded` false. */
export function setPageName(name: string, { isBranded = true } = {}): void {
  Object.assign(state, { pageName: name, isBranded });
  writeTitle();
}

export function adopt(meta: { appName: string; hideControls: boolean }): void {
  state.appName = meta.appName;
  state.hidesControls = meta.hideControls;
  writeTitle();
}

/** Once per sign-in. The shell works without it, so a failure is only noted. */
export async function loadMeta(): Promise<void> {
  try {
    const { meta } = await appMeta.get();
    adopt({ appName: meta.appName, hideControls: meta.hideControls ?? false });
  } catch (error) {
    if (!(error instanceof ApiError && error.isAborted))
      console.warn('The settings could not be read.', error);
  }
}

/** Someone else may sign in next. */
export function forget(): void {
  adopt({ appName: '', hideControls: false });
}

function writeTitle(): void {
  const { pageName, appName, isBranded } = state;
  document.title = [pageName, ...(isBranded ? [appName, productName] : [])].filter(Boolean).join(' - ');
}
