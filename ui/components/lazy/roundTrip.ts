import { parseHtml } from '../../platform/trustedHtml';
import { countOf } from './droppedHtml';
import { readHtml } from './htmlReader';
import { printHtml } from './htmlSerialiser';
import { foldWhiteSpace, isBlock, isComment, isElement, isText, stylesOf } from './htmlTree';
import { throughEditor } from './quillEditor';
import { htmlOfStored, isPlainText, parseStored } from './storedHtml';

/** What the editor would drop, in the words that a person is told: '1 table', '3 classes'. None: the HTML survives. */
export function lossOf(stored: string): string[] {
  const html = htmlOfStored(stored);
  const { ops, dropped } = readHtml(parseHtml(html));
  const kept = printHtml(throughEditor(ops));
  const tabs = isPlainText(stored) ? stored.split('\t').length - 1 : 0;
  if (tabs > 0) return [tabs === 1 ? '1 tab' : `${tabs} tabs`];
  if (treeOf(html) === treeOf(kept)) return [];
  const said = dropped.said();
  return said.length > 0 ? said : missingIn(kept, html);
}

/** Why HTML is not shown in the editor by itself: it is large, or some of it would be lost. */
export type Obstacle = 'size' | readonly [string, ...string[]];

export function obstacleTo(html: string, isLargeFine = false): Obstacle | null {
  if (!isLargeFine && isLarge(html)) return 'size';
  const [first, ...others] = lossOf(html);
  return first === undefined ? null : [first, ...others];
}

const mostElements = 2_000;
const mostLetters = 300_000;

/** Whether the rich editor would take long to open, or for each key. A picture in its own address is one thing. */
function isLarge(html: string): boolean {
  if (html.length <= mostElements * 3) return false;
  const shown = html.replace(/\bdata:image\/[^"'\s>]*/gi, '');
  return shown.length > mostLetters || (shown.match(/<[a-z]/gi)?.length ?? 0) > mostElements;
}

/** The HTML as the editor would write it, whatever it drops. */
export function convertForEditor(html: string): string {
  return printHtml(throughEditor(readHtml(parseStored(html)).ops));
}

const sameTags: Readonly<Record<string, string>> = { b: 'strong', i: 'em' };

/**
 * The tree as a text that is equal for equal trees: white space that is not shown, the order of attributes and of
 * style properties, `b` or `strong`, `i` or `em`, and a line break alone in its block make no difference. A document
 * of empty paragraphs is an empty one.
 */
export function treeOf(html: string): string {
  const document = parseHtml(html);
  const { body } = document;
  foldWhiteSpace(body);
  // All of it: an html, a head, a body and paragraphs without anything in or on them.
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
  const tag = sameTags[node.localName] ?? node.localName;
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

/** For trees whose parts are all known and that still differ: what there is less of, or how they are put together. */
function missingIn(kept: string, html: string): string[] {
  const [before, after] = [html, kept].map((text) => {
    const counts = new Map<string, number>();
    for (const { localName } of parseHtml(text).body.querySelectorAll('*')) {
      const tag = sameTags[localName] ?? localName;
      counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
    return counts;
  });
  const missing = [...(before ?? [])].flatMap(([tag, count]) => {
    const less = count - (after?.get(tag) ?? 0);
    return less > 0 ? [countOf(tag, less)] : [];
  });
  return missing.length > 0 ? missing : ['the way its parts are nested'];
}
