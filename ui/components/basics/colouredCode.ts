export type CodeLanguage = 'javascript' | 'dart' | 'shell' | 'json';
export type CodeKind = 'comment' | 'key' | 'string' | 'number' | 'word';

export interface CodePart {
  kind: CodeKind | null;
  text: string;
}

const doubleQuoted = /"(?:\\.|[^"\\])*"/.source;
const singleQuoted = /'(?:\\.|[^'\\])*'/.source;
const number = /(?<![\w.])-?\d[\d.]*(?!\w)/.source;
const word =
  /\b(?:await|async|const|final|import|from|as|new|if|throw|true|false|null|curl|POST|PATCH|DELETE)\b/.source;

const patterns: Readonly<Record<CodeLanguage, RegExp>> = {
  javascript: patternOf(/\/\/.*/.source, `${singleQuoted}|${doubleQuoted}`),
  dart: patternOf(/\/\/.*/.source, `${singleQuoted}|${doubleQuoted}`),
  // Between single quotes a backslash is a backslash; outside it quotes what follows.
  shell: patternOf(/^#.*/.source, /\\.|'[^']*'/.source),
  json: patternOf(/(?!)/.source, doubleQuoted),
};

function patternOf(comment: string, string: string): RegExp {
  return new RegExp(
    `(?<comment>${comment})|(?<key>(?:${doubleQuoted})(?=: ))|(?<string>${string})|(?<number>${number})|(?<word>${word})`,
    'gm',
  );
}

/** Code in the kinds of its parts. It knows what stands in the examples, not the whole of a language. */
export function colouredCode(code: string, language: CodeLanguage): CodePart[] {
  const parts: CodePart[] = [];
  let end = 0;
  for (const { 0: text, index, groups = {} } of code.matchAll(patterns[language])) {
    if (index > end) parts.push({ kind: null, text: code.slice(end, index) });
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) as CodeKind;
    parts.push({ kind, text });
    end = index + text.length;
  }
  if (end < code.length) parts.push({ kind: null, text: code.slice(end) });
  return parts;
}
