/**
 * The only file where text becomes markup. Loading it makes the page's one Trusted Types policy, so it belongs to
 * lazy chunks: a page that has shown no rich text refuses every text that would become markup. Where the browser
 * knows no Trusted Types, the functions work without.
 */

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: typeof checkedHtml }): unknown;
}

/** What is being put into the sandboxed preview at this moment. */
let previewed: string | null = null;

/** Throws for every way from text to markup but these: a document that runs nothing, the preview, emptying. */
function checkedHtml(text: string, _type: string, sink: string): string {
  const isFine =
    sink === 'DOMParser parseFromString' ||
    (sink === 'HTMLIFrameElement srcdoc' && text === previewed) ||
    (sink === 'Element innerHTML' && text === '');
  if (!isFine) throw new TypeError(`No text becomes markup by ${sink}.`);
  return text;
}

(Reflect.get(globalThis, 'trustedTypes') as TrustedTypes | undefined)?.createPolicy('default', {
  createHTML: checkedHtml,
});

/** Parsed alike; but of these a browser reports each as an attack on our page, even where nothing applies them. */
const calmed: Readonly<Record<string, string>> = { style: 'noembed', base: 'basefont' };

const tagStart = /<(?:!--|(\/?)([a-z][^\s/>]*))/gi;
/** A value in quotes may hold the end of a tag; a quote anywhere else is a letter. */
const tagPiece = /=\s*(?:"[^"]*"|'[^']*'|)|[^=>]+/y;

/**
 * The text with other names for `style` and `base`. It goes through the text once: what is never closed ends it, for
 * to a browser all that follows belongs to it.
 */
export function calmTags(text: string): string {
  let calm = '';
  let copied = 0;
  tagStart.lastIndex = 0;
  for (let start = tagStart.exec(text); start; start = tagStart.exec(text)) {
    const [opening, slash = '', name] = start;
    const end =
      name === undefined ? text.indexOf('-->', start.index + 2) + 3 : endOfTag(text, tagStart.lastIndex);
    if (end < start.index + opening.length) break;
    const other = name && calmed[name.toLowerCase()];
    if (other) {
      calm += `${text.slice(copied, start.index)}<${slash}${other}`;
      copied = start.index + opening.length;
    }
    tagStart.lastIndex = end;
  }
  return calm + text.slice(copied);
}

/** The place behind the `>` of a tag; -1 when it has none. */
function endOfTag(text: string, from: number): number {
  tagPiece.lastIndex = from;
  let at = from;
  while (tagPiece.test(text)) at = tagPiece.lastIndex;
  return text[at] === '>' ? at + 1 : -1;
}

/**
 * A document that nobody sees: no script of it runs, nothing that it names is loaded. It has `noembed` for `style`
 * and `basefont` for `base`.
 */
export function parseHtml(text: string): Document {
  return new DOMParser().parseFromString(calmTags(text), 'text/html');
}

/** Shows the text as a page without scripts, forms and an origin; the frame must have an empty `sandbox`. */
export function setPreview(frame: HTMLIFrameElement, text: string): void {
  if (frame.getAttribute('sandbox') !== '') throw new Error('A preview stands in a sandbox without holes.');
  previewed = text;
  try {
    frame.srcdoc = text;
  } finally {
    previewed = null;
  }
}
