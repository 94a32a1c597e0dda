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

/** Parsed alike; but of these a browser reports each as an attack on our page, even where nothing applies them. */
const calmed: Readonly<Record<string, string>> = { style: 'noembed', base: 'basefont' };

/**
 * A document that nobody sees: no script of it runs, nothing that it names is loaded. It has `noembed` for `style`
 * and `basefont` for `base`.
 */
export function parseHtml(text: string): Document {
  const calm = text.replace(tags, (tag) =>
    tag.replace(
      /^(<\/?)(style|base)(?=[\s/>])/i,
      (_, start: string, name: string) => start + calmed[name.toLowerCase()],
    ),
  );
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
