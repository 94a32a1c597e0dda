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
import { loadChunk } from '../../base/chunks';
import { withoutBreaks } from '../../base/text';
import { wait } from '../../base/timers';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import { lazyComponent } from '../lazy/lazyComponent';
import css from './CodeEditor.module.css';
import type { CodeMirror, CodeSettings } from './codeSettings';

type PlainInput = HTMLInputElement & HTMLTextAreaElement;

const loadEditors = () => import('../../app/entries/codeEditor');

/** After a failure the text has no colours. */
const PlainColours = lazyComponent(async () => (await import('../../app/entries/desk')).PlainColours, {
  onFailure: () => null,
});

const creators = {
  filter: 'createFilterEditor',
  json: 'createJsonEditor',
  html: 'createHtmlEditor',
  text: 'createTextEditor',
  sql: 'createSqlEditor',
} as const;

/** In milliseconds: the wait before the next check whether the plain input can be replaced. */
const busyMs = 30;

const mostRows = 40;

/**
 * In characters. A longer text opens in the editor, which renders only the visible part: a plain input would lay out
 * all of it at once.
 */
const mostPlain = 50_000;
/** In characters: colours for a longer text would need too many elements. */
const mostColoured = 20_000;
/** In characters: enough for the first visible part. */
const excerptLength = 5_000;

/** True if the text is so long that the editor loads at once. */
export function isLongText(text: string): boolean {
  return text.length > mostPlain;
}

export interface CodeEditorProps extends CodeSettings {
  onChange: (text: string) => void;
  language: keyof typeof creators;
  /** Line breaks become spaces, and Enter submits the form around it. */
  isSingleLine?: boolean | undefined;
  /** In CSS pixels; the height follows the text between the two limits. */
  minHeight?: number | undefined;
  maxHeight?: number | undefined;
  icon?: LucideIcon | undefined;
  /** Small buttons at the end of the frame. */
  end?: ReactNode;
  autoFocus?: boolean | undefined;
}

/**
 * An input for code. It is a plain input until its first focus; then the editor loads and replaces it, with
 * its text, caret and focus. If the editor cannot load, the plain input stays. A long text loads the editor
 * at once and shows its beginning until then. Label it by a `Field` or by `aria-label`. Language and number
 * of lines cannot change after the mount.
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

  /** Marks the `null` of an empty value, so that typing replaces it. A click then sets the caret, and marks nothing. */
  function markNull() {
    if (language === 'json' && value === 'null') plain.current?.select();
  }

  async function replace() {
    if (isLoading.current) return;
    isLoading.current = true;
    try {
      const createEditor = (await loadChunk(loadEditors))[creators[language]];
      // During a composition or a press the caret has not reached its final position.
      while (isComposing.current || plain.current?.matches(':active')) {
        await wait(busyMs);
      }
      if (!plain.current || !parent.current) return;
      const reportChange = (text: string) => flushSync(() => latest.current.onChange(text));
      const text = isExcerpt ? inLines(latest.current.value) : plain.current.value;
      const place = {
        plain: plain.current,
        text,
        parent: parent.current,
        isSingleLine,
        onChange: reportChange,
      };
      editor.current = createEditor(place, latest.current);
      flushSync(() => setReplaced(true));
    } catch {
      // Shows the whole text in the plain input, where it can be edited. The next focus tries again.
      setExcerpt(false);
    } finally {
      isLoading.current = false;
    }
  }

  const shown = inLines(isExcerpt ? value.slice(0, excerptLength) : value);
  const hasColours = language !== 'text' && shown.trim() !== '' && shown.length <= mostColoured;
  const input: ComponentProps<'input'> & ComponentProps<'textarea'> = {
    ...native,
    ref: plain,
    className: css.plain,
    value: shown,
    readOnly: isReadOnly || isExcerpt,
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    onFocus: () => {
      markNull();
      void replace();
    },
    onClick: markNull,
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
          {hasColours && <PlainColours text={shown} language={language} input={plain} />}
        </span>
      )}
      <div ref={parent} className={css.editor} />
      {end && <span className={css.end}>{end}</span>}
    </div>
  );
}

const pixels = (length: number | undefined) => (length === undefined ? undefined : `${length / 16}rem`);

/** For browsers that do not adjust a text area's height to its text. */
const rowsOf = (text: string) => text.split('\n', mostRows).length;
