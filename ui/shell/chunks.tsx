import { lazyComponent } from '../components/lazy/lazyComponent';

/** The page works without it, so a failure is silent. */
export const AfterFirstView = lazyComponent(
  async () => (await import('../chunks/afterFirstView')).AfterFirstView,
  { onFailure: () => null },
);

/** In its own chunk, because a visit without changes needs no question. */
export const ConfirmPopup = lazyComponent(async () => (await import('../chunks/panels')).ConfirmPopup);

export const PanelFault = lazyComponent(async () => (await import('../chunks/panels')).PanelFault);

/** In its own chunk, because most visits end before their session does. */
export const SignInPopup = lazyComponent(async () => (await import('../chunks/panels')).SignInPopup);

/** Loads the popups that protect an open form: later the server may be unreachable or have another build. */
export function preloadGuards(): void {
  for (const part of [ConfirmPopup, PanelFault, SignInPopup]) part.preload();
}
