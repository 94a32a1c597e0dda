import type { CopiedCell } from './copiedCell';

/** The attribute that carries the exact value of a cell as JSON. */
export const exactAttribute = 'data-lowline';

/** Writes a block as a table. Other programs read the texts, this one the exact values. */
export function writeHtml(rows: readonly (readonly CopiedCell[])[]): string {
  const lines = rows.map((cells) => `<tr>${cells.map(writeCell).join('')}</tr>`);
  return `<table>${lines.join('')}</table>`;
}

function writeCell({ text, exact }: CopiedCell): string {
  return `<td ${exactAttribute}="${escapeHtml(JSON.stringify(exact))}">${htmlOfText(text)}</td>`;
}

/** Returns the text as HTML with the same lines. */
export function htmlOfText(text: string): string {
  return escapeHtml(text).replace(/\r\n?|\n/g, '<br>');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (found) => entities[found] ?? found);
