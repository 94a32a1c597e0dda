import type { EnvironmentColour } from '../../model/environment';

/** The tokens of each colour: its line, its ground and its text. */
const tokens: Readonly<Record<EnvironmentColour, readonly [line: string, tint: string, text: string]>> = {
  red: ['danger', 'danger-tint', 'danger-text'],
  amber: ['warning-line', 'warning-tint', 'warning-text'],
  green: ['success-line', 'success-tint', 'success-text'],
  blue: ['info-line', 'info-tint', 'info-text'],
  violet: ['choice-3', 'field-select-tint', 'field-select'],
};

/** Returns the colours as custom properties for a style attribute. */
export function environmentStyle(colour: EnvironmentColour): object {
  // The stored colour may be any text.
  const [line, tint, text] = Object.hasOwn(tokens, colour) ? tokens[colour] : tokens.red;
  return { '--line': `var(--${line})`, '--tint': `var(--${tint})`, '--ink': `var(--${text})` };
}
