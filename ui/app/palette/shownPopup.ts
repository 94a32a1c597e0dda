import { proxy } from 'valtio/vanilla';

type Shown = 'goTo' | 'shortcuts' | 'environment';

/** The open popup: the palette, the list of keyboard shortcuts, or the name of the server. */
export const state = proxy<{ shown: Shown | null }>({ shown: null });

export function open(shown: Shown): void {
  state.shown = shown;
}

export function close(): void {
  state.shown = null;
}
