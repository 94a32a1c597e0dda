import Calendar from 'lucide-react/icons/calendar';
import X from 'lucide-react/icons/x';
import { type FocusEvent, useRef, useState } from 'react';
import { IconButton } from '../basics/IconButton';
import { joinClasses } from '../basics/joinClasses';
import css from './DateInput.module.css';
import { normalDate, pickerValue, shownDate } from './dateText';
import { TextInput, type TextInputProps } from './TextInput';

export interface DateInputProps
  extends Omit<TextInputProps, 'type' | 'end' | 'icon' | 'isMono' | 'isPlain' | 'ref'> {
  /** What was typed, or the text of the server; it is never rewritten by being looked at. */
  value: string;
  isRequired?: boolean | undefined;
}

/** A moment in UTC, typed or picked in the browser's own calendar. */
export function DateInput({ value, onChange, isRequired = false, ...native }: DateInputProps) {
  const { className, onFocus, onBlur } = native;
  const input = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [former, setFormer] = useState(value);
  const isTyped = typed === value;
  const shown = isTyped ? value : shownDate(value);
  const isFixed = native.disabled || native.readOnly;

  const change = (text: string) => {
    const next = text === shownDate(former) ? former : text;
    setTyped(next === text ? text : null);
    onChange(next);
  };

  const handleFocus = (event: FocusEvent<HTMLInputElement>) => {
    if (!isTyped) setFormer(value);
    onFocus?.(event);
  };

  const handleBlur = (event: FocusEvent<HTMLInputElement>) => {
    if (isTyped && normalDate(value) !== value) change(normalDate(value));
    onBlur?.(event);
  };

  const openPicker = () => {
    try {
      picker.current?.showPicker();
    } catch {
      // No picker here, as in a frame of another origin: the text can still be typed.
      input.current?.focus();
    }
  };

  return (
    <TextInput
      placeholder="YYYY-MM-DD HH:MM:SS"
      autoComplete="off"
      spellCheck={false}
      {...native}
      ref={input}
      className={joinClasses(css.root, className)}
      value={shown}
      onChange={change}
      onFocus={handleFocus}
      onBlur={handleBlur}
      end={
        !isFixed && (
          <>
            {!isRequired && value !== '' && (
              <IconButton
                icon={X}
                label="Clear"
                size="small"
                onClick={() => {
                  input.current?.focus();
                  change('');
                }}
              />
            )}
            <IconButton icon={Calendar} label="Pick a date" size="small" onClick={openPicker} />
            <input
              ref={picker}
              className={css.picker}
              type="datetime-local"
              step={1}
              tabIndex={-1}
              aria-hidden
              value={pickerValue(value)}
              onChange={(event) => event.target.value && change(normalDate(event.target.value))}
            />
          </>
        )
      }
    />
  );
}
