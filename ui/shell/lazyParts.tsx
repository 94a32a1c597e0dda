import { lazyPart } from '../components/lazy/lazyPart';

/** Most visits end before their session does. */
export const SignInPopup = lazyPart(async () => (await import('./SignInPopup')).SignInPopup);
