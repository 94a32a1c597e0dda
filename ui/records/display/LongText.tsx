import { useLayoutEffect, useRef, useState } from 'react';
import { cut } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { joinClasses } from '../../kit/basics/joinClasses';
import css from './LongText.module.css';

interface Props {
  text: string;
  isMono?: boolean;
  /** In characters; a longer text is cut, with a button "Show all". */
  most?: number;
}

/** A long text scrolls, also by keyboard. */
export function LongText({ text, isMono = false, most = Number.POSITIVE_INFINITY }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [isHigh, setHigh] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const start = cut(text, most);
  const isLong = isHigh || start !== text;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = box.current ?? {};
    if (!isWhole) setHigh(scrollHeight > clientHeight);
  }, [text, isWhole]);

  const focusable = isHigh && !isWhole ? ({ tabIndex: 0, role: 'group', 'aria-label': 'Text' } as const) : {};
  return (
    <div className={css.long}>
      <div
        ref={box}
        className={joinClasses(isMono ? css.code : css.text, isWhole && css.whole)}
        {...focusable}
      >
        {isWhole ? text : start}
      </div>
      {isLong && (
        <Button kind="link" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show all'}
        </Button>
      )}
    </div>
  );
}
