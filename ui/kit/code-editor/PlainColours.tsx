import { type RefObject, useLayoutEffect, useRef } from 'react';
import colours from '../basics/codeColours.module.css';
import css from './CodeEditor.module.css';
import { type ColouredLanguage, coloursOf } from './codeColours';

interface PlainColoursProps {
  text: string;
  language: ColouredLanguage;
  /** The input above the colours, which defines their position and size. */
  input: RefObject<HTMLElement | null>;
}

/**
 * Colours code in a plain input, character by character. The elements contain no text, so that a search finds
 * only the input's.
 */
export function PlainColours({ text, language, input }: PlainColoursProps) {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const below = input.current;
    if (!below) return;
    const follow = () => {
      if (!box.current) return;
      // The width without the scrollbar.
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
  }, [input]);

  return (
    <span ref={box} className={css.colours} aria-hidden translate="no">
      {coloursOf(text, language).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key
        <span key={at} className={part.kind ? colours[part.kind] : undefined} data-text={part.text} />
      ))}
    </span>
  );
}
