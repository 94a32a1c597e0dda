import { useEffect, useState } from 'react';
import { lazyComponent } from '../components/lazy/lazyComponent';
import { installTooltips } from '../components/overlay/tooltips';
import { listenForKeys } from '../state/commandKeys';
import { register } from '../state/commands';
import { everywhereCommands } from './everywhereCommands';
import { PaletteHost } from './palette/PaletteHost';
import { fetchAhead } from './prefetch';
import { WaitingLine } from './WaitingLine';

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
