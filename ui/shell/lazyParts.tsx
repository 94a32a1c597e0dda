import { lazyPart } from '../components/lazy/lazyPart';

/** What a question is asked with; who only looks around is asked none. */
export const ConfirmPopup = lazyPart(async () => (await import('./ConfirmPopup')).ConfirmPopup);

export const PanelFault = lazyPart(async () => (await import('./PanelFault')).PanelFault);

/** Most visits end before their session does. */
export const SignInPopup = lazyPart(async () => (await import('./SignInPopup')).SignInPopup);

/** What protects an open form must be there when the server is away, or has another build, by then. */
export function preloadGuards(): void {
  for (const part of [ConfirmPopup, PanelFault, SignInPopup]) part.preload();
}
