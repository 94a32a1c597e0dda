import { safeAddress } from '../../platform/safeAddress';

/** What the rich text editor holds is a list of these: a piece of text or one thing, and how it looks. */
export interface RichOp {
  readonly insert: string | Readonly<Record<string, unknown>>;
  /** On text those of letters; on a line break (a `\n` of its own) those of the line that ends there. */
  readonly attributes?: RichFormats | undefined;
}

export type RichFormats = Readonly<Record<string, unknown>>;

/** Addresses and sizes as they stand in the HTML. */
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

/** The formats of letters that are an element, each with the tags that mean it; the first one is written. */
export const letterTags: Readonly<Record<string, readonly [string, ...string[]]>> = {
  bold: ['strong', 'b'],
  italic: ['em', 'i'],
  underline: ['u'],
  strike: ['s', 'strike', 'del'],
  sub: ['sub'],
  sup: ['sup'],
  code: ['code'],
};

/** Style properties that are formats of letters. */
export const letterStyles: Readonly<Record<string, string>> = {
  color: 'color',
  background: 'background-color',
};

/** Formats of letters that may also be written as a style, as TinyMCE does with underlines. */
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

/** A link with all its attributes as one text, which two formats can be compared by. */
export function printLink(link: RichLink): string {
  return JSON.stringify(linkAttributes.map((name) => link[name] ?? null));
}

/** Null for what `printLink` has not made. */
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

/** The scheme of an address that no link may have, such as `javascript:`; null for one of the web, mail or this site. */
export function forbiddenLinkScheme(href: string): string | null {
  return schemeUnless(href, (address) => safeAddress(address) !== null);
}

/** The same for images, which may also stand in their address. */
export function forbiddenImageScheme(src: string): string | null {
  return schemeUnless(src, (address) => /^(https?:|data:image\/)/i.test(address));
}

function schemeUnless(text: string, isFine: (address: string) => boolean): string | null {
  try {
    // Relative addresses are resolved as the browser will do, which also sees through blanks inside a scheme.
    const address = new URL(text, 'https://this.invalid/');
    return isFine(address.href) ? null : address.protocol;
  } catch {
    return 'nowhere';
  }
}

const colour = /^(?:#[\da-f]{3,8}|[a-z]+|(?:rgb|hsl)a?\([\d\s.,%/a-z-]+\))$/i;
const letterStyleValues = new Set(Object.values(letterStyles));

/** Whether a style of letters or lines may be kept as it stands. */
export function isStyleKept(property: string, value: string): boolean {
  if (property === 'text-align') return /^(?:left|right|center|justify|start|end)$/.test(value);
  if (property === 'direction') return value === 'rtl' || value === 'ltr';
  return letterStyleValues.has(property) && colour.test(value);
}

export function isRightToLeft(formats: RichFormats): boolean {
  return String(formats['direction'] ?? '').endsWith('rtl');
}
