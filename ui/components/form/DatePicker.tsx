import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { parseDate, printDate, utcDay } from '../../platform/dates';
import { isComposing } from '../../platform/keys';
import { Button } from '../basics/Button';
import { IconButton } from '../basics/IconButton';
import { joinClasses } from '../basics/joinClasses';
import {
  addMonths,
  type Day,
  dayAfterKey,
  dayName,
  monthName,
  monthWeeks,
  normalTime,
  weekdays,
} from './calendar';
import css from './DatePicker.module.css';
import { completeDate, shownDate } from './dateText';
import { TextInput } from './TextInput';

interface DatePickerProps {
  /** A date of the server or the typed text; an invalid date counts as none. */
  value: string;
  /** `2026-11-24 08:00:00`, in UTC. */
  onChange: (text: string) => void;
  onClose: () => void;
}

/**
 * A month of days and a 24-hour time, both in UTC, with the keys of the ARIA date grid. Enter picks the day
 * and closes; a click picks it and keeps the picker open for the time.
 */
export function DatePicker({ value, onChange, onClose }: DatePickerProps) {
  const [picked = '', time = ''] = parseDate(value) ? shownDate(completeDate(value)).split(' ') : [];
  const today = utcDay(printDate(new Date()));
  const [day, setDay] = useState<Day>(picked || today);
  const [typedTime, setTypedTime] = useState<string | null>(null);
  const grid = useRef<HTMLTableElement>(null);
  const hasMoved = useRef(true);
  const id = useId();
  const isWrongTime = typedTime !== null && normalTime(typedTime) === null;

  useLayoutEffect(() => {
    if (!hasMoved.current) return;
    hasMoved.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus({ preventScroll: true });
  }, [day]);

  function pick(next: Day) {
    setDay(next);
    onChange(`${next} ${time || '00:00:00'}`);
  }

  function handleGridKey(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault();
      pick(day);
      onClose();
      return;
    }
    const next = dayAfterKey(day, event.key, event.shiftKey);
    if (next === null) return;
    event.preventDefault();
    hasMoved.current = true;
    setDay(next);
  }

  function handleTime(text: string) {
    setTypedTime(text);
    const next = normalTime(text);
    if (next !== null) onChange(`${picked || day} ${next}`);
  }

  function handleTimeKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || isComposing(event)) return;
    // Enter must not submit the surrounding form.
    event.preventDefault();
    if (!isWrongTime) onClose();
  }

  function handleNow() {
    const now = printDate(new Date()).slice(0, 'YYYY-MM-DD HH:MM:SS'.length);
    setDay(now.slice(0, 10));
    setTypedTime(null);
    onChange(now);
  }

  return (
    <>
      <div className={css.head}>
        <IconButton
          icon={ChevronLeft}
          label="Previous month"
          size="small"
          onClick={() => setDay(addMonths(day, -1))}
        />
        <span id={id} className={css.month} aria-live="polite">
          {monthName(day)}
        </span>
        <IconButton
          icon={ChevronRight}
          label="Next month"
          size="small"
          onClick={() => setDay(addMonths(day, 1))}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of dates is a grid */}
      <table ref={grid} role="grid" aria-labelledby={id} className={css.grid} onKeyDown={handleGridKey}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(day).map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid can be selected
                // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes the focus
                <td key={one} role="gridcell" aria-selected={one === picked}>
                  <button
                    type="button"
                    className={joinClasses(
                      css.day,
                      one === picked && css.picked,
                      one.slice(0, 7) !== day.slice(0, 7) && css.outside,
                    )}
                    data-day={one}
                    tabIndex={one === day ? 0 : -1}
                    aria-label={dayName(one)}
                    aria-current={one === today ? 'date' : undefined}
                    // The server takes years of four digits only.
                    disabled={one.length > 10}
                    onClick={() => pick(one)}
                  >
                    {Number(one.slice(-2))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={css.foot}>
        <div className={css.time}>
          <label htmlFor={`${id}time`}>Time (UTC)</label>
          <TextInput
            id={`${id}time`}
            value={typedTime ?? time}
            placeholder="HH:MM:SS"
            autoComplete="off"
            aria-invalid={isWrongTime || undefined}
            onChange={handleTime}
            onBlur={() => !isWrongTime && setTypedTime(null)}
            onKeyDown={handleTimeKey}
          />
        </div>
        <Button kind="quiet" size="small" onClick={handleNow}>
          Now
        </Button>
        <Button size="small" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  );
}
