import css from './CodeBlock.module.css';
import { CopyButton } from './CopyButton';
import { type CodeLanguage, colouredCode } from './colouredCode';

/** In characters; every part of longer code would be an element. */
const mostColoured = 20_000;

interface Props {
  code: string;
  language: CodeLanguage;
  /** What it is, for those who do not see it. */
  label: string;
}

/** Code to be read and copied; a long line is scrolled to, by keys too. */
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
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have nothing else
              <span key={at} className={css[kind]}>
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
