/** Block elements, including those that the editor knows; only `pre` keeps its white space. */
const blockTags = new Set(
  `address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset
   figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol
   optgroup option p pre search section summary table tbody td tfoot th thead title tr ul`.split(/\s+/),
);

/** Elements that are invisible or embedded: their content is not text of the page. */
const closedTags = new Set(
  `applet audio base basefont canvas embed iframe input link math meta meter noembed noframes noscript object
   progress script select style svg template textarea title video`.split(/\s+/),
);

export function isBlock(element: Element): boolean {
  return blockTags.has(element.localName);
}

export function isClosed(element: Element): boolean {
  return closedTags.has(element.localName) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml';
}

export const isElement = (node: Node): node is Element => node.nodeType === 1;
export const isComment = (node: Node): node is Comment => node.nodeType === 8;
export const isText = (node: Node): node is Text => node.nodeType === 3;

/**
 * Reads the style attribute as pairs, as written; the browser's own parser would change the values' spelling.
 */
export function stylesOf(element: Element): [property: string, value: string][] {
  return (element.getAttribute('style') ?? '').split(';').flatMap((part): [string, string][] => {
    const colon = part.indexOf(':');
    const property = part.slice(0, colon).trim().toLowerCase();
    const value = part.slice(colon + 1).trim();
    return part.trim() === '' ? [] : [[colon < 0 ? part.trim() : property, value.replace(/\s+/g, ' ')]];
  });
}

/**
 * Removes white space that a browser does not show: between blocks, at the ends of lines, and all but one of
 * a run. Changes the document in place. Non-breaking spaces are kept.
 */
export function foldWhiteSpace(root: Element): void {
  /** The text node whose last space is removed if the line ends here. */
  let blank: Text | null = null;
  let isLineStart = true;

  const endLine = () => {
    if (blank) {
      blank.data = blank.data.slice(0, -1);
      if (blank.data === '') blank.remove();
    }
    blank = null;
    isLineStart = true;
  };

  const foldText = (text: Text) => {
    const folded = text.data.replace(/[ \t\n\f\r]+/g, ' ');
    const kept = isLineStart || blank ? folded.replace(/^ /, '') : folded;
    if (kept !== text.data) text.data = kept;
    if (kept === '') {
      text.remove();
      return;
    }
    isLineStart = false;
    blank = kept.endsWith(' ') ? text : null;
  };

  const visit = (node: Node) => {
    if (isText(node)) return foldText(node);
    if (!isElement(node)) return;
    const isLine = isBlock(node) || node.localName === 'br';
    if (isLine) endLine();
    if (isClosed(node) || node.localName === 'img') {
      blank = null;
      isLineStart = isLine;
    } else if (node.localName !== 'pre') {
      for (const child of [...node.childNodes]) visit(child);
    }
    if (isLine) endLine();
  };

  visit(root);
}
