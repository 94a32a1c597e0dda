import { useEffect } from 'react';
import { installTooltips } from '../components/overlay/tooltips';
import { fetchAhead } from './prefetch';
import { WaitingLine } from './WaitingLine';

/** The shell loads this after the first view: tooltips, the line of a slow server, the code of later views. */
export function AfterFirstView() {
  useEffect(installTooltips, []);
  useEffect(fetchAhead, []);
  return <WaitingLine />;
}
