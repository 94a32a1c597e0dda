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
