import { useState } from 'react';
import { isEqual } from '../../platform/equal';

interface TypedText<Value> {
  /** What the input shows. */
  text: string;
  /** Keeps what was typed, and gives the value that is made of it. */
  type: (text: string) => Value;
}

/**
 * The text of an input whose value is no text. What was typed stays, letter by letter, as long as the value is the
 * one that was made of it; another value brings its own text.
 */
export function useTypedText<Value>(
  value: Value,
  textOf: (value: Value) => string,
  read: (text: string) => Value,
): TypedText<Value> {
  const [typed, setTyped] = useState<{ text: string; value: Value } | null>(null);
  return {
    text: typed && isEqual(typed.value, value) ? typed.text : textOf(value),
    type: (text) => {
      const next = read(text);
      setTyped({ text, value: next });
      return next;
    },
  };
}
