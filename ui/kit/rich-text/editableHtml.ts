// Quill walks its whole document for each inserted block, so HTML of more than 2,000 elements or 300,000 characters
// opens as source.

import { countOf } from '../../base/text';
import { parseHtml } from '../../base/trustedHtml';
import { readHtml } from './htmlReader';
import { printHtml } from './htmlSerializer';
import { foldWhiteSpace, isBlock, isComment, isElement, isText, stylesOf } from './htmlTree';
import { countOfTag } from './lossReport';
import { passThroughEditor } from './quillEditor';

/**
 * Lists what the editor would drop, in the words that the user sees: '1 table', '3 classes'. An empty list:
 * nothing.
 */
export function lossOf(stored: string): string[] {
  const html = htmlOfStored(stored);
  const { ops, losses } = readHtml(parseHtml(html));
  const kept = printHtml(passThroughEditor(ops));
  const tabs = isPlainText(stored) ? stored.split('\t').length - 1 : 0;
  if (tabs > 0) return [countOf(tabs, 'tab')];
  if (treeOf(html) === treeOf(kept)) return [];
  const said = losses.list();
  return said.length > 0 ? said : missingIn(kept, html);
}

/** The reason why HTML opens as source: it is large, or some of it would be lost. */
export type Obstacle = 'size' | readonly [string, ...string[]];

export function obstacleTo(html: string, isLargeFine = false): Obstacle | null {
  if (!isLargeFine && isLarge(html)) return 'size';
  const [first, ...others] = lossOf(html);
  return first === undefined ? null : [first, ...others];
}

const mostElements = 2_000;
const mostCharacters = 300_000;

/** True if the editor would be slow to open, or slow for each key. Embedded pictures (data URLs) do not count. */
function isLarge(html: string): boolean {
  if (html.length <= mostElements * 3) return false;
  const shown = html.replace(/\bdata:image\/[^"'\s>]*/gi, '');
  return shown.length > mostCharacters || (shown.match(/<[a-z]/gi)?.length ?? 0) > mostElements;
}

/** Returns the HTML as the editor would write it, including losses. */
export function convertForEditor(html: string): string {
  return printHtml(passThroughEditor(readHtml(parseStored(html)).ops));
}

/**
 * For trees whose parts are all known but which still differ: lists missing elements, or a changed structure.
 */
function missingIn(kept: string, html: string): string[] {
  const [before, after] = [html, kept].map((text) => {
    const counts = new Map<string, number>();
    for (const element of parseHtml(text).body.querySelectorAll('*')) {
      const tag = tagOf(element);
      counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
    return counts;
  });
  const missing = [...(before ?? [])].flatMap(([tag, count]) => {
    const less = count - (after?.get(tag) ?? 0);
    return less > 0 ? [countOfTag(tag, less)] : [];
  });
  return missing.length > 0 ? missing : ['the way its parts are nested'];
}

const sameTags: Readonly<Record<string, string>> = { b: 'strong', i: 'em' };

/** The name of an element; one name for elements of one meaning. */
function tagOf({ localName }: Element): string {
  return sameTags[localName] ?? localName;
}

/**
 * Returns a text that is equal for equivalent trees. It ignores hidden white space, and the order of
 * attributes and of style properties. It treats as equal `b` and `strong`, `i` and `em`. It ignores a line
 * break alone in its block. A document of empty paragraphs is empty.
 */
export function treeOf(html: string): string {
  const document = parseHtml(html);
  const { body } = document;
  foldWhiteSpace(body);
  // True for html, head, body and paragraphs without attributes or content.
  const isEmpty = [...document.querySelectorAll('*')].every(
    (element) => /^(?:html|head|body|p|br)$/.test(element.localName) && element.attributes.length === 0,
  );
  const hasText = body.textContent !== '' || document.firstChild !== document.documentElement;
  return isEmpty && !hasText ? '' : printNodes(document);
}

function printNodes(parent: ParentNode): string {
  return [...parent.childNodes].map(printNode).join('');
}

function printNode(node: Node): string {
  if (isText(node)) return node.parentElement?.closest('body') ? node.data.replaceAll('<', '&lt;') : '';
  if (!isElement(node)) return isComment(node) ? '<!---->' : '<!doctype>';
  const tag = tagOf(node);
  const isFiller =
    tag === 'br' &&
    node.parentElement &&
    isBlock(node.parentElement) &&
    node.parentElement.childNodes.length === 1;
  if (isFiller && node.attributes.length === 0) return '';
  return `<${tag}${attributesOf(node)}>${printNodes(node)}</${tag}>`;
}

function attributesOf(element: Element): string {
  return element
    .getAttributeNames()
    .sort()
    .map(
      (name) =>
        ` ${name}=${name === 'style' ? JSON.stringify(stylesOf(element).sort()) : JSON.stringify(element.getAttribute(name))}`,
    )
    .join('');
}

/** A text without a tag is plain text that another program wrote: its line breaks and spaces count. */
function isPlainText(text: string): boolean {
  return !/<[a-z!/?]/i.test(text);
}

/** Returns the stored text as HTML that shows all of it. */
function htmlOfStored(text: string): string {
  if (!isPlainText(text) || text.trim() === '') return text;
  return text.replace(/\r\n?|\n/g, '<br>').replace(/(?<=^| |<br>) /g, '\u00A0');
}

export function parseStored(text: string): Document {
  return parseHtml(htmlOfStored(text));
}
