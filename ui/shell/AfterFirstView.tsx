import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { announce } from '../components/basics/announce';
import { joinClasses } from '../components/basics/joinClasses';
import { lazyComponent } from '../components/lazy/lazyComponent';
import { installTooltips } from '../components/overlay/tooltips';
import { pageSearch } from '../platform/focus';
import { listenForKeys } from '../state/commandKeys';
import { type Command, register } from '../state/commands';
import * as confirm from '../state/confirm';
import * as session from '../state/session';
import * as toasts from '../state/toasts';
import * as waiting from '../state/waiting';
import css from './AfterFirstView.module.css';
import { PaletteHost } from './palette/PaletteHost';
import * as shownPopup from './palette/shownPopup';
import { fetchAhead } from './prefetch';

const ImportDrop = lazyComponent(async () => (await import('../chunks/desk')).ImportDrop, {
  onFailure: () => null,
});

/** Tooltips, the keys of commands, the line of a slow server, dropped files, the code of later views. */
export function AfterFirstView() {
  const [isDragged, setIsDragged] = useState(false);
  useEffect(installTooltips, []);
  useEffect(fetchAhead, []);
  useEffect(listenForKeys, []);
  useEffect(() => register(...everywhereCommands), []);
  useEffect(() => {
    // The browser repeats dragover, so a drag that began before this code was there counts, too.
    const handleDrag = () => setIsDragged(true);
    document.addEventListener('dragover', handleDrag, { once: true });
    return () => document.removeEventListener('dragover', handleDrag);
  }, []);
  return (
    <>
      <WaitingLine />
      <PaletteHost />
      {isDragged && <ImportDrop />}
    </>
  );
}

/** A line at the top of the window while the server takes more than a second to respond. */
function WaitingLine() {
  const { isLong } = useSnapshot(waiting.state);
  useEffect(waiting.follow, []);
  useEffect(() => {
    if (isLong) announce('Waiting for the server...');
  }, [isLong]);
  // Read out above, and no landmark holds it. One line is enough.
  return (
    isLong &&
    !document.querySelector('#content [role="progressbar"]') && (
      <div className={joinClasses(css.root, 'runningLine')} aria-hidden />
    )
  );
}

/** A question must be answered first. */
const isFree = () => session.isSignedIn() && !confirm.state.question;

const everywhereCommands: readonly Command[] = [
  {
    id: 'goTo',
    title: 'Go to',
    group: 'everywhere',
    keys: 'Mod+K',
    isHeardInInputs: true,
    isAvailable: isFree,
    run: () => (shownPopup.state.shown === 'goTo' ? shownPopup.close() : shownPopup.open('goTo')),
  },
  {
    id: 'shortcuts',
    title: 'Keyboard shortcuts',
    group: 'everywhere',
    keys: '?',
    isAvailable: isFree,
    run: () => (shownPopup.state.shown === 'shortcuts' ? shownPopup.close() : shownPopup.open('shortcuts')),
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
