import type { FilterWords } from './filterWords';
import type { SqlWords } from './sqlWords';

/** What may change while a code editor stands. Whatever an owner has beside it is left alone. */
export interface CodeSettings {
  value: string;
  placeholder?: string | undefined;
  isReadOnly?: boolean | undefined;
  /** What is offered while a filter is typed; to be kept the same object until it changes. */
  words?: FilterWords | undefined;
  /** What is offered while SQL is typed; to be kept the same object until it changes. */
  sql?: SqlWords | undefined;
  id?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  'aria-required'?: boolean | undefined;
}

/** Where an editor comes to stand, and who hears of it. */
export interface CodePlace {
  /** The input whose caret, focus and labels the editor takes over; its owner then removes it. */
  readonly plain: HTMLInputElement | HTMLTextAreaElement;
  readonly text: string;
  readonly parent: HTMLElement;
  /** Enter then submits the form around it. */
  readonly isSingleLine: boolean;
  readonly onChange: (text: string) => void;
}

export interface CodeMirror {
  /** To be called with all settings whenever they may have changed; an unchanged text leaves the caret alone. */
  update(settings: CodeSettings): void;
  destroy(): void;
}

const attributeNames = ['id', 'aria-label', 'aria-describedby', 'aria-invalid', 'aria-required'] as const;

/** The attributes of the text box that the settings name. */
export function attributesOf(settings: CodeSettings): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const name of attributeNames) {
    const value = settings[name];
    if (value !== undefined) attributes[name] = String(value);
  }
  return attributes;
}

/** Do they differ in their text and words at most? */
export function looksSame(a: CodeSettings, b: CodeSettings): boolean {
  return (['placeholder', 'isReadOnly', ...attributeNames] as const).every((name) => a[name] === b[name]);
}
