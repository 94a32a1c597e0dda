import { useEffect, useState } from 'react';
import { lazyComponent } from '../components/lazy/lazyComponent';
import { installTooltips } from '../components/overlay/tooltips';
import { fetchAhead } from './prefetch';
import { installUndoKey } from './undoKey';
import { WaitingLine } from './WaitingLine';

const ImportDrop = lazyComponent(async () => (await import('../chunks/recordParts')).ImportDrop, {
  onFailure: () => null,
});

/**
 * The shell loads this after the first view: tooltips, the key of Undo, the line of a slow server, dropped files, the
 * code of later views.
 */
export function AfterFirstView() {
  const [isDragged, setIsDragged] = useState(false);
  useEffect(installTooltips, []);
  useEffect(fetchAhead, []);
  useEffect(installUndoKey, []);
  useEffect(() => {
    const handleDrag = () => setIsDragged(true);
    document.addEventListener('dragenter', handleDrag, { once: true });
    return () => document.removeEventListener('dragenter', handleDrag);
  }, []);
  return (
    <>
      <WaitingLine />
      {isDragged && <ImportDrop />}
    </>
  );
}
