import { useEffect } from 'react';
import { installTooltips } from '../components/overlay/tooltips';
import { ImportDrop } from '../screens/records/import/ImportDrop';
import { fetchAhead } from './prefetch';
import { WaitingLine } from './WaitingLine';

/**
 * The shell loads this after the first view: tooltips, the line of a slow server, dropped files, the code of
 * later views.
 */
export function AfterFirstView() {
  useEffect(installTooltips, []);
  useEffect(fetchAhead, []);
  return (
    <>
      <WaitingLine />
      <ImportDrop />
    </>
  );
}
