const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00A0': '&nbsp;',
};

/** Letters that stand between tags. */
export function escapeText(text: string): string {
  return text.replace(/[&<>\u00A0]/g, (letter) => escapes[letter] ?? letter);
}

/** ` name="value"`, or nothing for undefined. */
export function printAttribute(name: string, value: string | undefined): string {
  if (value === undefined) return '';
  return ` ${name}="${value.replace(/[&<>"\u00A0]/g, (letter) => escapes[letter] ?? letter)}"`;
}
