import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { joinWords } from '../../base/lists';
import { announce } from '../basics/announce';
import { Button } from '../basics/Button';
import { joinClasses } from '../basics/joinClasses';
import { Note } from '../layout/Note';
import * as overlayStack from '../overlay/overlayStack';
import { convertForEditor, type Obstacle, obstacleTo } from './editableHtml';
import { LinkPopup } from './LinkPopup';
import { inlinePictures } from './pictures';
import css from './RichText.module.css';
import { RichTextArea } from './RichTextArea';
import { RichTextSource } from './RichTextSource';
import { RichTextToolbar } from './RichTextToolbar';
import type { RichEditor } from './richEditor';
import type { Picture, RichFormats } from './richFormats';
import type { RichTextProps } from './richTextProps';

interface Missed {
  words: readonly string[];
  /** The whole text including what the editor dropped; null once the text has changed. */
  html: string | null;
}

/** The lazily loaded half of `RichText`: the text under its toolbar, or the HTML source above its preview. */
export function RichTextEditor({ autoFocus, ...props }: RichTextProps & { autoFocus: boolean }) {
  const { value, onChange, onPickImage, maxImageBytes, disabled = false } = props;
  const root = useRef<HTMLDivElement>(null);
  const toolbar = useRef<{ focus: () => void }>(null);
  const latestEditor = useRef<RichEditor>(null);
  const release = useRef<() => void>(undefined);
  const [editor, setEditor] = useState<RichEditor | null>(null);
  const [formats, setFormats] = useState<RichFormats>({});
  const isLargeWanted = useRef(false);
  const [obstacle, setObstacle] = useState(() => obstacleTo(value));
  const [isSource, setSource] = useState(obstacle !== null);
  /** True if an obstacle, not the user, made the source appear: a loss or a long wait. */
  const [isForced, setForced] = useState(isSource);
  const [takesFocus, setTakesFocus] = useState(autoFocus);
  const [isLinking, setLinking] = useState(false);
  const [problem, setProblem] = useState('');
  const [missed, setMissed] = useState<Missed | null>(null);
  const [isFull, toggleFull] = useFullScreen(root);

  function handleEditor(next: RichEditor | null) {
    latestEditor.current = next;
    setEditor(next);
    setFormats({});
  }

  function look(html: string): Obstacle | null {
    const next = obstacleTo(html, isLargeWanted.current);
    setObstacle(next);
    return next;
  }

  /** Returns false if there is an obstacle and the source is shown instead. */
  function showText(html: string): boolean {
    const isBlocked = look(html) !== null;
    setSource(isBlocked);
    setForced(isBlocked);
    return !isBlocked;
  }

  const reportHtml = useForeignValue(value, (html) => {
    if (isSource && !isForced) look(html);
    else if (showText(html)) latestEditor.current?.load(html);
  });

  function handleChange(html: string) {
    // The kept HTML of the paste does not contain this change, so it is no longer offered.
    setMissed((now) => now && { ...now, html: null });
    reportHtml(html);
    onChange(html);
  }

  function handleSource() {
    setTakesFocus(false);
    setProblem('');
    if (!isSource) setSource(true);
    else if (!showText(value)) announce('The text stays as HTML source.');
  }

  function handleOpen() {
    isLargeWanted.current = true;
    setTakesFocus(true);
    showText(value);
  }

  function handleConvert() {
    setTakesFocus(true);
    setObstacle(null);
    setSource(false);
    setForced(false);
    handleChange(convertForEditor(value));
    announce('Converted.');
  }

  function handlePasteSource(html: string) {
    setTakesFocus(true);
    handleChange(html);
    setMissed(null);
    showText(html);
  }

  function insert(pictures: readonly Picture[]) {
    for (const picture of pictures) latestEditor.current?.insertPicture(picture);
  }

  async function handleFiles(files: readonly File[]) {
    try {
      const { pictures, problem: said } = await inlinePictures(files, maxImageBytes);
      setProblem(said);
      insert(pictures);
    } catch {
      setProblem('Could not read the picture.');
    }
  }

  async function handlePick() {
    const giveBack = latestEditor.current?.hold();
    try {
      const picture = await onPickImage?.();
      if (picture) insert([picture]);
    } finally {
      giveBack?.();
    }
  }

  function handleLink() {
    release.current = latestEditor.current?.hold();
    setLinking(true);
  }

  const fullScreen = isFull && { role: 'dialog', 'aria-modal': true, 'aria-label': 'Full screen' };
  return (
    <div ref={root} className={joinClasses(css.root, isFull && css.full)} {...fullScreen}>
      <RichTextToolbar
        handle={toolbar}
        editor={editor}
        formats={formats}
        isDisabled={disabled}
        isSource={isSource}
        isFullScreen={isFull}
        onSource={handleSource}
        onFullScreen={toggleFull}
        onLink={handleLink}
        onDirection={(direction) => props.onDirection?.(direction)}
        onPick={onPickImage && (() => void handlePick())}
        onFiles={(files) => void handleFiles(files)}
      />
      {isSource ? (
        <RichTextSource
          {...props}
          onChange={handleChange}
          autoFocus={takesFocus}
          obstacle={obstacle}
          onRest={look}
          onOpen={handleOpen}
          onConvert={handleConvert}
        />
      ) : (
        <RichTextArea
          {...props}
          onChange={handleChange}
          autoFocus={takesFocus}
          onEditor={handleEditor}
          onFormats={setFormats}
          onPictures={(files) => void handleFiles(files)}
          onMissed={(words, html) => setMissed({ words, html })}
          onToolbarKey={() => toolbar.current?.focus()}
        />
      )}
      {missed && !isSource && (
        <MissedNote
          missed={missed}
          onSource={handlePasteSource}
          onDismiss={() => {
            setMissed(null);
            latestEditor.current?.focus();
          }}
        />
      )}
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      {isLinking && editor && (
        <LinkPopup
          link={editor.link()}
          onSave={(link) => editor.setLink(link)}
          onClose={() => {
            setLinking(false);
            release.current?.();
          }}
        />
      )}
    </div>
  );
}

interface MissedNoteProps {
  missed: Missed;
  onSource: (html: string) => void;
  onDismiss: () => void;
}

function MissedNote({ missed: { words, html }, onSource, onDismiss }: MissedNoteProps) {
  const actions = (
    <>
      {html !== null && (
        <Button size="small" onClick={() => onSource(html)}>
          Paste as source
        </Button>
      )}
      <Button size="small" kind="quiet" onClick={onDismiss}>
        Dismiss
      </Button>
    </>
  );
  return (
    <div ref={intoView} className={css.missed}>
      <Note kind="warning" role="status" actions={actions}>
        {`Only the text was pasted. The editor would drop ${joinWords(words)}.`}
      </Note>
    </div>
  );
}

const intoView = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'nearest' });

/** The number of texts by which the owner may lag before its value counts as foreign. */
const mostUnconfirmed = 100;

/**
 * Calls `onForeign` when the owner sets a text that it did not get from here, such as a restored draft. Pass
 * each text that goes to the owner to the returned function.
 */
function useForeignValue(value: string, onForeign: (value: string) => void): (told: string) => void {
  const known = useRef([value]);
  const latest = useRef(onForeign);

  useEffect(() => {
    latest.current = onForeign;
  });

  useLayoutEffect(() => {
    const confirmed = known.current.lastIndexOf(value);
    known.current = confirmed < 0 ? [value] : known.current.slice(confirmed);
    if (confirmed < 0) latest.current(value);
  }, [value]);

  return (told) => {
    known.current = [...known.current, told].slice(-mostUnconfirmed);
  };
}

/** Lets an element fill the window; meanwhile everything else is inert, and Escape ends it. */
function useFullScreen(element: RefObject<HTMLElement | null>): [isFull: boolean, toggle: () => void] {
  const [isFull, setFull] = useState(false);

  useLayoutEffect(() => {
    const root = element.current;
    if (!isFull || !root) return;
    const { zIndex } = overlayStack.open(root, () => setFull(false));
    root.style.zIndex = String(zIndex);
    return () => {
      overlayStack.close(root);
      root.style.removeProperty('z-index');
    };
  }, [element, isFull]);

  return [isFull, () => setFull((was) => !was)];
}
