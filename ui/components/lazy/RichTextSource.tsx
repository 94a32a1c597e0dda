import { useEffect, useRef, useState } from 'react';
import { setPreview } from '../../platform/trustedHtml';
import { Button } from '../basics/Button';
import { Note } from '../page/Note';
import { CodeEditor } from './CodeEditor';
import { previewOf } from './previewHtml';
import css from './RichText.module.css';
import type { RichTextProps } from './richTextProps';

const lookAfterMs = 300;

interface RichTextSourceProps extends RichTextProps {
  autoFocus: boolean;
  /** What the editor would drop of it. */
  loss: readonly string[];
  /** The text has been at rest for a moment. */
  onRest: (html: string) => void;
  onConvert: () => void;
}

/** HTML as it is stored, with a preview that runs and loads nothing. */
export function RichTextSource({ loss, onRest, onConvert, autoFocus, ...props }: RichTextSourceProps) {
  const { value } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [rested, setRested] = useState(value);
  const latest = useRef(onRest);

  useEffect(() => {
    latest.current = onRest;
  });

  useEffect(() => {
    if (value === rested) return;
    const timer = setTimeout(() => {
      setRested(value);
      latest.current(value);
    }, lookAfterMs);
    return () => clearTimeout(timer);
  }, [value, rested]);

  useEffect(() => {
    if (frame.current) setPreview(frame.current, previewOf(rested));
  }, [rested]);

  return (
    <div className={css.source}>
      {loss.length > 0 && (
        <Note
          kind="warning"
          role="status"
          actions={
            <Button size="small" disabled={props.disabled} onClick={onConvert}>
              Convert for the editor
            </Button>
          }
        >
          {`The editor would drop ${listed(loss)}. So that nothing is lost, this is the HTML source.`}
        </Note>
      )}
      <CodeEditor
        id={props.id}
        aria-label={props['aria-label']}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        aria-required={props['aria-required']}
        language="html"
        minHeight={270}
        maxHeight={700}
        autoFocus={autoFocus}
        isReadOnly={props.disabled}
        placeholder={props.placeholder}
        value={value}
        onChange={props.onChange}
      />
      <iframe ref={frame} className={css.preview} title="Preview" sandbox="" />
    </div>
  );
}

/** 'a', 'a and b', 'a, b and c'. */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
