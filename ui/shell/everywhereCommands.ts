import { pageSearch } from '../platform/focus';
import type { Command } from '../state/commands';
import * as confirm from '../state/confirm';
import * as session from '../state/session';
import * as toasts from '../state/toasts';
import { close, open, state } from './palette/shownPopup';

/** A question must be answered first. */
const isFree = () => session.isSignedIn() && !confirm.state.question;

export const everywhereCommands: readonly Command[] = [
  {
    id: 'goTo',
    title: 'Go to',
    group: 'everywhere',
    keys: 'Mod+K',
    isHeardInInputs: true,
    isAvailable: isFree,
    run: () => (state.shown === 'goTo' ? close() : open('goTo')),
  },
  {
    id: 'shortcuts',
    title: 'Keyboard shortcuts',
    group: 'everywhere',
    keys: '?',
    isAvailable: isFree,
    run: () => (state.shown === 'shortcuts' ? close() : open('shortcuts')),
  },
  {
    id: 'search',
    title: 'Search this page',
    group: 'page',
    keys: '/',
    isAvailable: () => pageSearch() !== null,
    run: () => pageSearch()?.focus(),
  },
  {
    id: 'undo',
    title: 'Undo',
    group: 'everywhere',
    keys: 'Mod+Z',
    writes: true,
    isAvailable: toasts.hasUndo,
    run: toasts.pressNewestUndo,
  },
];
