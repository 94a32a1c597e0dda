import { useEffect, useRef, useState } from 'react';
import { setPreview } from '../../platform/trustedHtml';
import { Button } from '../basics/Button';
import { Note } from '../page/Note';
import { CodeEditor } from './CodeEditor';
import { listed } from './droppedHtml';
import { previewOf } from './previewHtml';
import css from './RichText.module.css';
import type { RichTextProps } from './richTextProps';
import type { Obstacle } from './roundTrip';

const lookAfterMs = 300;

interface RichTextSourceProps extends RichTextProps {
  autoFocus: boolean;
  obstacle: Obstacle | null;
  /** The text has been at rest for a moment. */
  onRest: (html: string) => void;
  /** A large text is wanted in the editor all the same. */
  onOpen: () => void;
  onConvert: () => void;
}

/** HTML as it is stored, with a preview that runs and loads nothing. */
export function RichTextSource(given: RichTextSourceProps) {
  const { obstacle, onRest, onOpen, onConvert, autoFocus, ...props } = given;
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
      {obstacle && (
        <Note
          kind={obstacle === 'size' ? 'info' : 'warning'}
          role="status"
          actions={
            <Button size="small" disabled={props.disabled} onClick={obstacle === 'size' ? onOpen : onConvert}>
              {obstacle === 'size' ? 'Open in the editor' : 'Convert for the editor'}
            </Button>
          }
        >
          {obstacle === 'size'
            ? 'This text is large and would make the editor slow. It is shown as HTML source.'
            : `The editor would drop ${listed(obstacle)}. To keep everything, edit the HTML source.`}
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
