/**
 * The values of examples. An object is a Map, so that its keys keep their order and any name is possible (`1`,
 * `__proto__`).
 */
export type Sample = string | number | boolean | null | readonly Sample[] | SampleObject;
export type SampleObject = ReadonlyMap<string, Sample>;

export function sampleObject(entries: Readonly<Record<string, Sample>>): SampleObject {
  return new Map(Object.entries(entries));
}

/**
 * Invisible characters that could change what is pasted: control characters, direction marks, line separators,
 * unpaired surrogates.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeUnseen(text: string): string {
  return text.replace(unseen, (letter) => shortEscapes[letter] ?? unitEscapes(letter));
}

function unitEscapes(letter: string): string {
  return Array.from(
    { length: letter.length },
    (_, at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}

export function jsonText(text: string): string {
  return escapeUnseen(JSON.stringify(text));
}

export function javascriptText(text: string): string {
  return `'${escapeUnseen(text.replace(/[\\']/g, '\\$&'))}'`;
}

/** Also escapes `$`, which begins an expression. */
export function dartText(text: string): string {
  return `'${escapeUnseen(text.replace(/[\\'$]/g, '\\$&'))}'`;
}

/** Inside single quotes, a shell changes nothing. JSON and URLs have already escaped invisible characters. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

interface Style {
  text(text: string): string;
  key(name: string): string;
  endsInComma: boolean;
  indent: string;
}

const json: Style = { text: jsonText, key: jsonText, endsInComma: false, indent: '  ' };
const dart: Style = { text: dartText, key: dartText, endsInComma: true, indent: '  ' };
const javascript: Style = {
  text: javascriptText,
  // The plain key `__proto__` would set the prototype.
  key: (name) =>
    name === '__proto__' ? "['__proto__']" : /^[A-Za-z_$][\w$]*$/.test(name) ? name : javascriptText(name),
  endsInComma: true,
  indent: '  ',
};

export const printJson = (value: Sample, indent = '') => print(value, json, indent);
export const printJavascript = (value: Sample, indent = '') => print(value, javascript, indent);
export const printDart = (value: Sample, indent = '') => print(value, dart, indent);

/** The values are code already. */
export function printJavascriptObject(entries: readonly (readonly [string, string])[], indent = ''): string {
  return block(
    '{',
    entries.map(([name, code]) => `${javascript.key(name)}: ${code}`),
    '}',
    javascript,
    indent,
  );
}

/** `indent` is the indentation of the first line. */
function print(value: Sample, style: Style, indent: string): string {
  if (typeof value === 'string') return style.text(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = indent + style.indent;
  if (isList(value)) {
    const items = value.map((item) => print(item, style, inner));
    const isShort = items.every((item) => !item.includes('\n'));
    return isShort ? `[${items.join(', ')}]` : block('[', items, ']', style, indent);
  }
  const entries = [...value].map(([name, one]) => `${style.key(name)}: ${print(one, style, inner)}`);
  return block('{', entries, '}', style, indent);
}

function block(open: string, parts: readonly string[], close: string, style: Style, indent: string): string {
  if (parts.length === 0) return open + close;
  const lines = parts.map((part) => `\n${indent}${style.indent}${part}`).join(',');
  return `${open}${lines}${style.endsInComma ? ',' : ''}\n${indent}${close}`;
}

/** `Array.isArray` does not narrow a read-only list. */
function isList(value: Sample): value is readonly Sample[] {
  return Array.isArray(value);
}
