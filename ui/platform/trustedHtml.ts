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

const tags = /<!--[\s\S]*?-->|<\/?[a-z](?:[^"'>]|"[^"]*"|'[^']*')*>/gi;

/**
 * A document that nobody sees: no script of it runs, nothing that it names is loaded. Instead of `style` elements it
 * has `noembed`, whose content is no markup either: nothing would apply them, but a browser reports each of them as
 * an attack on our page.
 */
export function parseHtml(text: string): Document {
  const calm = text.replace(tags, (tag) => tag.replace(/^<(\/?)style(?=[\s/>])/i, '<$1noembed'));
  return new DOMParser().parseFromString(calm, 'text/html');
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
