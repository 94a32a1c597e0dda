import { foldWhiteSpace, isBlock, isClosed, isComment, isElement, isText, stylesOf } from './htmlTree';
import { formatsOf, printMarkup, usualWrappers, type Wrapper } from './letterMarkup';
import { createLossReport, type LossReport } from './lossReport';
import {
  decorations,
  forbiddenImageScheme,
  forbiddenLinkScheme,
  formatOfTag,
  isStyleKept,
  letterStyles,
  linkAttributes,
  type Picture,
  pictureAttributes,
  printLink,
  type RichFormats,
  type RichLink,
  type RichOp,
} from './richFormats';

interface ReadHtml {
  /** Ends with a line break; an empty text is a single line break. */
  readonly ops: RichOp[];
  readonly losses: LossReport;
}

/** An element around characters, with the values of its formats. */
interface Around extends Wrapper {
  readonly values: RichFormats;
}

/** The innermost block around characters; it gives the formats of a line that ends in it. */
interface Block {
  readonly formats: RichFormats;
  /** -1 outside lists. */
  readonly level: number;
}

type MutableFormats = Record<string, unknown>;

/**
 * Turns a document (which is changed) into the ops of the editor. Keeps only the elements, attributes and styles that
 * it knows by name, and counts the others as losses.
 */
export function readHtml(document: Document): ReadHtml {
  const { doctype, documentElement, head, body } = document;
  const ops: RichOp[] = [];
  const losses = createLossReport();
  let lines = 0;
  let bareLines = 0;
  let isLineOpen = false;

  const insert = (insert: RichOp['insert'], attributes: RichFormats) => {
    ops.push(Object.keys(attributes).length > 0 ? { insert, attributes } : { insert });
  };

  const endLine = (formats: RichFormats) => {
    insert('\n', formats);
    lines += 1;
    if (formats['bare'] && !formats['blockquote']) bareLines += 1;
    isLineOpen = false;
  };

  const addLetters = (letters: RichOp['insert'], around: readonly Around[]) => {
    insert(letters, formatsAround(around));
    isLineOpen = true;
  };

  /**
   * Reads a block and ends its last line. `isAlways` is for blocks that are a line even when they are empty.
   */
  const inBlock = (block: Block, isAlways: boolean, walkInside: () => void) => {
    const before = lines;
    walkInside();
    if (isLineOpen || (isAlways && lines === before)) endLine(block.formats);
  };

  const addPre = (pre: Element, block: Block) => {
    const [only, ...others] = pre.childNodes;
    const code = only && isElement(only) && only.localName === 'code' && others.length === 0 ? only : null;
    losses.attributes(pre, ['style']);
    if (code) losses.attributes(code, []);
    for (const inner of (code ?? pre).querySelectorAll('*')) {
      losses.element(inner);
      if (inner.localName === 'br') inner.replaceWith('\n');
    }
    const formats = {
      ...inheritQuote(block),
      ...lineStyles(pre, losses),
      'code-block': code ? 'code' : 'pre',
    };
    for (const line of (pre.textContent ?? '').split(/\r\n|\r|\n/)) {
      if (line !== '') insert(line, {});
      endLine(formats);
    }
  };

  const walkBlock = (element: Element, block: Block, around: readonly Around[]) => {
    const tag = element.localName;
    const walkInside = (inner: Block) => () => walk(element, inner, around);
    if (isLineOpen) endLine(block.formats);
    if (tag === 'pre') {
      addPre(element, block);
    } else if (tag === 'hr') {
      losses.attributes(element, []);
      insert({ divider: true }, inheritQuote(block));
    } else if (tag === 'ul' || tag === 'ol') {
      losses.attributes(element, []);
      const list = tag === 'ol' ? 'ordered' : 'bullet';
      const level = block.level + 1;
      const formats: MutableFormats = { ...inheritQuote(block), list };
      if (level > 0) formats['indent'] = level;
      inBlock({ formats, level }, false, walkInside({ formats, level }));
    } else if (tag === 'li' && block.level >= 0) {
      const inner = { ...block, formats: { ...block.formats, ...lineStyles(element, losses, ['dir']) } };
      inBlock(inner, true, walkInside(inner));
    } else if (tag === 'blockquote' && block.level < 0 && !block.formats['blockquote']) {
      losses.attributes(element, []);
      const inner = { ...block, formats: { blockquote: true, bare: true } };
      inBlock(inner, false, walkInside(inner));
    } else if (/^(?:p|h[1-6])$/.test(tag) && block.level < 0) {
      const formats: MutableFormats = {
        ...inheritQuote(block),
        ...lineStyles(element, losses, ['dir']),
      };
      if (tag !== 'p') formats['header'] = Number(tag[1]);
      inBlock({ ...block, formats }, true, walkInside({ ...block, formats }));
    } else {
      losses.element(element);
      const inner = { ...block, formats: withoutBare(block.formats) };
      inBlock(inner, false, walkInside(inner));
    }
  };

  const walk = (parent: Element, block: Block, around: readonly Around[]) => {
    for (const node of parent.childNodes) {
      if (isText(node)) addLetters(node.data, around);
      else if (!isElement(node)) losses.thing('comment');
      else if (isClosed(node)) losses.element(node);
      else if (isBlock(node)) walkBlock(node, block, around);
      else if (node.localName === 'br') {
        losses.attributes(node, []);
        if (isFiller(node)) isLineOpen = true;
        else addLetters({ softbreak: true }, around);
      } else if (node.localName === 'img') {
        const picture = pictureOf(node, losses);
        if (picture) addLetters({ image: picture }, around);
      } else {
        const wrapper = aroundOf(node, losses);
        walk(node, block, wrapper ? [...around, wrapper] : around);
      }
    }
  };

  foldWhiteSpace(body);
  if (doctype) losses.thing('doctype');
  for (const element of [documentElement, body]) losses.attributes(element, []);
  for (const node of [...document.childNodes, ...documentElement.childNodes, ...head.childNodes]) {
    if (isComment(node)) losses.thing('comment');
    else if (isElement(node) && node.parentElement === head) losses.element(node);
  }
  const page = { formats: { bare: true }, level: -1 };
  inBlock(page, false, () => walk(body, page, []));
  if (lines > 1)
    for (; bareLines > 0; bareLines -= 1)
      losses.thing('text outside of paragraphs', 'texts outside of paragraphs');
  if (lines === 0 || ops.at(-1)?.insert !== '\n') endLine({});
  return { ops, losses };
}

/** Returns the formats that a block inherits from those around it. */
function inheritQuote({ formats }: Block): RichFormats {
  return formats['blockquote'] ? { blockquote: true } : {};
}

/** Removes `bare`: a line outside paragraphs keeps it only if it is the only line. */
function withoutBare({ bare: _, ...formats }: RichFormats): RichFormats {
  return formats;
}

/** True for a line break that only keeps an empty line from collapsing. */
function isFiller(lineBreak: Element): boolean {
  const parent = lineBreak.parentElement;
  if (!parent || !isBlock(parent)) return false;
  // Stops at the first other node, because a line may hold thousands.
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (node !== lineBreak && !(isElement(node) && isBlock(node))) return false;
  }
  return true;
}

/** Reads alignment and direction of a line. */
function lineStyles(
  element: Element,
  losses: LossReport,
  keptAttributes: readonly string[] = [],
): RichFormats {
  const formats: MutableFormats = {};
  for (const [property, value] of stylesOf(element)) {
    const name = { 'text-align': 'align', direction: 'direction' }[property];
    if (name && isStyleKept(property, value)) formats[name] = value;
    else losses.style(property);
  }
  if (keptAttributes.length === 0) return formats;
  const direction = element.getAttribute('dir');
  const isKept = (direction === 'rtl' || direction === 'ltr') && !formats['direction'];
  if (isKept) formats['direction'] = `dir:${direction}`;
  losses.attributes(element, isKept ? ['style', 'dir'] : ['style']);
  return formats;
}

function aroundOf(element: Element, losses: LossReport): Around | null {
  const tag = element.localName;
  const values: MutableFormats = {};
  const format = formatOfTag(tag);
  if (format) {
    values[format] = true;
    losses.attributes(element, ['style']);
  } else if (tag === 'a' && element.hasAttribute('href')) {
    const link = attributesOf(element, linkAttributes) as unknown as RichLink;
    const scheme = forbiddenLinkScheme(link.href);
    if (scheme) losses.thing(`link to ${scheme}`, `links to ${scheme}`);
    else values['link'] = printLink(link);
    losses.attributes(element, ['style', ...linkAttributes]);
  } else if (tag === 'span') {
    losses.attributes(element, ['style']);
  } else {
    losses.element(element);
    return null;
  }
  const styled: string[] = [];
  for (const [property, value] of stylesOf(element)) {
    const [name, kept] = letterStyle(property, value);
    if (name && values[name] === undefined) {
      values[name] = kept;
      styled.push(name);
    } else losses.style(property);
  }
  if (Object.keys(values).length === 0) {
    if (tag === 'span' && element.attributes.length === 0) losses.element(element);
    return null;
  }
  return { tag: tag === 'a' && values['link'] === undefined ? 'span' : tag, styled, values };
}

/** Returns the inline format of a style and its value; no name for other styles. */
function letterStyle(property: string, value: string): [name: string | undefined, value: unknown] {
  const entryOf = (table: Readonly<Record<string, string>>, wanted: string) =>
    Object.entries(table).find(([, written]) => written === wanted)?.[0];
  if (property === 'text-decoration') return [entryOf(decorations, value), true];
  return [isStyleKept(property, value) ? entryOf(letterStyles, property) : undefined, value];
}

function formatsAround(around: readonly Around[]): RichFormats {
  const formats: MutableFormats = Object.assign({}, ...around.map(({ values }) => values));
  const markup = printMarkup(around);
  const isTwice = around.flatMap(formatsOf).length > Object.keys(formats).length;
  const isUsual = around.length < 2 && markup === printMarkup(usualWrappers(Object.keys(formats)));
  if (!isTwice && !isUsual) formats['markup'] = markup;
  return formats;
}

function pictureOf(element: Element, losses: LossReport): Picture | null {
  const picture = attributesOf(element, pictureAttributes) as unknown as Picture;
  if (picture.src === undefined) {
    losses.thing('image without an address', 'images without an address');
    return null;
  }
  const scheme = forbiddenImageScheme(picture.src);
  if (scheme) losses.thing(`image from ${scheme}`, `images from ${scheme}`);
  else losses.attributes(element, pictureAttributes);
  return scheme ? null : picture;
}

function attributesOf(element: Element, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = element.getAttribute(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
