import { isClosed, stylesOf } from './htmlTree';

/** Counts what has no place in the editor, under the words that a person is told. */
export interface Dropped {
  element(element: Element): void;
  /** All attributes of a kept element but these. */
  attributes(element: Element, kept: readonly string[]): void;
  style(property: string): void;
  thing(one: string, many?: string): void;
  /** '1 table', '3 classes', ... in the order in which they were found. */
  said(): string[];
}

/** Nobody who is told of a table has to be told of its rows. */
const partsOfOthers = new Set(
  'tbody thead tfoot tr td th col colgroup source track param figcaption summary'.split(' '),
);

const names: Readonly<Record<string, readonly [one: string, many: string]>> = {
  a: ['anchor', 'anchors'],
  // And of `base`.
  basefont: ['base address', 'base addresses'],
  blockquote: ['nested quote', 'nested quotes'],
  br: ['line break', 'line breaks'],
  div: ['div', 'divs'],
  hr: ['line', 'lines'],
  img: ['image', 'images'],
  li: ['list item', 'list items'],
  // What `parseHtml` has in the place of `style`.
  noembed: ['style sheet', 'style sheets'],
  ol: ['numbered list', 'numbered lists'],
  p: ['paragraph', 'paragraphs'],
  pre: ['code block', 'code blocks'],
  ul: ['list', 'lists'],
};

export function nameOfTag(tag: string): readonly [one: string, many: string] {
  if (/^h[1-6]$/.test(tag)) return ['heading', 'headings'];
  return names[tag] ?? [tag, /(?:s|x)$/.test(tag) ? `${tag} elements` : `${tag}s`];
}

/** '1 table', '2 tables'. */
export function countOf(tag: string, count: number): string {
  const [one, many] = nameOfTag(tag);
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

/** 'a', 'a and b', 'a, b and c'. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

export function createDropped(): Dropped {
  const counts = new Map<string, { many: string; count: number }>();
  const styles: string[] = [];

  const thing = (one: string, many = `${one}s`, count = 1) => {
    counts.set(one, { many, count: (counts.get(one)?.count ?? 0) + count });
  };

  const attribute = (element: Element, name: string) => {
    if (name === 'class') thing('class', 'classes', element.classList.length);
    else if (name === 'style') for (const [property] of stylesOf(element)) styles.push(property);
    else if (/^on/.test(name)) thing('event handler');
    else if (/^data-/.test(name)) thing('data attribute');
    else thing(`${name} attribute`);
  };

  return {
    element(element) {
      if (partsOfOthers.has(element.localName)) return;
      thing(...nameOfTag(element.localName));
      // What a thing of its own needs goes with it; of a mere wrapper one wants to know.
      if (!isClosed(element) && element.localName !== 'table') this.attributes(element, []);
    },
    attributes(element, kept) {
      for (const name of element.getAttributeNames()) if (!kept.includes(name)) attribute(element, name);
    },
    style: (property) => styles.push(property),
    thing: (one, many) => thing(one, many),
    said() {
      const said = [...counts].map(([one, { many, count }]) =>
        count === 1 ? `1 ${one}` : `${count} ${many}`,
      );
      if (styles.length === 0) return said;
      const kinds = [...new Set(styles)].join(', ');
      return [...said, `${styles.length} ${styles.length === 1 ? 'style' : 'styles'} (${kinds})`];
    },
  };
}
