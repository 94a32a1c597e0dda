import type { Picture } from './richFormats';

export type Direction = 'ltr' | 'rtl';

export interface RichTextProps {
  value: string;
  /** Of what a person changed; a text that is only looked at is never written anew. */
  onChange: (html: string) => void;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  /** The direction of a text that is still empty. */
  direction?: Direction | undefined;
  /** A person chose a direction: worth keeping for the next empty text. */
  onDirection?: ((direction: Direction) => void) | undefined;
  /** Lets a person choose a stored picture; null when none was chosen. */
  onPickImage?: (() => Promise<Picture | null>) | undefined;
  /** How large a file may be that is put into the text itself. */
  maxImageBytes?: number | undefined;
  id?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  'aria-required'?: true | undefined;
}
