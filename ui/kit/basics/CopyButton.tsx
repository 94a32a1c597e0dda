import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { type MouseEvent, useEffect, useState } from 'react';
import { copyText } from '../../base/clipboard';
import { announce } from './announce';
import type { ButtonSize } from './Button';
import css from './CopyButton.module.css';
import { IconButton } from './IconButton';
import { joinClasses } from './joinClasses';

const successShownMs = 500;

interface CopyButtonProps {
  text: string;
  label?: string;
  /**
   * `tiny`: inside a line of text or a table row. It is drawn by CSS, because a page may contain hundreds.
   */
  size?: ButtonSize | 'tiny';
  tabIndex?: number;
}

/** Copies its text and shows a check mark for a moment; an empty text has no button. */
export function CopyButton({ text, label = 'Copy', size = 'medium', tabIndex }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), successShownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const handleClick = async (event: MouseEvent) => {
    // The event must not open the row or the link around the button.
    event.preventDefault();
    event.stopPropagation();
    if (!(await copyText(text))) return;
    setIsCopied(true);
    announce('Copied');
  };

  if (text === '') return null;
  if (size === 'tiny') {
    return (
      <button
        type="button"
        className={joinClasses(css.tiny, isCopied && css.isCopied)}
        aria-label={label}
        data-tooltip={label}
        tabIndex={tabIndex}
        onClick={handleClick}
      />
    );
  }
  return (
    <IconButton
      icon={isCopied ? Check : Copy}
      label={label}
      size={size}
      tabIndex={tabIndex}
      className={isCopied ? css.isCopied : undefined}
      onClick={handleClick}
    />
  );
}
