import { proxy } from 'valtio/vanilla';
import { ApiError } from '../backend/ApiError';
import * as appMeta from '../backend/appMeta';
import * as environment from './session/environment';

const productName = 'Lowline';

/** The application settings that all screens share, and the page title. */
export const state = proxy({ appName: '', hidesControls: false, pageName: '', isBranded: true });

/**
 * Sets the page name. `isBranded` false: a page for the application's own users does not show this product's
 * name.
 */
export function setPageName(name: string, { isBranded = true } = {}): void {
  Object.assign(state, { pageName: name, isBranded });
  writeTitle();
}

export function setMeta(meta: { appName: string; hideControls: boolean }): void {
  state.appName = meta.appName;
  state.hidesControls = meta.hideControls;
  writeTitle();
}

/** Runs once per sign-in. The shell works without it, so a failure is only logged. */
export async function loadMeta(): Promise<void> {
  try {
    const { meta } = await appMeta.get();
    setMeta({ appName: meta.appName, hideControls: meta.hideControls ?? false });
  } catch (error) {
    if (!(error instanceof ApiError && error.isAborted))
      console.warn('The settings could not be read.', error);
  }
}

/** Clears the state, because another admin may sign in next. */
export function forget(): void {
  setMeta({ appName: '', hideControls: false });
}

/** Writes the title of the page again, when the environment has another name. */
export function writeTitle(): void {
  const { pageName, appName, isBranded } = state;
  const { current } = environment.state;
  const title = [pageName, ...(isBranded ? [appName, productName] : [])].filter(Boolean).join(' - ');
  document.title = current ? `${current.name}: ${title}` : title;
}
