/**
 * The only file in which text becomes markup. Its first use creates the page's one Trusted Types policy. Until then,
 * the browser refuses every text that would become markup. In browsers without Trusted Types the functions work
 * without the policy.
 */

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: typeof checkedHtml }): unknown;
}

/** The text that is being set as the sandboxed preview. */
let previewed: string | null = null;

/**
 * Throws for every conversion of text to markup except these: an inert document, the preview, and emptying.
 */
function checkedHtml(text: string, _type: string, sink: string): string {
  const isFine =
    sink === 'DOMParser parseFromString' ||
    (sink === 'HTMLIFrameElement srcdoc' && text === previewed) ||
    (sink === 'Element innerHTML' && text === '');
  if (!isFine) throw new TypeError(`This page does not allow HTML through ${sink}.`);
  return text;
}

let hasPolicy = false;

/** A page may have only one. Quill empties elements, so it needs the policy before it starts. */
export function createHtmlPolicy(): void {
  if (hasPolicy) return;
  hasPolicy = true;
  (Reflect.get(globalThis, 'trustedTypes') as TrustedTypes | undefined)?.createPolicy('default', {
    createHTML: checkedHtml,
  });
}

/**
 * Replacements that parse the same way. A browser reports each `style` and `base` as an attack on our page,
 * even in an inert document.
 */
const harmlessTags: Readonly<Record<string, string>> = { style: 'noembed', base: 'basefont' };

const tagStart = /<(?:!--|(\/?)([a-z][^\s/>]*))/gi;
/** A quoted value may contain the end of a tag; a quote elsewhere is an ordinary character. */
const tagPiece = /=\s*(?:"[^"]*"|'[^']*'|)|[^=>]+/y;

/**
 * Renames `style` and `base` in the text. Reads the text once: at an unclosed tag it stops, because a browser
 * takes all that follows as its content.
 */
export function neutralizeTags(text: string): string {
  let result = '';
  let copied = 0;
  tagStart.lastIndex = 0;
  for (let start = tagStart.exec(text); start; start = tagStart.exec(text)) {
    const [opening, slash = '', name] = start;
    const end =
      name === undefined ? text.indexOf('-->', start.index + 2) + 3 : endOfTag(text, tagStart.lastIndex);
    if (end < start.index + opening.length) break;
    const other = name && harmlessTags[name.toLowerCase()];
    if (other) {
      result += `${text.slice(copied, start.index)}<${slash}${other}`;
      copied = start.index + opening.length;
    }
    tagStart.lastIndex = end;
  }
  return result + text.slice(copied);
}

/** Returns the position after the `>` of a tag; -1 if it has none. */
function endOfTag(text: string, from: number): number {
  tagPiece.lastIndex = from;
  let at = from;
  while (tagPiece.test(text)) at = tagPiece.lastIndex;
  return text[at] === '>' ? at + 1 : -1;
}

/**
 * Parses an inert document: it runs no scripts and loads nothing. It has `noembed` instead of `style` and
 * `basefont` instead of `base`.
 */
export function parseHtml(text: string): Document {
  createHtmlPolicy();
  return new DOMParser().parseFromString(neutralizeTags(text), 'text/html');
}

/** Shows the text as a page without scripts, forms and an origin; the frame must have an empty `sandbox`. */
export function setPreview(frame: HTMLIFrameElement, text: string): void {
  if (frame.getAttribute('sandbox') !== '')
    throw new Error('The frame of a preview needs an empty sandbox attribute.');
  createHtmlPolicy();
  previewed = text;
  try {
    frame.srcdoc = text;
  } finally {
    previewed = null;
  }
}
