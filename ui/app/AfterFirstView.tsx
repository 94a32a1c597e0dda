import Keyboard from 'lucide-react/icons/keyboard';
import Search from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { pageSearch } from '../base/focus';
import { announce } from '../kit/basics/announce';
import { joinClasses } from '../kit/basics/joinClasses';
import { lazyComponent } from '../kit/lazy/lazyComponent';
import { installTooltips } from '../kit/overlay/tooltips';
import { listenForKeys } from '../page/commandKeys';
import { type Command, register } from '../page/commands';
import * as confirm from '../page/confirm';
import * as session from '../page/session/session';
import * as waiting from '../page/slowCalls';
import * as toasts from '../page/toasts';
import css from './AfterFirstView.module.css';
import { PaletteHost } from './palette/PaletteHost';
import * as shownPopup from './palette/shownPopup';
import { fetchAhead } from './prefetch';

const ImportDrop = lazyComponent(async () => (await import('./entries/desk')).ImportDrop, {
  onFailure: () => null,
});

/** Adds what can come after the first view: tooltips, keys, `WaitingLine`, dropped files, the code of later views. */
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
  useEffect(() => (isLong ? announce('Waiting for the server...') : undefined), [isLong]);
  // `aria-hidden`, because the text is read out above. Not shown while the page itself has a bar of progress.
  return (
    isLong &&
    !document.querySelector('#content [role="progressbar"]') && (
      <div className={joinClasses(css.root, 'runningLine')} aria-hidden />
    )
  );
}

/** False while a question is open, because it must be answered first. */
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
    icon: Keyboard,
    group: 'everywhere',
    keys: '?',
    isAvailable: isFree,
    run: () => (shownPopup.state.shown === 'shortcuts' ? shownPopup.close() : shownPopup.open('shortcuts')),
  },
  {
    id: 'search',
    title: 'Search this page',
    icon: Search,
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
