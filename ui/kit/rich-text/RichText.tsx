import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../basics/Button';
import { joinClasses } from '../basics/joinClasses';
import { useModule } from '../lazy/useModule';
import css from './RichText.module.css';
import type { RichTextProps } from './richTextProps';
import { useLabel } from './useLabel';

const startAfterMs = 100;

const loadEditor = () => import('../../app/entries/richText');

/**
 * An input for rich text. The editor is fetched soon after the box becomes visible, or when it is focused.
 * HTML that the editor cannot hold completely is shown as source until the user converts it. Label it by a
 * `Field` or by `aria-label`.
 */
export function RichText(props: RichTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isWanted, setIsWanted] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  // An empty text is one line, until it gets the focus.
  const [isUsed, setUsed] = useState(false);
  const isFolded = props.value === '' && !isUsed;
  const { module, hasFailed, retry } = useModule(loadEditor, isWanted);
  const isInView = useInView(box);
  const labelId = useLabel(props.id, () => box.current?.focus());

  useEffect(() => {
    if (!isInView) return;
    const timer = setTimeout(() => setIsWanted(true), startAfterMs);
    return () => clearTimeout(timer);
  }, [isInView]);

  if (module && !isFolded) return <module.RichTextEditor {...props} autoFocus={hasFocus} />;
  if (hasFailed) {
    return (
      <div className={joinClasses(css.root, css.broken)} role="alert">
        The editor could not be loaded.
        <Button size="small" onClick={retry}>
          Retry
        </Button>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: it replaces the editor, which is no native control
    <div
      ref={box}
      id={props.id}
      className={css.root}
      role="textbox"
      aria-multiline
      aria-readonly={!module || props.disabled}
      aria-busy={!module}
      aria-label={props['aria-label']}
      aria-labelledby={labelId}
      aria-describedby={props['aria-describedby']}
      tabIndex={0}
      onFocus={() => {
        setIsWanted(true);
        setHasFocus(true);
        setUsed(true);
      }}
      onBlur={() => setHasFocus(false)}
    >
      {isFolded ? (
        <div className={css.folded}>{props.placeholder}</div>
      ) : (
        <div className={css.bones}>
          {bones.map((width) => (
            <span key={width} className="bone" style={{ width }} />
          ))}
        </div>
      )}
    </div>
  );
}

const bones = ['62%', '88%', '74%'];

/** True once the element has been visible. */
function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(false);

  useEffect(() => {
    if (!element.current || isInView) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setInView(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isInView]);

  return isInView;
}
