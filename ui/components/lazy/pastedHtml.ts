import { countOf } from './droppedHtml';
import { stylesOf } from './htmlTree';
import { forbiddenImageScheme, forbiddenLinkScheme } from './richFormats';

/** What of an element a paste may bring along; everything else is the look of another page. */
const keptAttributes = new Set(['href', 'src', 'alt', 'width', 'height', 'dir', 'colspan', 'rowspan']);

/**
 * Makes plain elements out of what other programs put into the clipboard (the document is changed): lists of Word,
 * which are paragraphs with a drawn sign, and letters whose look is a style alone. Classes and styles go.
 */
export function cleanPasted({ body }: Document): void {
  for (const paragraph of body.querySelectorAll('[style*="mso-list"]')) listOfWord(paragraph);
  for (const element of body.querySelectorAll('[style]')) plainLetters(element);
  for (const element of body.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) {
      if (!keptAttributes.has(name)) element.removeAttribute(name);
    }
  }
}

/** What the editor has no place for, and a person would miss: the outermost of each kind. */
const missed = ['table', 'iframe', 'video', 'audio', 'object', 'embed', 'svg', 'math'];

/** In the words that a person is told: '1 table'. */
export function missedOf({ body }: Document): string[] {
  return missed.flatMap((tag) => {
    const count = body.querySelectorAll(`${tag}:not(${tag} ${tag})`).length;
    return count > 0 ? [countOf(tag, count)] : [];
  });
}

const unseen = 'basefont, link, meta, noembed, noscript, script, template, title';

/** The document as HTML source; what runs something, or is of no use there, stays behind. */
export function sourceOf(document: Document): string {
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

function listOfWord(paragraph: Element): void {
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

/** `<span style="font-weight: 700">` means strong, and Google's `<b style="font-weight: normal">` does not. */
function plainLetters(element: Element): void {
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
