import { parseHtml } from '../../platform/trustedHtml';
import { isOurs } from './pictureBox';

const unwanted =
  'base, embed, frame, frameset, iframe, link, meta, noembed, noscript, object, script, template';
const addresses = ['src', 'srcset', 'href', 'xlink:href', 'poster', 'background', 'ping', 'data'];

/**
 * The HTML as a page for the sandboxed preview. The sandbox and the policy of our own page stop scripts and requests;
 * this takes away what they would stop (each would be reported as an attack) and the early connections that they
 * would not. Pictures from elsewhere are boxes with their address.
 */
export function previewOf(html: string): string {
  const document = parseHtml(html);
  for (const element of document.querySelectorAll(unwanted)) element.remove();
  for (const element of document.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) {
      if (/^(?:on|autofocus$)/.test(name) || (addresses.includes(name) && !isKept(element, name)))
        element.removeAttribute(name);
    }
    if (/url\(|image-set\(/i.test(element.getAttribute('style') ?? '')) element.removeAttribute('style');
  }
  document.body.style.font = '14px/1.5 system-ui, sans-serif';
  document.body.style.overflowWrap = 'anywhere';
  return new XMLSerializer().serializeToString(document);
}

function isKept(element: Element, name: string): boolean {
  const address = element.getAttribute(name) ?? '';
  if (name === 'href' && element.localName === 'a') return true;
  if (name === 'src' && element.localName === 'img') {
    if (isOurs(address)) return true;
    element.setAttribute('alt', `[${element.getAttribute('alt') || address}]`);
    element.setAttribute('title', address);
  }
  return false;
}
