import { parseHtml } from '../../platform/trustedHtml';

/** Without a tag it is plain text, which other programs wrote: its line breaks and blanks are meant. */
export function isPlainText(text: string): boolean {
  return !/<[a-z!/?]/i.test(text);
}

/** The stored text as HTML that shows all of it. */
export function htmlOfStored(text: string): string {
  if (!isPlainText(text) || text.trim() === '') return text;
  return text.replace(/\r\n?|\n/g, '<br>').replace(/(?<=^| |<br>) /g, '\u00A0');
}

export function parseStored(text: string): Document {
  return parseHtml(htmlOfStored(text));
}
