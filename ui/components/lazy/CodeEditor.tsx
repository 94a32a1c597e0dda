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
 * with its text, caret and focus. When the editor cannot be fetched the plain input stays. Label it by a `Field`
 * or by `aria-label`. Language and number of lines stay as they were when it was mounted.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { value, onChange, language, isSingleLine = false, isReadOnly, words, sql, ...others } = props;
  const { minHeight, maxHeight, icon, end, ...native } = others;
  const [isReplaced, setReplaced] = useState(false);
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
      const place = { plain: plain.current, parent: parent.current, isSingleLine, onChange: tell };
      editor.current = createEditor(place, latest.current);
      flushSync(() => setReplaced(true));
    } catch {
      // The next focus tries again.
    } finally {
      isLoading.current = false;
    }
  }

  const input: ComponentProps<'input'> & ComponentProps<'textarea'> = {
    ...native,
    ref: plain,
    className: css.plain,
    value: isSingleLine ? value.replace(/\r\n?|\n/g, ' ') : value,
    readOnly: isReadOnly,
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
      {!isReplaced && (isSingleLine ? <input {...input} /> : <textarea {...input} rows={rowsOf(value)} />)}
      <div ref={parent} className={css.editor} />
      {end && <span className={css.end}>{end}</span>}
    </div>
  );
}

const pixels = (length: number | undefined) => (length === undefined ? undefined : `${length / 16}rem`);

/** For browsers that do not fit a text area to its text by themselves. */
const rowsOf = (text: string) => text.split('\n', mostRows).length;
