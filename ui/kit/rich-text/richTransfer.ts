import { parseHtml } from '../../base/trustedHtml';
import { readHtml } from './htmlReader';
import { printHtml } from './htmlSerializer';
import { stylesOf } from './htmlTree';
import { countOfTag } from './lossReport';
import { forbiddenImageScheme, forbiddenLinkScheme, type RichFormats, type RichOp } from './richFormats';

/** The clipboard type of our own HTML, with colours. Another page may forge it, but gains nothing. */
const ownType = 'application/x-lowline-html';

export function writeTransfer(data: DataTransfer, ops: readonly RichOp[]): void {
  const html = printHtml(ops);
  data.setData('text/plain', toPlainText(ops));
  data.setData('text/html', html);
  data.setData(ownType, html);
}

interface Transferred {
  readonly ops: readonly RichOp[];
  /** Pictures that came as files. */
  readonly pictures: readonly File[];
  /** The parts that the editor cannot hold, and the HTML that would keep them. */
  readonly missed?: { readonly words: readonly string[]; readonly source: string };
}

/**
 * Reads what was pasted or dropped. Plain text takes the formats of its target; in a code block all text is
 * plain.
 */
export function readTransfer(data: DataTransfer, formats: RichFormats): Transferred {
  const text = data.getData('text/plain').replace(/\r\n?/g, '\n');
  const own = data.getData(ownType);
  const html = data.getData('text/html');
  const pictures = [...data.files].filter(({ type }) => type.startsWith('image/'));
  if (formats['code-block']) return { ops: plainOps(text, formats), pictures: [] };
  if (own) return { ops: toFragment(readHtml(parseHtml(own)).ops), pictures: [] };
  const document = html ? parseHtml(html) : null;
  // A copied picture comes as a file, and as HTML with nothing but its address.
  const isOnlyPicture = !document?.body.textContent?.trim();
  if (pictures.length > 0 && isOnlyPicture) return { ops: [], pictures };
  if (!document) return { ops: plainOps(text.replace(/\t/g, ' '), formats), pictures: [] };
  cleanPasted(document);
  const words = countUnsupported(document);
  const unsupported = words.length > 0 && { missed: { words, source: sourceOf(document) } };
  return { ops: toFragment(readHtml(document).ops), pictures: [], ...unsupported };
}

function toPlainText(ops: readonly RichOp[]): string {
  return ops
    .map(({ insert }) => (typeof insert === 'string' ? insert : insert['softbreak'] ? '\n' : ''))
    .join('');
}

const plainOps = (text: string, attributes: RichFormats): RichOp[] =>
  text === '' ? [] : [{ insert: text, attributes }];

/**
 * Makes a document part of another. A single line, and a last line without formats, takes those of the
 * target.
 */
function toFragment(ops: readonly RichOp[]): RichOp[] {
  const part = ops.map(({ insert, attributes: { bare: _, ...formats } = {} }) =>
    Object.keys(formats).length > 0 ? { insert, attributes: formats } : { insert },
  );
  const last = part.at(-1);
  const isOneLine = part.filter(({ insert }) => insert === '\n').length === 1;
  return last?.insert === '\n' && (!last.attributes || isOneLine) ? part.slice(0, -1) : part;
}

/** The attributes that a paste keeps; all others are the look of another page. */
const keptAttributes = new Set(['href', 'src', 'alt', 'width', 'height', 'dir', 'colspan', 'rowspan']);

/**
 * Makes plain elements of what other programs put into the clipboard (the document is changed). Lists of Word
 * are paragraphs with a drawn bullet; other text is formatted by styles alone. Removes classes and styles.
 */
function cleanPasted({ body }: Document): void {
  for (const paragraph of body.querySelectorAll('[style*="mso-list"]')) convertWordListItem(paragraph);
  for (const element of body.querySelectorAll('[style]')) simplifyInlineElement(element);
  for (const element of body.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) {
      if (!keptAttributes.has(name)) element.removeAttribute(name);
    }
  }
}

/** Elements that the editor cannot hold and a user would miss. Only the outermost of each kind counts. */
const missed = ['table', 'iframe', 'video', 'audio', 'object', 'embed', 'svg', 'math'];

/** Counts them in the words that the user sees: '1 table'. */
function countUnsupported({ body }: Document): string[] {
  return missed.flatMap((tag) => {
    const count = body.querySelectorAll(`${tag}:not(${tag} ${tag})`).length;
    return count > 0 ? [countOfTag(tag, count)] : [];
  });
}

const unseen = 'basefont, link, meta, noembed, noscript, script, template, title';

/** Returns the document as HTML source, without scripts and invisible elements. */
function sourceOf(document: Document): string {
  for (const element of document.querySelectorAll(unseen)) element.remove();
  for (const name of ['href', 'src']) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      const address = element.getAttribute(name) ?? '';
      const isForbidden = name === 'src' ? forbiddenImageScheme(address) : forbiddenLinkScheme(address);
      if (isForbidden) element.removeAttribute(name);
    }
  }
  const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
  for (let comment = comments.nextNode(); comment; ) {
    const next = comments.nextNode();
    (comment as Comment).remove();
    comment = next;
  }
  const printer = new XMLSerializer();
  const parts = [...document.body.childNodes].map((node) => printer.serializeToString(node));
  return parts
    .map((part) => part.replace(' xmlns="http://www.w3.org/1999/xhtml"', ''))
    .join('')
    .trim();
}

function convertWordListItem(paragraph: Element): void {
  const written = styleOf(paragraph, 'mso-list');
  const sign = [...paragraph.querySelectorAll('[style*="mso-list"]')].find((part) =>
    /ignore/i.test(styleOf(part, 'mso-list')),
  );
  if (!/level\d/i.test(written)) return;
  const level = Number(/level(\d+)/i.exec(written)?.[1] ?? 1);
  const isNumbered = /^\W*(?:\d+|[a-z]{1,4})[.)]/i.test(sign?.textContent?.trim() ?? '');
  sign?.remove();
  const { ownerDocument } = paragraph;
  const item = ownerDocument.createElement('li');
  item.append(...paragraph.childNodes);
  let list: Element = item;
  for (let depth = 0; depth < level; depth += 1) {
    const outer = ownerDocument.createElement(isNumbered ? 'ol' : 'ul');
    if (depth > 0) {
      const holder = ownerDocument.createElement('li');
      holder.append(list);
      outer.append(holder);
    } else outer.append(list);
    list = outer;
  }
  paragraph.replaceWith(list);
}

/**
 * Reads `<span style="font-weight: 700">` as bold, and Google's `<b style="font-weight: normal">` as plain.
 */
function simplifyInlineElement(element: Element): void {
  const weight = styleOf(element, 'font-weight');
  const isBold = /^bold|^[6-9]00$/.test(weight);
  if (/^(?:b|strong)$/.test(element.localName)) {
    if (weight !== '' && !isBold) element.replaceWith(...element.childNodes);
    return;
  }
  if (element.localName !== 'span') return;
  const decoration = styleOf(element, 'text-decoration') || styleOf(element, 'text-decoration-line');
  const vertical = styleOf(element, 'vertical-align');
  if (isBold) wrapInside(element, 'strong');
  if (styleOf(element, 'font-style') === 'italic') wrapInside(element, 'em');
  if (/\bunderline\b/.test(decoration)) wrapInside(element, 'u');
  if (/\bline-through\b/.test(decoration)) wrapInside(element, 's');
  if (vertical === 'sub') wrapInside(element, 'sub');
  if (vertical === 'super') wrapInside(element, 'sup');
}

function wrapInside(element: Element, tag: string): void {
  const wrapper = element.ownerDocument.createElement(tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

function styleOf(element: Element, property: string): string {
  return stylesOf(element).find(([name]) => name === property)?.[1] ?? '';
}
