import CircleAlert from 'lucide-react/icons/circle-alert';
import Search from 'lucide-react/icons/search';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { Button } from '../basics/Button';
import { Icon } from '../basics/Icon';
import { TextInput } from '../form/TextInput';
import css from './SearchBar.module.css';

interface SearchBarProps {
  /** What is searched for now. */
  applied: string;
  placeholder: string;
  /** What is wrong with the applied text. */
  error?: string | undefined;
  /** What else is to be said of the applied search. */
  note?: string | undefined;
  onApply: (text: string) => void;
  /** Behind the input. */
  children?: ReactNode;
}

/** A search that is typed, then applied with Enter; Clear applies at once. */
export function SearchBar({ applied, placeholder, error, note, onApply, children }: SearchBarProps) {
  const [text, setText] = useState(applied);
  const noteId = useId();

  // The address may change by other means: the back button, a link, another collection.
  useEffect(() => setText(applied), [applied]);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onApply(text.trim());
  }

  function handleClear() {
    setText('');
    if (applied !== '') onApply('');
  }

  return (
    <search className={css.root}>
      <form className={css.line} onSubmit={handleSubmit}>
        <TextInput
          isMono
          icon={Search}
          aria-label="Search"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error || note ? noteId : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={applied || placeholder}
          value={text}
          // Pasted line breaks are blanks: an input has one line.
          onChange={(next) => setText(next.replace(/[\r\n]+/g, ' '))}
          end={
            <>
              {text.trim() !== applied && (
                <Button type="submit" size="small" className={css.apply}>
                  Search
                </Button>
              )}
              {(text !== '' || applied !== '') && (
                <Button kind="quiet" size="small" onClick={handleClear}>
                  Clear
                </Button>
              )}
            </>
          }
        />
        {children}
      </form>
      <p id={noteId} className={error ? css.error : css.note} role="status">
        {error && <Icon of={CircleAlert} size={13} />}
        {error ?? note}
      </p>
    </search>
  );
}
