import { lengthOf } from './quillKeys';
import type { RichOp } from './richFormats';

interface LinkPart {
  readonly index: number;
  readonly length: number;
  readonly link: unknown;
}

/** The whole link, whatever other formats its letters have, that the place is in or beside. */
export function linkAt(ops: readonly RichOp[], place: number): LinkPart | null {
  const links: LinkPart[] = [];
  let index = 0;
  for (const { insert, attributes } of ops) {
    const length = lengthOf(insert);
    const link = attributes?.['link'];
    const last = links.at(-1);
    if (last && last.link === link && last.index + last.length === index) {
      links[links.length - 1] = { ...last, length: last.length + length };
    } else if (link !== undefined) links.push({ index, length, link });
    index += length;
  }
  return links.find((part) => place >= part.index && place <= part.index + part.length) ?? null;
}
