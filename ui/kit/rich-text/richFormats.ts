import { safeAddress } from '../../base/safeAddress';

/** The rich text editor holds a list of these: a piece of text or one object, with its formats. */
export interface RichOp {
  readonly insert: string | Readonly<Record<string, unknown>>;
  /**
   * On text: inline formats. On a line break (a `\n` of its own): the formats of the line that ends there.
   */
  readonly attributes?: RichFormats | undefined;
}

export type RichFormats = Readonly<Record<string, unknown>>;

/** A picture; its address and sizes are spelled as in the HTML. */
export interface Picture {
  readonly src: string;
  readonly alt?: string | undefined;
  readonly width?: string | undefined;
  readonly height?: string | undefined;
  readonly title?: string | undefined;
}

export interface RichLink {
  readonly href: string;
  readonly target?: string | undefined;
  readonly rel?: string | undefined;
  readonly title?: string | undefined;
}

export const linkAttributes = ['href', 'target', 'rel', 'title'] as const;
export const pictureAttributes = ['src', 'alt', 'width', 'height', 'title'] as const;

/** Inline formats that are elements, each with its tags; the first tag is written. */
export const letterTags: Readonly<Record<string, readonly [string, ...string[]]>> = {
  bold: ['strong', 'b'],
  italic: ['em', 'i'],
  underline: ['u'],
  strike: ['s', 'strike', 'del'],
  sub: ['sub'],
  sup: ['sup'],
  code: ['code'],
};

/** Style properties that are inline formats. */
export const letterStyles: Readonly<Record<string, string>> = {
  color: 'color',
  background: 'background-color',
};

/** Inline formats that may also be written as a style, as TinyMCE does with underlines. */
export const decorations: Readonly<Record<string, string>> = {
  underline: 'underline',
  strike: 'line-through',
};

const tagFormats = new Map(
  Object.entries(letterTags).flatMap(([format, tags]) => tags.map((tag) => [tag, format] as const)),
);

export function formatOfTag(tag: string): string | undefined {
  return tagFormats.get(tag);
}

/** Prints a link with all its attributes as one text, so that two links can be compared. */
export function printLink(link: RichLink): string {
  return JSON.stringify(linkAttributes.map((name) => link[name] ?? null));
}

/** Reads the text of `printLink`; null for any other text. */
export function parseLink(text: unknown): RichLink | null {
  try {
    const values = JSON.parse(String(text)) as unknown;
    if (!Array.isArray(values) || typeof values[0] !== 'string') return null;
    const entries = linkAttributes.map((name, place) => [name, values[place] ?? undefined]);
    return Object.fromEntries(entries) as unknown as RichLink;
  } catch {
    return null;
  }
}

/**
 * Returns the forbidden scheme of a link, such as `javascript:`; null for http, https, mail or relative
 * addresses.
 */
export function forbiddenLinkScheme(href: string): string | null {
  return schemeUnless(href, (address) => safeAddress(address) !== null);
}

/** The same for images, which may also be data URLs. */
export function forbiddenImageScheme(src: string): string | null {
  return schemeUnless(src, (address) => /^(https?:|data:image\/)/i.test(address));
}

function schemeUnless(text: string, isFine: (address: string) => boolean): string | null {
  try {
    // Resolves relative addresses as the browser does; it also ignores white space inside a scheme.
    const address = new URL(text, 'https://this.invalid/');
    return isFine(address.href) ? null : address.protocol;
  } catch {
    return 'nowhere';
  }
}

const colour = /^(?:#[\da-f]{3,8}|[a-z]+|(?:rgb|hsl)a?\([\d\s.,%/a-z-]+\))$/i;
const letterStyleValues = new Set(Object.values(letterStyles));

/** True if a style of characters or lines may be kept as written. */
export function isStyleKept(property: string, value: string): boolean {
  if (property === 'text-align') return /^(?:left|right|center|justify|start|end)$/.test(value);
  if (property === 'direction') return value === 'rtl' || value === 'ltr';
  return letterStyleValues.has(property) && colour.test(value);
}

export function isRightToLeft(formats: RichFormats): boolean {
  return String(formats['direction'] ?? '').endsWith('rtl');
}
