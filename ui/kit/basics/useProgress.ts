import { useEffect, useRef } from 'react';
import { announce } from './announce';

const everyMs = 10_000;

/** Makes screen readers say a progress every ten seconds while it runs. */
export function useProgress(text: string, isRunning: boolean): void {
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => announce(latest.current), everyMs);
    return () => clearInterval(timer);
  }, [isRunning]);
}
