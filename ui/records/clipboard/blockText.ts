import { parseHtml } from '../../base/trustedHtml';
import { type CopiedCell, type ExactCell, mostPasted, type PastedCell } from './copiedCell';

/**
 * Blocks of cells as spreadsheets exchange them: a tab between cells, a line break between rows. A cell with a tab,
 * a line break or a leading quote is put in quotes, and its own quotes are doubled.
 */

export function writeTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(quoted).join('\t')).join('\n');
}

const quoted = (text: string) => (/^"|[\t\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

/** Quotes that are not around a whole cell are text. */
const cellPattern = /(?:"([^"]*(?:""[^"]*)*)"(?=\t|\r\n?|\n|$)|([^\t\r\n]*))(\t|\r\n?|\n|$)/y;

/** The line break at the end does not begin another row. An empty line is a row with an empty cell. */
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
    if (end === '' || at === text.length) break;
  }
  return rows;
}

/** The attribute with the exact value of a cell, as JSON. */
const exactAttribute = 'data-lowline';

/** As an HTML table. Other programs read the texts, this page the exact values. */
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

/** A larger `colspan` or `rowspan` counts as this one. Real tables have none so large. */
const mostSpan = 1000;

/** Reads a table; null if there is none, or if it is only a part of the copied page. */
export function readHtml(html: string): PastedCell[][] | null {
  const { body } = parseHtml(html);
  for (const unseen of body.querySelectorAll('noembed, script, template, title')) unseen.remove();
  const table = body.querySelector('table');
  if (!table || table.rows.length === 0) return null;
  table.remove();
  if ((body.textContent ?? '').trim() !== '') return null;
  const rows: PastedCell[][] = Array.from(table.rows, () => []);
  [...table.rows].forEach((line, at) => {
    let column = 0;
    for (const cell of line.cells) {
      while (rows[at]?.[column] !== undefined) column += 1;
      if (column > mostPasted) break;
      const [down, right] = [spanOf(cell, 'rowspan'), spanOf(cell, 'colspan')];
      for (const row of rows.slice(at, at + down)) {
        for (let place = column; place < column + right; place += 1) row[place] = null;
      }
      rows[at]?.splice(column, 1, readCell(cell));
    }
  });
  return rows.map((row) => Array.from(row, (cell) => cell ?? null));
}

function spanOf(cell: Element, name: 'rowspan' | 'colspan'): number {
  const span = Number(cell.getAttribute(name) ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, mostSpan) : 1;
}

function readCell(cell: Element): CopiedCell {
  const text = shownText(cell);
  const exact = readExact(cell.getAttribute(exactAttribute)) ?? text;
  return { text: typeof exact === 'string' ? exact : text, exact };
}

const blocks =
  'address, blockquote, dd, div, dl, dt, h1, h2, h3, h4, h5, h6, li, ol, p, pre, table, td, th, tr, ul';

/** Returns the text as a browser shows it: white space is one space, and a paragraph or `br` begins a line. */
function shownText(cell: Element): string {
  for (const end of cell.querySelectorAll('br')) end.replaceWith('\u2028');
  for (const block of cell.querySelectorAll(blocks)) {
    block.before('\u2029');
    block.after('\u2029');
  }
  return (cell.textContent ?? '')
    .replace(/[ \t\r\n\f]+/g, ' ')
    .replace(/ ?\u2028 ?/g, '\n')
    .replace(/(?: ?\u2029 ?)+/g, '\n')
    .replace(/\u00a0/g, ' ')
    .trim();
}

/** Any page can write this attribute, so only valid values are used. */
function readExact(source: string | null): ExactCell | null {
  const value = parsed(source ?? '');
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value : null;
  if (typeof value !== 'object' || value === null) return null;
  const { html, not } = value as { html?: unknown; not?: unknown };
  if (typeof html === 'string') return { html };
  return not === 'excerpt' || not === 'file' ? { not } : null;
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return null;
  }
}
