// The page's files come in one trip. A policy in a meta element stops the browser from reading ahead, and behind a
// classic script it finds a file only when that script has come. So the page names its styles and scripts before
// `theme.js`, and the stylesheet itself after it. With a stored session `theme.js` preloads the scripts of the first
// screen. Rejected: an inline script, because every place that sends the policy would need its hash.

import { contentSecurityPolicy } from './policy.mjs';

/** @import { BackendUrl } from './policy.mjs' */

/** @param {string} text */
const escapeAttribute = (text) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;');

/**
 * Fills in the placeholders of `ui/index.html`. All names are paths below the folder of the page.
 * @param {string} template
 * `chunks` lists the files of each chunk.
 * @param {{ favicon: string, theme: string, style: string, entry: string, preloads: readonly string[],
 *   chunks: Readonly<Record<string, readonly string[]>>, backend?: BackendUrl | undefined }} parts
 */
export function fillPage(template, { favicon, theme, style, entry, preloads, chunks, backend }) {
  const address = backend && escapeAttribute(backend.origin + backend.folder);
  const lines = preloads.map((script) => `<link rel="modulepreload" href="./${script}">\n`);
  return template
    .replace('{{csp}}', contentSecurityPolicy(backend))
    .replace('{{backend}}\n', () => (address ? `<meta name="backend" content="${address}">\n` : ''))
    .replace('{{chunks}}', () =>
      escapeAttribute(
        JSON.stringify(chunks, (_, value) => (typeof value === 'string' ? `./${value}` : value)),
      ),
    )
    .replace('{{favicon}}', `./${favicon}`)
    .replace('{{theme}}', `./${theme}`)
    .replaceAll('{{style}}', `./${style}`)
    .replace('{{preloads}}\n', lines.join(''))
    .replace('{{entry}}', `./${entry}`);
}
