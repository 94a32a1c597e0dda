import { readHtml } from './htmlReader';
import { printHtml } from './htmlSerialiser';
import { linkAt } from './linkAt';
import { createQuill } from './quillEditor';
import { intoLine, keyBindings, lengthOf, replace, type TextRange } from './quillKeys';
import {
  letterStyles,
  letterTags,
  type Picture,
  parseLink,
  printLink,
  type RichFormats,
  type RichLink,
  type RichOp,
} from './richFormats';
import { readTransfer, writeTransfer } from './richTransfer';
import { parseStored } from './storedHtml';

export interface EditorSettings {
  readonly html: string;
  /** Of a text that is empty. */
  readonly direction: 'ltr' | 'rtl';
  readonly placeholder: string;
  /** Of what a person changed, never of what was loaded; the loaded text itself when all was taken back. */
  readonly onChange: (html: string) => void;
  /** The formats where the caret is, or that all of the selection has. */
  readonly onFormats: (formats: RichFormats) => void;
  readonly onPictures: (files: readonly File[]) => void;
  /** Something of a paste had no place here; `html` is the whole text with all of it. */
  readonly onMissed: (words: readonly string[], html: string) => void;
}

export interface RichEditor {
  /** The element that is typed into; its attributes are the caller's. */
  readonly root: HTMLElement;
  focus(): void;
  /** Keeps the selection while a dialog has the focus; the returned function gives both back. */
  hold(): () => void;
  /** What was typed before can no longer be undone. */
  load(html: string): void;
  setEnabled(isEnabled: boolean): void;
  /** Of the selection; of what is typed next when nothing is selected. `false` takes the format away. */
  format(formats: RichFormats): void;
  clearFormats(): void;
  /** At the caret. */
  link(): RichLink | null;
  /** Null takes it away; without a selection the address becomes the text. */
  setLink(link: RichLink | null): void;
  insertPicture(picture: Picture): void;
  destroy(): void;
}
export function createEditor(host: HTMLElement, settings: EditorSettings): RichEditor {
  const quill = createQuill(host, settings.placeholder, keyBindings);
  const ended = new AbortController();
  const listening = { signal: ended.signal };
  let loaded = { html: '', printed: '' };
  let shown = '';
  let saidFormats = '';
  let held: TextRange | null = null;

  const opsOf = (range?: TextRange) =>
    (range ? quill.getContents(range.index, range.length) : quill.getContents()).ops as RichOp[];
  const selected = () => held ?? quill.getSelection() ?? quill.selection.savedRange;

  const put = (op: RichOp) => {
    const range = selected();
    replace(quill, range, [op]);
    if (held) held = { index: range.index + lengthOf(op.insert), length: 0 };
  };

  const load = (html: string) => {
    const { ops } = readHtml(parseStored(html));
    const isBlank = printHtml(ops) === '';
    const direction = settings.direction === 'rtl' ? { direction: 'rtl' } : undefined;
    quill.setContents((isBlank ? [{ insert: '\n', attributes: direction }] : ops) as never, 'silent');
    quill.history.clear();
    shown = html;
    loaded = { html, printed: printHtml(opsOf()) };
  };

  const tellChange = () => {
    const printed = printHtml(opsOf());
    const html = printed === loaded.printed ? loaded.html : printed;
    if (html === shown) return;
    shown = html;
    settings.onChange(html);
  };

  const tellFormats = () => {
    const range = quill.selection.lastRange;
    if (!range) return;
    const formats = quill.getFormat(range) as RichFormats;
    const said = JSON.stringify(formats);
    if (said === saidFormats) return;
    saidFormats = said;
    settings.onFormats(formats);
  };

  const handleCopy = (event: ClipboardEvent) => {
    const range = quill.getSelection();
    if (!event.clipboardData || !range || range.length === 0) return;
    event.preventDefault();
    writeTransfer(event.clipboardData, opsOf(range));
    if (event.type === 'cut' && quill.isEnabled()) replace(quill, range, []);
  };

  const insertFrom = (data: DataTransfer | null, range: TextRange | null) => {
    if (!data || !range || !quill.isEnabled()) return;
    const { ops, pictures, missed } = readTransfer(data, quill.getFormat(range.index, 0));
    if (pictures.length > 0) return settings.onPictures(pictures);
    const html = missed && withSource(range, missed.source);
    replace(quill, range, intoLine(quill, range, ops));
    if (missed && html !== undefined) settings.onMissed(missed.words, html);
  };

  /** The text with the source in the place of the range, between two lines. */
  const withSource = ({ index, length }: TextRange, source: string): string => {
    const [line, at] = quill.getLine(index);
    const before = opsOf({ index: 0, length: index });
    const after = opsOf({ index: index + length, length: quill.getLength() - index - length });
    const end = { insert: '\n', attributes: line?.formats() as RichFormats };
    return [printHtml(at > 0 ? [...before, end] : before), source, printHtml(after)]
      .filter(Boolean)
      .join('\n');
  };

  const handlePaste = (event: ClipboardEvent) => {
    event.preventDefault();
    insertFrom(event.clipboardData, quill.getSelection(true));
  };

  // What the browser itself would do is to open a dropped file, or to insert markup as it is.
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    const native = document.caretRangeFromPoint?.(event.clientX, event.clientY);
    const place = native && quill.selection.normalizeNative(native);
    if (place) quill.setSelection(quill.selection.normalizedToRange(place), 'silent');
    insertFrom(event.dataTransfer, quill.getSelection(true));
  };

  quill.root.addEventListener('copy', handleCopy, listening);
  quill.root.addEventListener('cut', handleCopy, listening);
  quill.root.addEventListener('paste', handlePaste, listening);
  quill.root.addEventListener('drop', handleDrop, listening);
  load(settings.html);
  quill.on('editor-change', tellFormats);
  quill.on('text-change', (_change, _before, source) => {
    if (source === 'user') tellChange();
  });

  return {
    root: quill.root,
    focus: () => quill.focus(),
    hold() {
      held = selected();
      return () => {
        const range = held;
        held = null;
        quill.focus();
        if (range) quill.setSelection(range.index, range.length, 'user');
      };
    },
    load,
    setEnabled: (isEnabled) => quill.enable(isEnabled),
    format(formats) {
      quill.focus();
      for (const [name, value] of Object.entries(formats)) quill.format(name, value, 'user');
    },
    clearFormats() {
      const range = quill.getSelection(true);
      for (const name of [...Object.keys(letterTags), ...Object.keys(letterStyles), 'markup']) {
        if (range.length > 0) quill.formatText(range.index, range.length, name, false, 'user');
        else quill.format(name, false, 'user');
      }
    },
    link: () => parseLink(linkAt(opsOf(), selected().index)?.link),
    setLink(link) {
      const { index, length } = selected();
      const around = length === 0 ? linkAt(opsOf(), index) : { index, length };
      if (around)
        quill.formatText(around.index, around.length, 'link', link ? printLink(link) : false, 'user');
      else if (link) put({ insert: link.href, attributes: { link: printLink(link) } });
    },
    insertPicture: (picture) => put({ insert: { image: picture } }),
    destroy() {
      ended.abort();
      quill.emitter.removeAllListeners();
      quill.scroll.detach();
      host.replaceChildren();
    },
  };
}
