import { decorations, formatOfTag, letterStyles, letterTags, type RichFormats } from './richFormats';

/** An element around characters: its tag, and the formats of its style. */
export interface Wrapper {
  readonly tag: string;
  readonly styled: readonly string[];
}

/** The default nesting, the outermost first. */
const usualOrder = ['link', ...Object.keys(letterStyles), ...Object.keys(letterTags)];
const styledOrder = [...Object.keys(letterStyles), ...Object.keys(decorations)];

/** Returns the formats of a wrapper, the element's own first. */
export function formatsOf({ tag, styled }: Wrapper): string[] {
  const own = tag === 'a' ? 'link' : formatOfTag(tag);
  return own ? [own, ...styled] : [...styled];
}

/** Returns the default elements for formats that carry no markup of their own. */
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

/**
 * Prints the elements around characters as one text that can itself be a format: `em span:color+background`.
 */
export function printMarkup(wrappers: readonly Wrapper[]): string {
  return wrappers
    .map(({ tag, styled }) => {
      const sorted = [...styled].sort((a, b) => styledOrder.indexOf(a) - styledOrder.indexOf(b));
      return sorted.length > 0 ? `${tag}:${sorted.join('+')}` : tag;
    })
    .join(' ');
}

/** Reads the text of `printMarkup`; null if the formats have changed since. */
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

/** The inline formats that are set, in the default order. */
export function letterFormatsIn(formats: RichFormats): string[] {
  return usualOrder.filter((format) => Boolean(formats[format]));
}
