/**
 * A spreadsheet runs a text that begins with one of these signs as a formula. A `'` before it prevents that. A text
 * that looks guarded gets one more, so that the reader can take exactly one away.
 */
const formula = /^'*[=+\-@\t\r]/;
const guardedFormula = /^'+[=+\-@\t\r]/;

/** Puts a `'` before a text that a spreadsheet would run as a formula, and before a text that looks guarded. */
export function guardFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

export function isGuarded(text: string): boolean {
  return guardedFormula.test(text);
}

/** Takes the `'` of the guard away. Any other text stays. */
export function withoutGuard(text: string): string {
  return isGuarded(text) ? text.slice(1) : text;
}
