import { escapeHtmlText, printAttribute, serializeInline } from './inlineSerializer';
import type { RichFormats, RichOp } from './richFormats';

interface Line {
  readonly content: readonly RichOp[];
  readonly formats: RichFormats;
  readonly isDivider: boolean;
}

/**
 * Prints the ops as HTML for readers that know nothing of the editor. Lists are real lists; alignment, colour
 * and direction are styles. A space stays a space unless a browser would collapse it. A text without content
 * is ''. Elements that were read are written as they were.
 */
export function printHtml(ops: readonly RichOp[]): string {
  const lines = linesOf(ops);
  if (lines.every(isBlank)) return '';
  const last = lines.at(-1);
  // An empty line after a closing divider only gives the caret a place; it is no paragraph.
  const isKeeper = last && lines.at(-2)?.isDivider && last.content.length === 0 && !hasFormats(last);
  const printed = isKeeper ? lines.slice(0, -1) : lines;
  const [only, ...others] = printed;
  if (only && isBare(only) && others.length === 0) return serializeInline(only.content);
  return printBlocks(printed);
}

const isBlank = ({ content, isDivider }: Line) => !isDivider && /^(?:<br>)?$/.test(serializeInline(content));
/** True for a line of characters outside any block. */
const isBare = ({ formats }: Line) => Object.keys(formats).join() === 'bare';
const hasFormats = ({ formats }: Line) => Object.keys(formats).length > 0;

function linesOf(ops: readonly RichOp[]): Line[] {
  const lines: Line[] = [];
  let content: RichOp[] = [];
  const endLine = (formats: RichFormats = {}) => {
    lines.push({ content, formats, isDivider: false });
    content = [];
  };
  for (const op of ops) {
    const { insert, attributes } = op;
    if (typeof insert === 'string') {
      const [first = '', ...others] = insert.split('\n');
      if (first !== '') content.push({ insert: first, attributes });
      for (const text of others) {
        endLine(attributes);
        if (text !== '') content.push({ insert: text, attributes });
      }
    } else if (insert['divider']) {
      if (content.length > 0) endLine();
      lines.push({ content: [], formats: attributes ?? {}, isDivider: true });
    } else content.push(op);
  }
  // Only a part of a document ends without a line break.
  if (content.length > 0) endLine(lines.length === 0 ? { bare: true } : {});
  return lines;
}

/** Groups lines into elements: those of a quote, of a list, of a code block; any other line is alone. */
function printBlocks(lines: readonly Line[]): string {
  const blocks: string[] = [];
  for (let start = 0; start < lines.length; ) {
    const [kind, isSame] = kindOf(lines[start] as Line);
    let end = start + 1;
    while (end < lines.length && isSame(lines[end] as Line)) end += 1;
    blocks.push(printBlock(kind, lines.slice(start, end)));
    start = end;
  }
  return blocks.join('\n');
}

type Kind = 'quote' | 'list' | 'code' | 'line';

function kindOf({ formats }: Line): [Kind, (other: Line) => boolean] {
  if (formats['blockquote']) return ['quote', (other) => Boolean(other.formats['blockquote'])];
  if (formats['list']) return ['list', (other) => Boolean(other.formats['list'])];
  const code = formats['code-block'];
  if (!code) return ['line', () => false];
  const style = lineAttributes(formats);
  return ['code', (other) => other.formats['code-block'] === code && lineAttributes(other.formats) === style];
}

function printBlock(kind: Kind, lines: readonly Line[]): string {
  if (kind === 'quote') return printQuote(lines);
  if (kind === 'list') return printList(lines);
  if (kind === 'code') return printCode(lines);
  const [line] = lines;
  if (!line) return '';
  if (line.isDivider) return '<hr>';
  const { header } = line.formats;
  const tag = typeof header === 'number' ? `h${header}` : 'p';
  return `<${tag}${lineAttributes(line.formats)}>${serializeInline(line.content) || '<br>'}</${tag}>`;
}

function printQuote(lines: readonly Line[]): string {
  const inside = lines.map(({ formats: { blockquote: _, ...formats }, ...line }) => ({ ...line, formats }));
  const [only, ...others] = inside;
  // A quote without a block and without characters would be read as another one.
  if (only && isBare(only) && !isBlank(only) && others.length === 0)
    return `<blockquote>${serializeInline(only.content)}</blockquote>`;
  return `<blockquote>\n${printBlocks(inside)}\n</blockquote>`;
}

/** Prints nested lists; an item stays open for the deeper lists inside it. */
function printList(lines: readonly Line[]): string {
  const open: string[] = [];
  let html = '';
  const closeTo = (depth: number) => {
    while (open.length > depth) html += `</li>\n</${open.pop()}>\n`;
  };
  for (const { content, formats } of lines) {
    const depth = (typeof formats['indent'] === 'number' ? formats['indent'] : 0) + 1;
    const tag = formats['list'] === 'ordered' ? 'ol' : 'ul';
    closeTo(depth);
    if (open.length === depth && open.at(-1) !== tag) closeTo(depth - 1);
    else if (open.length === depth) html += '</li>\n';
    while (open.length < depth) {
      if (html !== '' && !html.endsWith('\n')) html += '\n';
      html += `<${tag}>\n`;
      open.push(tag);
      // An item that only holds the deeper list.
      if (open.length < depth) html += '<li>\n';
    }
    // The line break marks an empty item as an item, not only as the holder of a deeper list.
    html += `<li${lineAttributes(formats)}>${serializeInline(content) || '<br>'}`;
  }
  closeTo(0);
  return html.trimEnd();
}

function printCode(lines: readonly Line[]): string {
  const formats = lines[0]?.formats ?? {};
  const text = lines
    .map(({ content }) => content.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join(''))
    .join('\n');
  const [start, end] = formats['code-block'] === 'pre' ? ['', ''] : ['<code>', '</code>'];
  // A browser skips a line break right after the tag.
  const guard = text.startsWith('\n') && start === '' ? '\n' : '';
  return `<pre${lineAttributes(formats)}>${start}${guard}${escapeHtmlText(text)}${end}</pre>`;
}

function lineAttributes({ align, direction }: RichFormats): string {
  const [notation, written] = String(direction ?? '').split(':');
  const styles = [align && `text-align: ${align};`, notation && !written && `direction: ${notation};`];
  return (
    printAttribute('dir', written || undefined) +
    printAttribute('style', styles.filter(Boolean).join(' ') || undefined)
  );
}
