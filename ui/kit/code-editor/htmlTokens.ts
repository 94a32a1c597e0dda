import type { StreamParser, StringStream } from '@codemirror/language';

interface Inside {
  place: 'text' | 'comment' | 'tag' | 'script' | 'style' | 'textarea' | 'title';
  /** The element of the open start tag; '' in an end tag. */
  element: string;
  /** The quote of an attribute value that continues on the next line. */
  quote: string;
}

/** The content of these elements is text up to their end tag. */
const rawElements = ['script', 'style', 'textarea', 'title'] as const;

/**
 * Works by lines, without a tree: a real parser would show no more and be ten times as large. Scripts and
 * styles inside are plain text.
 */
export const htmlTokens: StreamParser<Inside> = {
  name: 'html',
  startState: () => ({ place: 'text', element: '', quote: '' }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    switch (state.place) {
      case 'comment':
        return readComment(stream, state);
      case 'tag':
        return readInTag(stream, state);
      case 'text':
        return readText(stream, state);
      default:
        return readRaw(stream, state);
    }
  },
  // Do not close ', which is an apostrophe in most texts.
  languageData: { closeBrackets: { brackets: ['(', '[', '{', '"'] } },
};

function readText(stream: StringStream, state: Inside): string | null {
  if (stream.match('<!--')) {
    state.place = 'comment';
    return readComment(stream, state);
  }
  const tag = stream.match(/^<(\/?)([A-Za-z][^\s/>]*)/, false);
  if (Array.isArray(tag)) {
    Object.assign(state, { place: 'tag', element: tag[1] ? '' : tag[2]?.toLowerCase() });
    stream.match(/^<\/?/);
    return null;
  }
  if (stream.match(/^<[!?][^>]*>?/)) return 'comment';
  if (stream.match(/^&(#x?[\da-f]+|\w+);/i)) return 'character';
  stream.next();
  stream.eatWhile(/[^<&]/);
  return null;
}

function readComment(stream: StringStream, state: Inside): string {
  if (stream.skipTo('-->')) {
    stream.match('-->');
    state.place = 'text';
  } else stream.skipToEnd();
  return 'comment';
}

function readInTag(stream: StringStream, state: Inside): string | null {
  if (state.quote) return readValue(stream, state);
  if (stream.eatSpace()) return null;
  if (stream.match(/^\/?>/)) {
    state.place = rawElements.find((raw) => raw === state.element) ?? 'text';
    return null;
  }
  const quote = stream.match(/^["']/);
  if (Array.isArray(quote)) {
    state.quote = quote[0];
    return readValue(stream, state);
  }
  const isName = /<\/?$/.test(stream.string.slice(0, stream.pos));
  const isValue = /=\s*$/.test(stream.string.slice(0, stream.pos));
  if (stream.match(isValue ? /^[^\s>"']+/ : /^[^\s=/>"']+/)) {
    return isName ? 'tagName' : isValue ? 'attributeValue' : 'attributeName';
  }
  stream.next();
  return null;
}

function readValue(stream: StringStream, state: Inside): string {
  if (stream.skipTo(state.quote)) {
    stream.next();
    state.quote = '';
  } else stream.skipToEnd();
  return 'attributeValue';
}

function readRaw(stream: StringStream, state: Inside): null {
  const end = new RegExp(`</${state.place}(?![\\w-])`, 'i').exec(stream.string.slice(stream.pos));
  if (!end) stream.skipToEnd();
  else if (end.index > 0) stream.pos += end.index;
  else {
    Object.assign(state, { place: 'tag', element: '' });
    stream.match('</');
  }
  return null;
}
