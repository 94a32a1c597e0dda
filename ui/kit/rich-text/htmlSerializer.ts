import { formatsOf, letterFormatsIn, parseMarkup, usualWrappers, type Wrapper } from './letterMarkup';
import {
  decorations,
  letterStyles,
  linkAttributes,
  type Picture,
  parseLink,
  pictureAttributes,
  type RichFormats,
  type RichOp,
} from './richFormats';

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
  // Not for an empty line: a quote with nothing inside would be read as something else.
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
      // Opens an item that only holds the deeper list.
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

/** Prints the characters of a line with the elements around them, which stay open as long as possible. */
function serializeInline(content: readonly RichOp[]): string {
  const print = createTextPrinter(content);
  let open: { wrapper: Wrapper; start: string }[] = [];
  let html = '';
  const close = (depth: number) => {
    for (const { wrapper } of open.slice(depth).reverse()) html += `</${wrapper.tag}>`;
    open = open.slice(0, depth);
  };
  for (const { insert, attributes = {} } of content) {
    const letters = typeof insert === 'string' ? print(insert) : printEmbed(insert, print);
    if (letters === '') continue;
    const wanted = wrappersAround(attributes, open).map((wrapper) => ({
      wrapper,
      start: startOf(wrapper, attributes),
    }));
    const differs = wanted.findIndex(({ start }, depth) => start !== open[depth]?.start);
    close(differs < 0 ? wanted.length : differs);
    for (const each of wanted.slice(open.length)) {
      html += each.start;
      open.push(each);
    }
    html += letters;
  }
  close(0);
  return html;
}

/**
 * Returns the elements as they were read. Without them, open elements stay outside and the rest comes in the
 * default order.
 */
function wrappersAround(
  attributes: RichFormats,
  open: readonly { wrapper: Wrapper; start: string }[],
): Wrapper[] {
  const formats = letterFormatsIn(attributes);
  const read = parseMarkup(attributes['markup'], formats);
  if (read) return read;
  const left = new Set(formats);
  const kept: Wrapper[] = [];
  for (const { wrapper, start } of open) {
    const own = formatsOf(wrapper);
    if (!own.every((format) => left.has(format)) || startOf(wrapper, attributes) !== start) break;
    for (const format of own) left.delete(format);
    kept.push(wrapper);
  }
  return [...kept, ...usualWrappers(left)];
}

function startOf({ tag, styled }: Wrapper, formats: RichFormats): string {
  const link = tag === 'a' ? parseLink(formats['link']) : null;
  const attributes = link ? linkAttributes.map((name) => printAttribute(name, link[name])).join('') : '';
  const styles = styled.map((format) =>
    letterStyles[format]
      ? `${letterStyles[format]}: ${formats[format]};`
      : `text-decoration: ${decorations[format]};`,
  );
  return `<${tag}${attributes}${printAttribute('style', styles.join(' ') || undefined)}>`;
}

/** The placeholder of an image among characters. */
const embedCharacter = '\uFFFC';
const swallowed = '\u0000';

type PrintText = (text: string) => string;

function printEmbed(insert: Readonly<Record<string, unknown>>, print: PrintText): string {
  if (insert['softbreak']) return print('\n');
  const picture = insert['image'] as Picture | undefined;
  if (!picture) return '';
  print(embedCharacter);
  return `<img${pictureAttributes.map((name) => printAttribute(name, picture[name])).join('')}>`;
}

/**
 * Prints the texts of a line one after another. A browser collapses runs of spaces and drops those at the
 * ends of a line. These become non-breaking spaces, except for those at the very end, which are invisible.
 */
function createTextPrinter(content: readonly RichOp[]): PrintText {
  const shown = content
    .map(({ insert }) => (typeof insert === 'string' ? insert : insert['softbreak'] ? '\n' : embedCharacter))
    .join('')
    .replaceAll(swallowed, ' ')
    .replace(/[\t\f\r]/g, ' ')
    .replace(/ +(?=\n|$)/g, (run) => swallowed.repeat(run.length))
    .replace(/(^|\n)( +)/g, (_, start: string, run: string) => start + alternate(run, 0))
    .replace(/ {2,}/g, (run) => alternate(run, 1));
  let at = 0;
  return (text) => {
    const part = shown.slice(at, at + text.length).replaceAll(swallowed, '');
    at += text.length;
    return escapeHtmlText(part).replaceAll('\n', '<br>');
  };
}

/** Makes every second space non-breaking, from the first or the second on. */
function alternate(run: string, from: 0 | 1): string {
  return [...run].map((blank, place) => (place % 2 === from ? '\u00A0' : blank)).join('');
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00A0': '&nbsp;',
};

function escapeHtmlText(text: string): string {
  return text.replace(/[&<>\u00A0]/g, (letter) => escapes[letter] ?? letter);
}

/** Returns ` name="value"`, or nothing for undefined. */
function printAttribute(name: string, value: string | undefined): string {
  if (value === undefined) return '';
  return ` ${name}="${value.replace(/[&<>"\u00A0]/g, (letter) => escapes[letter] ?? letter)}"`;
}
