import { type RefObject, useEffect, useRef, useState } from 'react';
import { loadChunk } from '../../platform/chunks';
import { Button } from '../basics/Button';
import { joinClasses } from '../basics/joinClasses';
import css from './RichText.module.css';
import type { RichTextEditor } from './RichTextEditor';
import type { RichTextProps } from './richTextProps';
import { useLabel } from './useLabel';

const startAfterMs = 100;

/**
 * An input for rich text. The editor is fetched a moment after the box has come into view, or when it is focused.
 * HTML that the editor cannot hold in full is shown as source until a person wants it converted. Label it by a
 * `Field` or by `aria-label`.
 */
export function RichText(props: RichTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const [Editor, setEditor] = useState<typeof RichTextEditor | null>(null);
  const [isBroken, setBroken] = useState(false);
  const [hadFocus, setHadFocus] = useState(false);
  const isLoading = useRef(false);
  const isInView = useInView(box);
  const labelId = useLabel(props.id, () => box.current?.focus());

  async function load() {
    if (isLoading.current) return;
    isLoading.current = true;
    setBroken(false);
    try {
      const chunk = await loadChunk(() => import('./RichTextEditor'));
      setHadFocus(box.current?.contains(document.activeElement) ?? false);
      setEditor(() => chunk.RichTextEditor);
    } catch {
      setBroken(true);
    } finally {
      isLoading.current = false;
    }
  }

  const latestLoad = useRef(load);
  useEffect(() => {
    latestLoad.current = load;
  });

  useEffect(() => {
    if (!isInView) return;
    const timer = setTimeout(() => void latestLoad.current(), startAfterMs);
    return () => clearTimeout(timer);
  }, [isInView]);

  if (Editor) return <Editor {...props} autoFocus={hadFocus} />;
  if (isBroken) {
    return (
      <div className={joinClasses(css.root, css.broken)} role="alert">
        The editor could not be loaded.
        <Button size="small" onClick={() => void load()}>
          Retry
        </Button>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: it stands for the editor, which is no native control
    <div
      ref={box}
      id={props.id}
      className={css.root}
      role="textbox"
      aria-multiline
      aria-readonly
      aria-busy
      aria-label={props['aria-label']}
      aria-labelledby={labelId}
      aria-describedby={props['aria-describedby']}
      tabIndex={0}
      onFocus={() => void load()}
    >
      <div className={css.bones}>
        {bones.map((width) => (
          <span key={width} className={css.bone} style={{ width }} />
        ))}
      </div>
    </div>
  );
}

const bones = ['62%', '88%', '74%'];

/** Whether the element is, or has been, where a person may see it. */
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
