import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { parseDate, printDate, utcDay } from '../../base/dates';
import { isComposing } from '../../base/keys';
import { Button } from '../basics/Button';
import { IconButton } from '../basics/IconButton';
import { joinClasses } from '../basics/joinClasses';
import css from './DatePicker.module.css';
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
                      one.slice(0, 7) !== day.slice(0, 7) && 'subtle',
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

/** Days of the Gregorian calendar as texts: `2026-11-24`, without a time and so without a zone. */
type Day = string;

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const dayMs = 86_400_000;
const firstDay = '0000-01-01';
const lastDay = '9999-12-31';

/** Returns six weeks from Monday to Sunday that contain the whole month of the day. */
function monthWeeks(day: Day): Day[][] {
  const first = `${day.slice(0, 7)}-01`;
  const start = addDays(first, -weekdayOf(first), { isFree: true });
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => addDays(start, week * 7 + at, { isFree: true })),
  );
}

/** Returns `November 2026`. */
function monthName(day: Day): string {
  return toDate(day).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Returns `Tuesday, November 24, 2026`. */
function dayName(day: Day): string {
  return toDate(day).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' });
}

/** Returns the day that a key moves to in a date grid; null for every other key. */
function dayAfterKey(day: Day, key: string, hasShift: boolean): Day | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return addMonths(day, hasShift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, hasShift ? 12 : 1);
    default:
      return null;
  }
}

/**
 * Returns the same day of another month, or its last day if the month is shorter. Stays within the years 0 to
 * 9999.
 */
function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const total = year * 12 + month - 1 + months;
  if (total < 0) return firstDay;
  if (total >= 10_000 * 12) return lastDay;
  const begin = `${String(Math.floor(total / 12)).padStart(4, '0')}-${String((total % 12) + 1).padStart(2, '0')}`;
  for (let last = date; ; last--) {
    const found = `${begin}-${String(last).padStart(2, '0')}`;
    if (last <= 28 || toText(toDate(found)) === found) return found;
  }
}

/** Stays within the years 0 to 9999, unless `isFree`: the weeks of the first and the last month go beyond. */
function addDays(day: Day, days: number, { isFree = false } = {}): Day {
  const date = new Date(toDate(day).getTime() + days * dayMs);
  const year = date.getUTCFullYear();
  if (isFree || (year >= 0 && year <= 9999)) return toText(date);
  return year < 0 ? firstDay : lastDay;
}

/** 0 for Monday. */
function weekdayOf(day: Day): number {
  return (toDate(day).getUTCDay() + 6) % 7;
}

function toDate(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

function toText(date: Date): Day {
  return date.toISOString().slice(0, -'T00:00:00.000Z'.length);
}

/** Normalizes `8:5` to `08:05:00`; keeps a fraction of a second. Null for a text that is no 24-hour time. */
function normalTime(text: string): string | null {
  const [, hours, minutes, seconds = '0', fraction = ''] =
    /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(\.\d{1,9})?)?$/.exec(text.trim()) ?? [];
  if (Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60)
    return `${[hours, minutes, seconds].map((part) => part?.padStart(2, '0')).join(':')}${fraction}`;
  return null;
}

/**
 * Returns a server date as a person would type it: `2026-11-24 08:00:00`, in UTC, without the `Z`. Keeps a fraction of a
 * second, and a text that is no date.
 */
export function shownDate(text: string): string {
  return parseDate(text) ? text.replace(/Z$/, '').replace(/\.0+$/, '').replace('T', ' ') : text;
}

/** Completes a typed date with hours, minutes and seconds; keeps a text that is no date. */
export function completeDate(text: string): string {
  const typed = text.trim();
  if (!parseDate(typed)) return typed;
  const [day = '', time = ''] = shownDate(typed).split(' ');
  const [clock = '', fraction] = time.split('.');
  const [hours = '00', minutes = '00', seconds = '00'] = clock ? clock.split(':') : [];
  return `${day} ${hours}:${minutes}:${seconds}${fraction ? `.${fraction}` : ''}`;
}
