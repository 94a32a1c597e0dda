import { useState } from 'react';
import { isEqual } from '../../base/equal';

/**
 * Holds the text of an input whose value is no text. The typed text stays unchanged while the value is the
 * one read from it; another value replaces the text.
 */
export function useTextDraft<Value>(
  value: Value,
  textOf: (value: Value) => string,
  read: (text: string) => Value,
) {
  const [typed, setTyped] = useState<{ text: string; value: Value } | null>(null);
  return {
    text: typed && isEqual(typed.value, value) ? typed.text : textOf(value),
    /** Keeps the typed text and returns its value. */
    type: (text: string) => {
      const next = read(text);
      setTyped({ text, value: next });
      return next;
    },
  };
}
