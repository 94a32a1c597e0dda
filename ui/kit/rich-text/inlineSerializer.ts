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

/** Prints the characters of a line with the elements around them, which stay open as long as possible. */
export function serializeInline(content: readonly RichOp[]): string {
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

/** Escapes text between tags. */
export function escapeHtmlText(text: string): string {
  return text.replace(/[&<>\u00A0]/g, (letter) => escapes[letter] ?? letter);
}

/** Returns ` name="value"`, or nothing for undefined. */
export function printAttribute(name: string, value: string | undefined): string {
  if (value === undefined) return '';
  return ` ${name}="${value.replace(/[&<>"\u00A0]/g, (letter) => escapes[letter] ?? letter)}"`;
}
