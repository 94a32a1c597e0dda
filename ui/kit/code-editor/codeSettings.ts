import type { FilterWords } from './filterWords';
import type { SqlWords } from './sqlWords';

/** The settings that may change after the mount. Other properties of the owner are ignored. */
export interface CodeSettings {
  value: string;
  placeholder?: string | undefined;
  isReadOnly?: boolean | undefined;
  /** The suggestions for a filter. Pass the same object until they change. */
  words?: FilterWords | undefined;
  /** The suggestions for SQL. Pass the same object until they change. */
  sql?: SqlWords | undefined;
  id?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  'aria-required'?: boolean | undefined;
  'data-autofocus'?: boolean | undefined;
}

export interface CodePlace {
  /** The editor takes over the caret, focus and labels of this input; its owner then removes it. */
  readonly plain: HTMLInputElement | HTMLTextAreaElement;
  readonly text: string;
  readonly parent: HTMLElement;
  /** Enter then submits the form around it. */
  readonly isSingleLine: boolean;
  readonly onChange: (text: string) => void;
}

export interface CodeMirror {
  /** Call this with all settings whenever they may have changed; an unchanged text keeps the caret. */
  update(settings: CodeSettings): void;
  destroy(): void;
}

const attributeNames = [
  'id',
  'aria-label',
  'aria-describedby',
  'aria-invalid',
  'aria-required',
  'data-autofocus',
] as const;

export function attributesOf(settings: CodeSettings): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const name of attributeNames) {
    const value = settings[name];
    if (value !== undefined) attributes[name] = String(value);
  }
  return attributes;
}

/** True if they differ only in text and words. */
export function hasSameLook(a: CodeSettings, b: CodeSettings): boolean {
  return (['placeholder', 'isReadOnly', ...attributeNames] as const).every((name) => a[name] === b[name]);
}
