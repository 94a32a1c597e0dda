import type { Picture } from './richFormats';

export type Direction = 'ltr' | 'rtl';

export interface RichTextProps {
  value: string;
  /** Called when the user changes the text; a text that is only viewed is never rewritten. */
  onChange: (html: string) => void;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  /** The direction of an empty text. */
  direction?: Direction | undefined;
  /** Called when the user chooses a direction; keep it for the next empty text. */
  onDirection?: ((direction: Direction) => void) | undefined;
  /** Lets the user choose a stored picture; resolves to null when none is chosen. */
  onPickImage?: (() => Promise<Picture | null>) | undefined;
  /** The largest file that may be embedded in the text. */
  maxImageBytes?: number | undefined;
  id?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  'aria-required'?: true | undefined;
}
