import { useEffect, useState } from 'react';
import { localDateTime, parseDate, printDate, timeAgo, zoneName } from '../../base/dates';
import { whileVisible } from '../../base/timers';
import { Missing } from './Missing';

const redrawEveryMs = 20_000;

interface Props {
  /** In the format of the server. */
  date: string;
}

/** The time since a moment, updated while it is visible; its tooltip shows the moment. */
export function TimeAgo({ date }: Props) {
  const [, redraw] = useState(0);
  useEffect(() => whileVisible(redrawEveryMs, () => redraw((turn) => turn + 1)), []);
  const time = parseDate(date);
  if (!time) return <Missing />;
  return (
    <time
      dateTime={time.toISOString()}
      data-tooltip={`${printDate(time).slice(0, 19)} UTC\n${localDateTime(date).slice(0, 19)} ${zoneName()}`}
    >
      {timeAgo(time.getTime(), Date.now())}
    </time>
  );
}
