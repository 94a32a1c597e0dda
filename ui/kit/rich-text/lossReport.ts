import { countOf } from '../../base/text';
import { isClosed, stylesOf } from './htmlTree';

export type LossReport = ReturnType<typeof createLossReport>;

/** Parts of an element that is already counted: a table's rows are not listed. */
const partsOfOthers = new Set(
  'tbody thead tfoot tr td th col colgroup source track param figcaption summary'.split(' '),
);

const names: Readonly<Record<string, readonly [one: string, many: string]>> = {
  a: ['anchor', 'anchors'],
  // `parseHtml` renames `base` to this.
  basefont: ['base address', 'base addresses'],
  blockquote: ['nested quote', 'nested quotes'],
  br: ['line break', 'line breaks'],
  div: ['div', 'divs'],
  hr: ['line', 'lines'],
  img: ['image', 'images'],
  li: ['list item', 'list items'],
  // `parseHtml` renames `style` to this.
  noembed: ['style sheet', 'style sheets'],
  ol: ['numbered list', 'numbered lists'],
  p: ['paragraph', 'paragraphs'],
  pre: ['code block', 'code blocks'],
  ul: ['list', 'lists'],
};

function nameOfTag(tag: string): readonly [one: string, many: string] {
  if (/^h[1-6]$/.test(tag)) return ['heading', 'headings'];
  return names[tag] ?? [tag, /(?:s|x)$/.test(tag) ? `${tag} elements` : `${tag}s`];
}

/** Returns '1 table' or '2 tables'. */
export function countOfTag(tag: string, count: number): string {
  return countOf(count, ...nameOfTag(tag));
}

export function createLossReport() {
  const counts = new Map<string, { many: string; count: number }>();
  const styles: string[] = [];

  const addLoss = (one: string, many = `${one}s`, count = 1) => {
    counts.set(one, { many, count: (counts.get(one)?.count ?? 0) + count });
  };

  const attribute = (element: Element, name: string) => {
    if (name === 'class') addLoss('class', 'classes', element.classList.length);
    else if (name === 'style') for (const [property] of stylesOf(element)) styles.push(property);
    else if (/^on/.test(name)) addLoss('event handler');
    else if (/^data-/.test(name)) addLoss('data attribute');
    else addLoss(`${name} attribute`);
  };

  return {
    element(element: Element): void {
      if (partsOfOthers.has(element.localName)) return;
      addLoss(...nameOfTag(element.localName));
      // Attributes of tables and embedded things belong to them; those of a mere wrapper are counted.
      if (!isClosed(element) && element.localName !== 'table') this.attributes(element, []);
    },
    /** Counts all attributes of a kept element except these. */
    attributes(element: Element, kept: readonly string[]): void {
      for (const name of element.getAttributeNames()) if (!kept.includes(name)) attribute(element, name);
    },
    style: (property: string) => styles.push(property),
    thing: (one: string, many?: string): void => addLoss(one, many),
    /** Returns '1 table', '3 classes', ... in the order in which they were found. */
    list(): string[] {
      const listed = [...counts].map(([one, { many, count }]) => countOf(count, one, many));
      if (styles.length === 0) return listed;
      const kinds = [...new Set(styles)].join(', ');
      return [...listed, `${countOf(styles.length, 'style')} (${kinds})`];
    },
  };
}
