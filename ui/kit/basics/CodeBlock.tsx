import css from './CodeBlock.module.css';
import { CopyButton } from './CopyButton';
import colours from './codeColours.module.css';

/** In characters. Longer code has no colours, because each coloured part is an element. */
const mostColoured = 20_000;

interface Props {
  code: string;
  language: CodeLanguage;
  label: string;
}

/** Code to read and copy; long lines scroll, by keys too. */
export function CodeBlock({ code, language, label }: Props) {
  const parts = code.length > mostColoured ? [{ kind: null, text: code }] : colouredCode(code, language);
  return (
    <div className={css.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus */}
      {/* biome-ignore lint/a11y/useSemanticElements: no group of inputs */}
      <pre translate="no" tabIndex={0} role="group" aria-label={label}>
        <code translate="no">
          {parts.map(({ kind, text }, at) =>
            kind === null ? (
              text
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key
              <span key={at} className={colours[kind]}>
                {text}
              </span>
            ),
          )}
        </code>
      </pre>
      <CopyButton text={code} size="small" />
    </div>
  );
}

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
  // Inside single quotes a backslash is literal; outside it escapes the next character.
  shell: patternOf(/^#.*/.source, /\\.|'[^']*'/.source),
  json: patternOf(/(?!)/.source, doubleQuoted),
};

function patternOf(comment: string, string: string): RegExp {
  return new RegExp(
    `(?<comment>${comment})|(?<key>(?:${doubleQuoted})(?=: ))|(?<string>${string})|(?<number>${number})|(?<word>${word})`,
    'gm',
  );
}

/** Splits code into coloured parts. It knows the syntax of our examples, not the whole language. */
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
