import type { LucideIcon } from 'lucide-react';
import {
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { loadChunk } from '../../platform/chunks';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import css from './CodeEditor.module.css';
import type { CodeMirror, CodePlace, CodeSettings } from './codeSettings';
import { withoutBreaks } from './codeText';
import { PlainColours } from './PlainColours';

interface Language {
  createEditor(place: CodePlace, settings: CodeSettings): CodeMirror;
}
type PlainInput = HTMLInputElement & HTMLTextAreaElement;

const languages = {
  filter: () => import('./filterLanguage'),
  json: () => import('./jsonLanguage'),
  html: () => import('./htmlLanguage'),
  text: () => import('./textLanguage'),
  sql: () => import('./sqlLanguage'),
} satisfies Record<string, () => Promise<Language>>;

/** How long to wait before asking again whether the plain input may go. */
const busyMs = 30;

const mostRows = 40;

/** The browser lays out all of a plain input at once; the editor draws what is in view. */
const mostPlain = 50_000;
/** As much as its first screen shows. */
const excerptLength = 5_000;

/** Whether a text belongs into the editor at once. */
export function isLongText(text: string): boolean {
  return text.length > mostPlain;
}

export interface CodeEditorProps extends CodeSettings {
  onChange: (text: string) => void;
  language: keyof typeof languages;
  /** Line breaks become blanks, and Enter submits the form around it. */
  isSingleLine?: boolean | undefined;
  /** In CSS pixels; between them the height follows the text. */
  minHeight?: number | undefined;
  maxHeight?: number | undefined;
  icon?: LucideIcon | undefined;
  /** Small buttons inside the frame at its end. */
  end?: ReactNode;
  autoFocus?: boolean | undefined;
}

/**
 * An input for code. It is a plain one until it is first focused; then the editor is fetched and takes its place,
 * with its text, caret and focus. When the editor cannot be fetched the plain input stays. A long text shows its
 * beginning until the editor is there, which is fetched at once. Label it by a `Field`
 * or by `aria-label`. Language and number of lines stay as they were when it was mounted.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { value, onChange, language, isSingleLine = false, isReadOnly, words, sql, ...others } = props;
  const { minHeight, maxHeight, icon, end, ...native } = others;
  const [isReplaced, setReplaced] = useState(false);
  const [isExcerpt, setExcerpt] = useState(() => isLongText(value));
  const latest = useRef(props);
  const plain = useRef<PlainInput>(null);
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeMirror>(null);
  const isLoading = useRef(false);
  const isComposing = useRef(false);

  useLayoutEffect(() => {
    latest.current = props;
    editor.current?.update(props);
  });

  useEffect(() => () => editor.current?.destroy(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is mounted
  useEffect(() => {
    if (isExcerpt) void replace();
  }, []);

  const inLines = (text: string) => (isSingleLine ? withoutBreaks(text) : text);

  async function replace() {
    if (isLoading.current) return;
    isLoading.current = true;
    try {
      const { createEditor } = await loadChunk<Language>(languages[language]);
      // In the middle of a word or of a click the caret is not where it will be.
      while (isComposing.current || plain.current?.matches(':active')) {
        await new Promise((done) => setTimeout(done, busyMs));
      }
      if (!plain.current || !parent.current) return;
      const tell = (text: string) => flushSync(() => latest.current.onChange(text));
      const text = isExcerpt ? inLines(latest.current.value) : plain.current.value;
      const place = { plain: plain.current, text, parent: parent.current, isSingleLine, onChange: tell };
      editor.current = createEditor(place, latest.current);
      flushSync(() => setReplaced(true));
    } catch {
      // The next focus tries again.
      setExcerpt(false);
    } finally {
      isLoading.current = false;
    }
  }

  const shown = inLines(isExcerpt ? value.slice(0, excerptLength) : value);
  const input: ComponentProps<'input'> & ComponentProps<'textarea'> = {
    ...native,
    ref: plain,
    className: css.plain,
    value: shown,
    readOnly: isReadOnly || isExcerpt,
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    onFocus: replace,
    onCompositionStart: () => {
      isComposing.current = true;
    },
    onCompositionEnd: () => {
      isComposing.current = false;
    },
  };
  const heights = { '--code-min': pixels(minHeight), '--code-max': pixels(maxHeight) } as CSSProperties;
  return (
    <div className={joinClasses(css.root, isSingleLine && css.singleLine)} translate="no" style={heights}>
      {icon && <Icon of={icon} />}
      {!isReplaced && (
        <span className={css.plainBox}>
          {isSingleLine ? (
            <input {...input} />
          ) : (
            <textarea {...input} rows={isExcerpt ? mostRows : rowsOf(value)} />
          )}
          {language !== 'text' && <PlainColours text={shown} language={language} input={plain} />}
        </span>
      )}
      <div ref={parent} className={css.editor} />
      {end && <span className={css.end}>{end}</span>}
    </div>
  );
}

const pixels = (length: number | undefined) => (length === undefined ? undefined : `${length / 16}rem`);

/** For browsers that do not fit a text area to its text by themselves. */
const rowsOf = (text: string) => text.split('\n', mostRows).length;
