import { useLayoutEffect, useRef, useState } from 'react';
import { TextInput, type TextInputProps } from '../../kit/form/TextInput';
import { slugOf } from '../../model/names';

/**
 * An input for a name. It replaces characters that are not allowed, but not during the composition of an input
 * method.
 */
export function SlugInput({ value, onChange, ...props }: TextInputProps) {
  const [composed, setComposed] = useState<string | null>(null);
  const caret = useRef<{ input: HTMLInputElement; at: number } | null>(null);

  // Restore the caret: when React replaces the text, the browser moves it to the end.
  useLayoutEffect(() => {
    if (!caret.current) return;
    const { input, at } = caret.current;
    caret.current = null;
    if (document.activeElement === input) input.setSelectionRange(at, at);
  });

  function give(input: HTMLInputElement) {
    const text = input.value;
    const name = slugOf(text);
    if (name !== text) caret.current = { input, at: slugOf(text.slice(0, input.selectionStart ?? 0)).length };
    onChange(name);
  }

  const composition: Partial<TextInputProps> = {
    onCompositionStart: (event) => setComposed(event.currentTarget.value),
    onCompositionEnd: (event) => {
      setComposed(null);
      give(event.currentTarget);
    },
    onInput: ({ currentTarget, nativeEvent }) => {
      if (nativeEvent.isComposing) setComposed(currentTarget.value);
      else give(currentTarget);
    },
  };
  // `onInput` handles typing, because it gets the input element.
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...props}
      {...composition}
      value={composed ?? value}
      onChange={() => {}}
    />
  );
}
