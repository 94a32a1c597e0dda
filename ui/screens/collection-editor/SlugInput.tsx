import { useLayoutEffect, useRef, useState } from 'react';
import { TextInput, type TextInputProps } from '../../components/form/TextInput';
import { slugOf } from '../../model/names';

/** An input for a name: what is typed becomes a name at once, but for a word that an input method still composes. */
export function SlugInput({ value, onChange, ...props }: TextInputProps) {
  const [composed, setComposed] = useState<string | null>(null);
  const caret = useRef<{ input: HTMLInputElement; at: number } | null>(null);

  // A text that becomes another one would put the caret to its end.
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
      if ((nativeEvent as InputEvent).isComposing) setComposed(currentTarget.value);
      else give(currentTarget);
    },
  };
  // What is typed is heard by `onInput`, which knows the input itself.
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
