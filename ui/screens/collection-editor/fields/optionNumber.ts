/** Null: none is wanted. A text: what was typed is no such number, or none yet. */
export type NumberOption = number | string | null;

export interface NumberLimits {
  isWhole?: boolean | undefined;
  /** What is smaller is the beginning of a larger one. */
  least?: number | undefined;
}

/** A number only when it is exactly the one that was typed; `1.50` is 1.5, a number too long for this page is a text. */
export function numberFromText(text: string, { isWhole = false, least }: NumberLimits = {}): NumberOption {
  const typed = text.trim();
  if (typed === '') return null;
  const number = Number(typed);
  const isExact = Number.isFinite(number) && (String(number) === typed || String(number) === plain(typed));
  const isTooSmall = least !== undefined && number < least;
  return isExact && !isTooSmall && (!isWhole || Number.isInteger(number)) ? number : text;
}

/** Without the zeros and the sign that say nothing; null for what is no plain number. */
function plain(typed: string): string | null {
  const [all, sign, whole = '', fraction] = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(typed) ?? [];
  if (all === undefined || !/\d/.test(all)) return null;
  return `${sign === '-' ? '-' : ''}${whole || '0'}${fraction ? `.${fraction}` : ''}`;
}
