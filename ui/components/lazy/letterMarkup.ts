import { decorations, formatOfTag, letterStyles, letterTags, type RichFormats } from './richFormats';

/** An element around letters: its tag, and the formats that its style stands for. */
export interface Wrapper {
  readonly tag: string;
  readonly styled: readonly string[];
}

/** In this order an unasked writer nests them, the outermost first. */
const usualOrder = ['link', ...Object.keys(letterStyles), ...Object.keys(letterTags)];
const styledOrder = [...Object.keys(letterStyles), ...Object.keys(decorations)];

/** The formats that the elements of a list of wrappers stand for, in their order. */
export function formatsOf({ tag, styled }: Wrapper): string[] {
  const own = tag === 'a' ? 'link' : formatOfTag(tag);
  return own ? [own, ...styled] : [...styled];
}

/** The elements for formats that do not say how they were written. */
export function usualWrappers(formats: Iterable<string>): Wrapper[] {
  const wanted = new Set(formats);
  const styled = Object.keys(letterStyles).filter((format) => wanted.has(format));
  return usualOrder
    .filter((format) => wanted.has(format) && (!styled.includes(format) || format === styled[0]))
    .map((format) =>
      styled.includes(format)
        ? { tag: 'span', styled }
        : { tag: format === 'link' ? 'a' : (letterTags[format]?.[0] ?? 'span'), styled: [] },
    );
}

/** How letters were written, as one text that can be a format itself: `em span:color+background`. */
export function printMarkup(wrappers: readonly Wrapper[]): string {
  return wrappers
    .map(({ tag, styled }) => {
      const sorted = [...styled].sort((a, b) => styledOrder.indexOf(a) - styledOrder.indexOf(b));
      return sorted.length > 0 ? `${tag}:${sorted.join('+')}` : tag;
    })
    .join(' ');
}

/** The way back; null when the text does not stand for exactly these formats, because they were changed since. */
export function parseMarkup(text: unknown, formats: readonly string[]): Wrapper[] | null {
  if (typeof text !== 'string' || text === '') return null;
  const wrappers = text.split(' ').map((part) => {
    const [tag = '', styled = ''] = part.split(':');
    return { tag, styled: styled ? styled.split('+') : [] };
  });
  const stoodFor = wrappers.flatMap(formatsOf);
  const isExact = stoodFor.length === formats.length && formats.every((format) => stoodFor.includes(format));
  return isExact ? wrappers : null;
}

/** Those of the formats that are of letters and written down. */
export function letterFormatsIn(formats: RichFormats): string[] {
  return usualOrder.filter((format) => Boolean(formats[format]));
}
