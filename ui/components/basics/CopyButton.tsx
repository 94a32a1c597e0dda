import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { type MouseEvent, useEffect, useState } from 'react';
import { copyText } from '../../platform/clipboard';
import { announce } from './announce';
import type { ButtonSize } from './Button';
import css from './CopyButton.module.css';
import { IconButton } from './IconButton';
import { joinClasses } from './joinClasses';

const successShownMs = 500;

interface CopyButtonProps {
  text: string;
  label?: string;
  /** `tiny`: inside a line of text or a table row; drawn by the sheet, since a page may hold hundreds. */
  size?: ButtonSize | 'tiny';
  tabIndex?: number;
}

/** Copies its text and shows a check for a moment; for an empty text there is no button. */
export function CopyButton({ text, label = 'Copy', size = 'medium', tabIndex }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), successShownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const handleClick = async (event: MouseEvent) => {
    // Copying is not opening: the row or the link around it hears nothing.
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
