/** A list as one line of text: commas stand between the entries, and `\,` is a comma within one. */

/** The entries without the blanks around them; empty ones are none. Every other backslash is itself. */
export function listFromText(text: string): string[] {
  const entries = text.match(/(?:\\,|[^,])+/g) ?? [];
  return entries.map((entry) => entry.replaceAll('\\,', ',').trim()).filter((entry) => entry !== '');
}

export function textFromList(list: readonly string[]): string {
  return list
    .map((entry, at) => {
      const text = entry.replaceAll(',', '\\,');
      // Without the blank it would take the comma behind it for its own.
      return text.endsWith('\\') && at < list.length - 1 ? `${text} ` : text;
    })
    .join(', ');
}

/** One line cannot show blanks at the ends and line breaks: an entry that only differs by them is what it was. */
export function withOriginals(typed: readonly string[], originals: readonly string[]): string[] {
  const shown = (entry: string) => entry.replace(/[\r\n]+/g, '').trim();
  const left = originals.filter((entry) => shown(entry) !== entry);
  return typed.map((entry) => {
    const at = left.findIndex((original) => shown(original) === shown(entry));
    return at < 0 ? entry : (left.splice(at, 1)[0] ?? entry);
  });
}
