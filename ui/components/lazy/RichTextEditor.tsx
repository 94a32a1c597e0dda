import { useRef, useState } from 'react';
import { announce } from '../basics/announce';
import { joinClasses } from '../basics/joinClasses';
import { inlinePictures } from './inlinePictures';
import { LinkPopup } from './LinkPopup';
import css from './RichText.module.css';
import { RichTextArea } from './RichTextArea';
import { RichTextSource } from './RichTextSource';
import { RichTextToolbar } from './RichTextToolbar';
import type { RichEditor } from './richEditor';
import type { Picture, RichFormats } from './richFormats';
import type { RichTextProps } from './richTextProps';
import { convertForEditor, lossOf } from './roundTrip';
import { useForeignValue } from './useForeignValue';
import { useFullScreen } from './useFullScreen';

/** The fetched half of `RichText`: the text under its toolbar, or the HTML source above its preview. */
export function RichTextEditor({ autoFocus, ...props }: RichTextProps & { autoFocus: boolean }) {
  const { value, onChange, onPickImage, maxImageBytes, disabled = false } = props;
  const root = useRef<HTMLDivElement>(null);
  const toolbar = useRef<{ focus: () => void }>(null);
  const latestEditor = useRef<RichEditor>(null);
  const release = useRef<() => void>(undefined);
  const [editor, setEditor] = useState<RichEditor | null>(null);
  const [formats, setFormats] = useState<RichFormats>({});
  const [loss, setLoss] = useState(() => lossOf(value));
  const [isSource, setSource] = useState(loss.length > 0);
  /** Nobody asked for the source: it is there because of what would be lost. */
  const [isForced, setForced] = useState(isSource);
  const [takesFocus, setTakesFocus] = useState(autoFocus);
  const [isLinking, setLinking] = useState(false);
  const [problem, setProblem] = useState('');
  const [isFull, toggleFull] = useFullScreen(root);

  function handleEditor(next: RichEditor | null) {
    latestEditor.current = next;
    setEditor(next);
    setFormats({});
  }

  /** False: the editor does not hold it all, so the source is shown. */
  function showText(html: string): boolean {
    const next = lossOf(html);
    setLoss(next);
    setSource(next.length > 0);
    setForced(next.length > 0);
    return next.length === 0;
  }

  const tell = useForeignValue(value, (html) => {
    if (isSource && !isForced) setLoss(lossOf(html));
    else if (showText(html)) latestEditor.current?.load(html);
  });

  function handleChange(html: string) {
    tell(html);
    onChange(html);
  }

  function handleSource() {
    setTakesFocus(false);
    setProblem('');
    if (!isSource) setSource(true);
    else if (!showText(value)) announce('The editor would drop some of it.');
  }

  function handleConvert() {
    setTakesFocus(true);
    setLoss([]);
    setSource(false);
    setForced(false);
    handleChange(convertForEditor(value));
    announce('Converted.');
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
      setProblem('The picture could not be read.');
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
          loss={loss}
          onRest={(html) => setLoss(lossOf(html))}
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
          onToolbarKey={() => toolbar.current?.focus()}
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
