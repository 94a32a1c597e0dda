import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { hasModifier, isComposing } from '../../base/keys';
import { joinClasses } from '../basics/joinClasses';
import css from './TextArea.module.css';
import frame from './TextInput.module.css';

interface TextAreaProps
  extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'className' | 'style' | 'ref'> {
  value: string;
  onChange: (text: string) => void;
  /** The height in CSS pixels at which it stops growing and scrolls. */
  maxHeight?: number | undefined;
  /** For ids, filters and other code. */
  isMono?: boolean | undefined;
  /** Enter adds a line, too. */
  hasLines?: boolean | undefined;
}

/** A text input that grows with its lines: Enter submits the form, Shift+Enter adds a line. */
export function TextArea({
  value,
  onChange,
  maxHeight = 200,
  isMono = false,
  hasLines = false,
  onKeyDown,
  ...native
}: TextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text needs another height
  useLayoutEffect(() => {
    // Skipped where CSS can do it, so that typing causes no measuring.
    if (area.current && !CSS.supports('field-sizing', 'content')) growToText(area.current);
  }, [value]);

  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    onKeyDown?.(event);
    if (hasLines || event.key !== 'Enter' || event.defaultPrevented || isComposing(event)) return;
    if (event.shiftKey || hasModifier(event) || !event.currentTarget.form) return;
    event.preventDefault();
    submitAsInput(event.currentTarget.form);
  };

  return (
    <span className={joinClasses(frame.root, isMono && frame.mono)}>
      <textarea
        rows={1}
        translate="no"
        {...native}
        ref={area}
        className={joinClasses(frame.input, css.area)}
        style={{ maxHeight: `${maxHeight / 16}rem` }}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKeyDown}
      />
    </span>
  );
}

/** Does what a browser does on Enter in an input: clicks the form's first submit button, if it is enabled. */
function submitAsInput(form: HTMLFormElement): void {
  const button = [...form.elements].find(
    (element): element is HTMLButtonElement | HTMLInputElement =>
      (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) &&
      element.type === 'submit',
  );
  // A disabled button ignores `click()`.
  if (button) button.click();
  else form.requestSubmit();
}

function growToText(area: HTMLTextAreaElement): void {
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight}px`;
}
