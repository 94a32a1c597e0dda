import { metaContent } from '../../base/pageAddress';
import { cut } from '../../base/text';
import type { Picture } from './richFormats';

/**
 * Shows a picture inside its frame. A picture of another server is a box with its address. A request for it would show
 * that server who reads this record, and when.
 */
export function drawPicture(frame: HTMLElement, picture: Picture): void {
  frame.append(isOurs(picture.src) ? imageOf(picture) : boxOf(picture));
}

/** True if showing it sends requests to our own server only. */
export function isOurs(src: string): boolean {
  try {
    const { protocol, origin } = new URL(src, document.baseURI);
    const ours = [location.origin, new URL(metaContent('backend') ?? location.origin).origin];
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
  // A data URL holds the whole picture, so the address is cut.
  const address = cut(src, 500);
  box.setAttribute('aria-label', `Image: ${alt || address}`);
  box.textContent = address;
  return box;
}

interface InlinePictures {
  readonly pictures: Picture[];
  /** A sentence about pictures that are too large, or ''. */
  readonly problem: string;
}

/**
 * Reads pictures as data URLs inside the text. Each is part of every response with the record, so large ones
 * are refused.
 */
export async function inlinePictures(
  files: readonly File[],
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<InlinePictures> {
  const images = files.filter(({ type }) => type.startsWith('image/'));
  const fitting = images.filter(({ size }) => size <= maxBytes);
  const tooLarge = images.filter(({ size }) => size > maxBytes).map(({ name }) => name);
  const pictures = await Promise.all(
    fitting.map(async (file) => ({ src: await dataAddress(file), alt: file.name })),
  );
  const most = `${Math.floor(maxBytes / 1000)} kB`;
  return {
    pictures,
    problem: tooLarge.length > 0 ? `Too large to embed (max ${most}): ${tooLarge.join(', ')}` : '',
  };
}

function dataAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
