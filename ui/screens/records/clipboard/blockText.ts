import type { CopiedCell } from './copiedCell';

/**
 * Blocks of cells as spreadsheets exchange them: a tab between cells, a line break between rows. A cell with a tab,
 * a line break or a leading quote is quoted, and its quotes are doubled.
 */

export function writeTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(quoted).join('\t')).join('\n');
}

const quoted = (text: string) => (/^"|[\t\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

/** A quote counts only around a whole cell; elsewhere it is an ordinary character. */
const cellPattern = /(?:"([^"]*(?:""[^"]*)*)"(?=\t|\r\n?|\n|$)|([^\t\r\n]*))(\t|\r\n?|\n|$)/y;

/** Reads rows of cells. The last line break ends the last row; an empty line is a row with an empty cell. */
export function readTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at <= text.length; ) {
    cellPattern.lastIndex = at;
    const [whole = '', inQuotes, bare = '', end = ''] = cellPattern.exec(text) ?? [];
    row.push(inQuotes === undefined ? bare : inQuotes.replace(/""/g, '"'));
    at += whole.length;
    if (end === '\t') continue;
    rows.push(row);
    row = [];
    // Behind the last line break there is no row.
    if (end === '' || at === text.length) break;
  }
  return rows;
}

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
