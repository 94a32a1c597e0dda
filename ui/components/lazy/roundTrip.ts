import { parseHtml } from '../../platform/trustedHtml';
import { nameOfTag } from './droppedHtml';
import { readHtml } from './htmlReader';
import { printHtml } from './htmlSerialiser';
import { foldWhiteSpace, isBlock, isComment, isElement, isText, stylesOf } from './htmlTree';
import { throughEditor } from './quillEditor';

/** What the editor would drop, in the words that a person is told: '1 table', '3 classes'. None: the HTML survives. */
export function lossOf(html: string): string[] {
  const { ops, dropped } = readHtml(parseHtml(html));
  const kept = printHtml(throughEditor(ops));
  if (treeOf(html) === treeOf(kept)) return [];
  const said = dropped.said();
  return said.length > 0 ? said : missingIn(kept, html);
}

/** The HTML as the editor would write it, whatever it drops. */
export function convertForEditor(html: string): string {
  return printHtml(throughEditor(readHtml(parseHtml(html)).ops));
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
    const [one, many] = nameOfTag(tag);
    return less > 0 ? [less === 1 ? `1 ${one}` : `${less} ${many}`] : [];
  });
  return missing.length > 0 ? missing : ['the way its parts are nested'];
}
