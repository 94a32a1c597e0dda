import CircleAlert from 'lucide-react/icons/circle-alert';
import Search from 'lucide-react/icons/search';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../basics/Button';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import { CodeEditor, type CodeEditorProps } from '../code-editor/CodeEditor';
import css from './SearchBar.module.css';

interface SearchBarProps {
  applied: string;
  placeholder: string;
  /** The error in the applied text. */
  error?: ReactNode;
  /** A further remark about the applied search. */
  note?: string | undefined;
  /** The completions while typing. */
  words?: CodeEditorProps['words'];
  onApply: (text: string) => void;
  /** The overlay around it opens with the focus here. */
  'data-autofocus'?: boolean;
  /** Shown after the input. */
  children?: ReactNode;
}

/** A search that Enter applies; Clear applies at once. */
export function SearchBar(props: SearchBarProps) {
  const { applied, placeholder, error, note, words, onApply, children } = props;
  const [text, setText] = useState(applied);
  const noteId = useId();
  const root = useRef<HTMLElement>(null);

  // The URL also changes by the back button, a link or another collection.
  useEffect(() => setText(applied), [applied]);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onApply(text.trim());
  }

  function handleClear() {
    setText('');
    // The pressed button disappears, so the input gets the focus.
    root.current?.querySelector<HTMLElement>('[contenteditable], input')?.focus();
    if (applied !== '') onApply('');
  }

  return (
    <search ref={root} className={css.root}>
      <form className={css.line} onSubmit={handleSubmit}>
        <CodeEditor
          language="filter"
          isSingleLine
          icon={Search}
          aria-label="Search"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error || note ? noteId : undefined}
          data-autofocus={props['data-autofocus']}
          placeholder={applied || placeholder}
          value={text}
          words={words}
          onChange={setText}
          end={
            (text !== '' || applied !== '') && (
              <>
                {text.trim() !== applied && (
                  <Button type="submit" kind="primary" size="small">
                    Search
                  </Button>
                )}
                <Button kind="quiet" size="small" onClick={handleClear}>
                  Clear
                </Button>
              </>
            )
          }
        />
        {children}
      </form>
      <p id={noteId} className={joinClasses(css.note, error ? 'danger' : 'subtle')} role="status">
        {error && <Icon of={CircleAlert} size={13} />}
        {error ?? note}
      </p>
    </search>
  );
}
