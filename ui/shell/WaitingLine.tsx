import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { announce } from '../components/basics/announce';
import { joinClasses } from '../components/basics/joinClasses';
import * as waiting from '../state/waiting';
import css from './WaitingLine.module.css';

/** A line at the top of the window while the server takes more than a second to respond. */
export function WaitingLine() {
  const { isLong } = useSnapshot(waiting.state);
  useEffect(waiting.follow, []);
  useEffect(() => {
    if (isLong) announce('Waiting for the server...');
  }, [isLong]);
  // Read out above, and no landmark holds it.
  return isLong && <div className={joinClasses(css.root, 'runningLine')} aria-hidden />;
}
