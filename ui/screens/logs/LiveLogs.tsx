import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { IconButton } from '../../components/basics/IconButton';
import { LiveButton } from '../../components/basics/LiveButton';
import type { LogTail } from './logTail';

interface Props {
  tail: LogTail;
  /** The scrolling element with the rows. */
  table: () => HTMLElement | null;
}

/**
 * Switches the live tail. New logs go on top if this moves nothing that the user reads or points at.
 * Otherwise they are counted until the user clicks the count.
 */
export function LiveLogs({ tail, table }: Props) {
  const { status, fresh, isMore } = useSnapshot(tail.state);
  const isOn = status !== 'off';

  useEffect(() => {
    // With more new rows than were read, showing them reloads the list; only the user starts that.
    if (fresh.length > 0 && !isMore && status === 'live' && isUndisturbed(table())) tail.show();
  }, [fresh, isMore, status, tail, table]);

  function handleShow() {
    tail.show();
    table()?.scrollTo({ top: 0 });
  }

  // In the order in which they appear, so that nothing moves.
  return (
    <>
      <LiveButton
        size="small"
        isOn={isOn}
        tooltip={isOn ? 'Stop live updates' : 'Check for new logs every 3 seconds'}
        onClick={isOn ? tail.stop : tail.start}
      />
      <IconButton
        icon={status === 'paused' ? Play : Pause}
        size="small"
        label={status === 'paused' ? 'Resume' : 'Pause'}
        style={isOn ? undefined : { visibility: 'hidden' }}
        onClick={status === 'paused' ? tail.resume : tail.pause}
      />
      <span role="status">
        {status === 'lost' && 'Reconnecting...'}
        {fresh.length > 0 && (
          <Button size="small" kind="primary" onClick={handleShow}>
            {fresh.length}
            {isMore && '+'} new {fresh.length === 1 && !isMore ? 'log' : 'logs'}
          </Button>
        )}
      </span>
    </>
  );
}

function isUndisturbed(table: HTMLElement | null): boolean {
  return table === null || (table.scrollTop === 0 && !table.matches(':hover, :focus-within'));
}
