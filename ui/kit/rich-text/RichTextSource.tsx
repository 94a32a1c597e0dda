import { useEffect, useRef, useState } from 'react';
import { joinWords } from '../../base/lists';
import { parseHtml, setPreview } from '../../base/trustedHtml';
import { Button } from '../basics/Button';
import { CodeEditor } from '../code-editor/CodeEditor';
import { Note } from '../layout/Note';
import type { Obstacle } from './editableHtml';
import { isOurs } from './pictures';
import css from './RichText.module.css';
import type { RichTextProps } from './richTextProps';

const lookAfterMs = 300;

interface RichTextSourceProps extends RichTextProps {
  autoFocus: boolean;
  obstacle: Obstacle | null;
  /** Called when the text has not changed for a moment. */
  onRest: (html: string) => void;
  /** Called when the user wants a large text in the editor anyway. */
  onOpen: () => void;
  onConvert: () => void;
}

/** Stored HTML, with a preview that runs and loads nothing. */
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
            : `The editor would drop ${joinWords(obstacle)}. To keep everything, edit the HTML source.`}
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

const unwanted =
  'base, embed, frame, frameset, iframe, link, meta, noembed, noscript, object, script, template';
const addresses = ['src', 'srcset', 'href', 'xlink:href', 'poster', 'background', 'ping', 'data'];

/**
 * Returns the HTML as a page for the sandboxed preview. The sandbox and the policy of our page stop scripts
 * and requests. This removes what they would stop, because each case would be reported as an attack. It also
 * removes early connections, which they would not stop. Pictures of other servers are boxes with their
 * address.
 */
function previewOf(html: string): string {
  const document = parseHtml(html);
  for (const element of document.querySelectorAll(unwanted)) element.remove();
  for (const element of document.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) {
      if (/^(?:on|autofocus$)/.test(name) || (addresses.includes(name) && !isKept(element, name)))
        element.removeAttribute(name);
    }
    if (/url\(|image-set\(/i.test(element.getAttribute('style') ?? '')) element.removeAttribute('style');
  }
  document.body.style.font = '14px/1.5 system-ui, sans-serif';
  document.body.style.overflowWrap = 'anywhere';
  return new XMLSerializer().serializeToString(document);
}

function isKept(element: Element, name: string): boolean {
  const address = element.getAttribute(name) ?? '';
  if (name === 'href' && element.localName === 'a') return true;
  if (name === 'src' && element.localName === 'img') {
    if (isOurs(address)) return true;
    element.setAttribute('alt', `[${element.getAttribute('alt') || address}]`);
    element.setAttribute('title', address);
  }
  return false;
}
