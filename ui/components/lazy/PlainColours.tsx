import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { loadChunk } from '../../platform/chunks';
import css from './CodeEditor.module.css';
import type { ColouredLanguage, coloursOf } from './codeColours';

/** In letters; each part of a longer text would be an element. */
const mostColoured = 20_000;

interface PlainColoursProps {
  text: string;
  language: ColouredLanguage;
  /** It lies under them and keeps its place and its size. */
  input: RefObject<HTMLElement | null>;
}

/** The colours of code over a plain input, letter on letter. No letter is in them: a search finds the input's alone. */
export function PlainColours({ text, language, input }: PlainColoursProps) {
  const [read, setRead] = useState<typeof coloursOf | null>(null);
  const box = useRef<HTMLSpanElement>(null);
  const isShown = text.trim() !== '' && text.length <= mostColoured;

  useEffect(() => {
    if (!isShown || read) return;
    let isGone = false;
    loadChunk(() => import('./codeColours'))
      .then((chunk) => {
        if (!isGone) setRead(() => chunk.coloursOf);
      })
      // A text without colours is as good.
      .catch(() => {});
    return () => {
      isGone = true;
    };
  }, [isShown, read]);

  const isDrawn = isShown && read !== null;
  useLayoutEffect(() => {
    const below = input.current;
    if (!isDrawn || !below) return;
    const follow = () => {
      if (!box.current) return;
      // Without its scrollbar.
      box.current.style.width = `${below.clientWidth}px`;
      Object.assign(box.current, { scrollTop: below.scrollTop, scrollLeft: below.scrollLeft });
    };
    follow();
    const observer = new ResizeObserver(follow);
    observer.observe(below);
    below.addEventListener('scroll', follow);
    return () => {
      observer.disconnect();
      below.removeEventListener('scroll', follow);
    };
  }, [isDrawn, input]);

  if (!isDrawn) return null;
  return (
    <span ref={box} className={css.colours} aria-hidden translate="no">
      {read(text, language).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have nothing else
        <span key={at} className={part.kind ? css[part.kind] : undefined} data-text={part.text} />
      ))}
    </span>
  );
}
