import { localDateTime, utcDay, utcTime } from '../../platform/dates';
import css from './DateText.module.css';

/** A server date as day and dimmed time in UTC; the reader's own time, with ms, is in the tooltip. */
export function DateText({ value }: { value: string }) {
  const day = utcDay(value);
  if (day === '') return <span className={css.none}>N/A</span>;
  return (
    <span className={css.root} data-tooltip={localDateTime(value)}>
      {day}
      <span className={css.time}>{utcTime(value)}</span>
    </span>
  );
}
