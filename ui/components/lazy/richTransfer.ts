import { parseHtml } from '../../platform/trustedHtml';
import { readHtml } from './htmlReader';
import { printHtml } from './htmlSerialiser';
import { cleanPasted, missedOf, sourceOf } from './pastedHtml';
import type { RichFormats, RichOp } from './richFormats';

/** Under this name our own HTML lies in the clipboard, colours and all; another page may forge it, and gains nothing. */
const ownType = 'application/x-lowline-html';

export function writeTransfer(data: DataTransfer, ops: readonly RichOp[]): void {
  const html = printHtml(ops);
  data.setData('text/plain', textOf(ops));
  data.setData('text/html', html);
  data.setData(ownType, html);
}

export interface Transferred {
  readonly ops: readonly RichOp[];
  /** Pictures that came as files. */
  readonly pictures: readonly File[];
  /** What of it the editor has no place for, and the HTML that would keep it. */
  readonly missed?: { readonly words: readonly string[]; readonly source: string };
}

/** What was pasted or dropped. Plain text takes the formats of the place where it goes; in code all is plain. */
export function readTransfer(data: DataTransfer, formats: RichFormats): Transferred {
  const text = data.getData('text/plain').replace(/\r\n?/g, '\n');
  const own = data.getData(ownType);
  const html = data.getData('text/html');
  const pictures = [...data.files].filter(({ type }) => type.startsWith('image/'));
  if (formats['code-block']) return { ops: plainOps(text, formats), pictures: [] };
  if (own) return { ops: partOf(readHtml(parseHtml(own)).ops), pictures: [] };
  const document = html ? parseHtml(html) : null;
  // A copied picture comes with a file of it, and with HTML that is nothing but its address.
  const isOnlyPicture = !document?.body.textContent?.trim();
  if (pictures.length > 0 && isOnlyPicture) return { ops: [], pictures };
  if (!document) return { ops: plainOps(text.replace(/\t/g, ' '), formats), pictures: [] };
  cleanPasted(document);
  const words = missedOf(document);
  const missed = words.length > 0 && { missed: { words, source: sourceOf(document) } };
  return { ops: partOf(readHtml(document).ops), pictures: [], ...missed };
}

export function textOf(ops: readonly RichOp[]): string {
  return ops
    .map(({ insert }) => (typeof insert === 'string' ? insert : insert['softbreak'] ? '\n' : ''))
    .join('');
}

const plainOps = (text: string, attributes: RichFormats): RichOp[] =>
  text === '' ? [] : [{ insert: text, attributes }];

/** A document becomes part of another: the line it ends in is that of the place, unless it is of a special kind. */
function partOf(ops: readonly RichOp[]): RichOp[] {
  const part = ops.map(({ insert, attributes: { bare: _, ...formats } = {} }) =>
    Object.keys(formats).length > 0 ? { insert, attributes: formats } : { insert },
  );
  const last = part.at(-1);
  const isOneLine = part.filter(({ insert }) => insert === '\n').length === 1;
  return last?.insert === '\n' && (!last.attributes || isOneLine) ? part.slice(0, -1) : part;
}
