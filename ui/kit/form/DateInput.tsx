import Calendar from 'lucide-react/icons/calendar';
import X from 'lucide-react/icons/x';
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { isComposing } from '../../base/keys';
import { IconButton } from '../basics/IconButton';
import { joinClasses } from '../basics/joinClasses';
import menu from '../overlay/Dropdown.module.css';
import { usePopover } from '../overlay/usePopover';
import css from './DateInput.module.css';
import { completeDate, DatePicker, shownDate } from './DatePicker';
import { TextInput, type TextInputProps } from './TextInput';

interface DateInputProps
  extends Omit<TextInputProps, 'type' | 'end' | 'icon' | 'isMono' | 'isPlain' | 'ref'> {
  /** The typed text, or the server's, which stays as it is until the person types or picks. */
  value: string;
  isRequired?: boolean | undefined;
}

/**
 * A moment in UTC, typed or picked from a UTC calendar. The browser's own input supports neither UTC nor 24
 * hours reliably.
 */
export function DateInput({ value, onChange, isRequired = false, ...native }: DateInputProps) {
  const { className, onFocus, onBlur } = native;
  const input = useRef<HTMLInputElement>(null);
  const anchor = useRef<HTMLSpanElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isPicking, setIsPicking] = useState(false);
  const id = useId();
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
    if (isTyped && completeDate(value) !== value) change(completeDate(value));
    onBlur?.(event);
  };

  const closePicker = () => {
    if (popover.current?.contains(document.activeElement)) anchor.current?.querySelector('button')?.focus();
    setIsPicking(false);
  };
  usePopover({ isOpen: isPicking, anchor, popover, placement: 'bottom-end', onClose: closePicker });

  const handlePickerKey = (event: KeyboardEvent) => {
    if (!isPicking || event.key !== 'Escape' || isComposing(event)) return;
    // Handled here, so that the surrounding panel stays open.
    event.preventDefault();
    closePicker();
  };

  return (
    <TextInput
      placeholder="YYYY-MM-DD HH:MM:SS"
      autoComplete="off"
      spellCheck={false}
      {...native}
      ref={input}
      className={joinClasses('digits', className)}
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
            {/* biome-ignore lint/a11y/noStaticElementInteractions: it only takes Escape from what is inside */}
            <span ref={anchor} onKeyDown={handlePickerKey}>
              <IconButton
                icon={Calendar}
                label="Pick a date"
                size="small"
                aria-haspopup="dialog"
                aria-expanded={isPicking}
                aria-controls={isPicking ? id : undefined}
                onClick={() => (isPicking ? closePicker() : setIsPicking(true))}
              />
              {isPicking && (
                <div
                  ref={popover}
                  id={id}
                  className={joinClasses(menu.root, css.picker)}
                  role="dialog"
                  aria-label="Pick a date"
                >
                  <DatePicker value={value} onChange={change} onClose={closePicker} />
                </div>
              )}
            </span>
          </>
        )
      }
    />
  );
}
