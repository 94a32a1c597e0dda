import Calendar from 'lucide-react/icons/calendar';
import { localDateTime, utcDay, utcTime, utcTimeWithMs } from '../../base/dates';
import { DateInput } from '../../kit/form/DateInput';
import { textOf } from '../../model/types/fieldType';
import css from './date.module.css';
import type { FieldLook } from './fieldLook';

/** In a table, the time is paler than the day. Both are in UTC. */
export const date: FieldLook = {
  icon: Calendar,
  isTyped: true,
  hasButton: true,
  cell: ({ value }) => (
    <>
      {utcDay(textOf(value))} <span className={css.time}>{utcTime(textOf(value))}</span>
    </>
  ),
  tooltip: (_, value) => localDateTime(textOf(value)),
  preview: ({ value }) => (
    <span className="digits" data-tooltip={localDateTime(textOf(value))}>
      {utcDay(textOf(value))} {utcTimeWithMs(textOf(value))} <span className="subtle">UTC</span>
    </span>
  ),
  Input: ({ control, value, isRequired, onChange }) => (
    <DateInput {...control} isRequired={isRequired} value={String(value)} onChange={onChange} />
  ),
  hint: () => 'UTC',
  FilterInput({ operator, control, value, onChange }) {
    const isDay = operator === 'is' || operator === 'isNot';
    return (
      <DateInput
        {...control}
        isRequired
        placeholder={isDay ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:MM:SS'}
        value={value}
        // The input adds midnight to a day.
        onChange={(text) => onChange(isDay ? text.replace(/ 00:00:00$/, '') : text)}
      />
    );
  },
};
