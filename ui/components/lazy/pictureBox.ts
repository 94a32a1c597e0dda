import { serverElsewhere } from '../../platform/pageAddress';
import { cut } from '../../platform/text';
import type { Picture } from './richFormats';

/**
 * Shows a picture inside its frame. One that lies elsewhere is a box with its address: asking for it would tell its
 * owner who looks at this record, and when.
 */
export function drawPicture(frame: HTMLElement, picture: Picture): void {
  frame.append(isOurs(picture.src) ? imageOf(picture) : boxOf(picture));
}

/** Whether showing it asks nobody but our own server. */
export function isOurs(src: string): boolean {
  try {
    const { protocol, origin } = new URL(src, document.baseURI);
    const ours = [location.origin, new URL(serverElsewhere() ?? location.origin).origin];
    return protocol === 'data:' || (/^https?:$/.test(protocol) && ours.includes(origin));
  } catch {
    return false;
  }
}

function imageOf(picture: Picture): HTMLImageElement {
  const image = document.createElement('img');
  image.alt = picture.alt ?? '';
  for (const side of ['width', 'height'] as const) {
    const length = picture[side];
    if (length !== undefined) image.setAttribute(side, length);
  }
  image.addEventListener('error', () => image.replaceWith(boxOf(picture)), { once: true });
  image.src = picture.src;
  return image;
}

function boxOf({ src, alt }: Picture): HTMLElement {
  const box = document.createElement('span');
  box.dataset['box'] = '';
  box.setAttribute('role', 'img');
  // A picture may stand in its address.
  const address = cut(src, 500);
  box.setAttribute('aria-label', `Image: ${alt || address}`);
  box.textContent = address;
  return box;
}
