import { parseStored } from './editableHtml';
import { readHtml } from './htmlReader';
import { printHtml } from './htmlSerializer';
import { createQuill, type KeyBindings, type QuillEditor } from './quillEditor';
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

interface EditorSettings {
  readonly html: string;
  /** The direction of an empty text. */
  readonly direction: 'ltr' | 'rtl';
  readonly placeholder: string;
  /**
   * Called with a text that the user changed, never with the loaded one. After an undo of all changes it is
   * the loaded text itself.
   */
  readonly onChange: (html: string) => void;
  /** Called with the formats at the caret, or those that the whole selection has. */
  readonly onFormats: (formats: RichFormats) => void;
  readonly onPictures: (files: readonly File[]) => void;
  /** Called when the editor dropped part of a paste; `html` is the whole text including that part. */
  readonly onMissed: (words: readonly string[], html: string) => void;
}

export type RichEditor = ReturnType<typeof createEditor>;

export function createEditor(host: HTMLElement, settings: EditorSettings) {
  const quill = createQuill(host, settings.placeholder, keyBindings);
  const ended = new AbortController();
  const listening = { signal: ended.signal };
  let loaded = { html: '', printed: '' };
  let shown = '';
  let reportedFormats = '';
  let held: TextRange | null = null;

  const opsOf = (range?: TextRange) =>
    (range ? quill.getContents(range.index, range.length) : quill.getContents()).ops as RichOp[];
  const selected = () => held ?? quill.getSelection() ?? quill.selection.savedRange;

  const put = (op: RichOp) => {
    const range = selected();
    replace(quill, range, [op]);
    if (held) held = { index: range.index + lengthOf(op.insert), length: 0 };
  };

  /** Replaces the text and clears the undo history. */
  const load = (html: string) => {
    const { ops } = readHtml(parseStored(html));
    const isBlank = printHtml(ops) === '';
    const direction = settings.direction === 'rtl' ? { direction: 'rtl' } : undefined;
    quill.setContents((isBlank ? [{ insert: '\n', attributes: direction }] : ops) as never, 'silent');
    quill.history.clear();
    shown = html;
    loaded = { html, printed: printHtml(opsOf()) };
  };

  const reportChange = () => {
    const printed = printHtml(opsOf());
    const html = printed === loaded.printed ? loaded.html : printed;
    if (html === shown) return;
    shown = html;
    settings.onChange(html);
  };

  const reportFormats = () => {
    const range = quill.selection.lastRange;
    if (!range) return;
    const formats = quill.getFormat(range) as RichFormats;
    const said = JSON.stringify(formats);
    if (said === reportedFormats) return;
    reportedFormats = said;
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

  /** Returns the text with the source in place of the range, between two lines. */
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

  // The browser would open a dropped file, or insert markup unchanged.
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
  quill.on('editor-change', reportFormats);
  quill.on('text-change', (_change, _before, source) => {
    if (source === 'user') reportChange();
  });

  return {
    /** The editable element; the caller sets its attributes. */
    root: quill.root,
    focus: (): void => quill.focus(),
    /** Keeps the selection while a dialog has the focus; the returned function restores both. */
    hold(): () => void {
      held = selected();
      return () => {
        const range = held;
        held = null;
        quill.focus();
        if (range) quill.setSelection(range.index, range.length, 'user');
      };
    },
    load,
    setEnabled: (isEnabled: boolean): void => quill.enable(isEnabled),
    /** Formats the selection, or what is typed next if nothing is selected. `false` removes a format. */
    format(formats: RichFormats): void {
      quill.focus();
      for (const [name, value] of Object.entries(formats)) quill.format(name, value, 'user');
    },
    clearFormats(): void {
      const range = quill.getSelection(true);
      for (const name of [...Object.keys(letterTags), ...Object.keys(letterStyles), 'markup']) {
        if (range.length > 0) quill.formatText(range.index, range.length, name, false, 'user');
        else quill.format(name, false, 'user');
      }
    },
    link: () => parseLink(linkAt(opsOf(), selected().index)?.link),
    /** Null removes the link; without a selection the address becomes the text. */
    setLink(link: RichLink | null): void {
      const { index, length } = selected();
      const around = length === 0 ? linkAt(opsOf(), index) : { index, length };
      if (around)
        quill.formatText(around.index, around.length, 'link', link ? printLink(link) : false, 'user');
      else if (link) put({ insert: link.href, attributes: { link: printLink(link) } });
    },
    insertPicture: (picture: Picture): void => put({ insert: { image: picture } }),
    destroy(): void {
      ended.abort();
      quill.emitter.removeAllListeners();
      quill.scroll.detach();
      host.replaceChildren();
    },
  };
}

interface LinkPart {
  readonly index: number;
  readonly length: number;
  readonly link: unknown;
}

/** Returns the whole link in or beside the place, also if its characters have other formats. */
function linkAt(ops: readonly RichOp[], place: number): LinkPart | null {
  const links: LinkPart[] = [];
  let index = 0;
  for (const { insert, attributes } of ops) {
    const length = lengthOf(insert);
    const link = attributes?.['link'];
    const last = links.at(-1);
    if (last && last.link === link && last.index + last.length === index) {
      links[links.length - 1] = { ...last, length: last.length + length };
    } else if (link !== undefined) links.push({ index, length, link });
    index += length;
  }
  return links.find((part) => place >= part.index && place <= part.index + part.length) ?? null;
}

interface TextRange {
  readonly index: number;
  readonly length: number;
}

/** Changes the depth of a list item; moves code by two spaces; leaves other lines unchanged. */
function indent(quill: QuillEditor, by: 1 | -1): void {
  const range = quill.getSelection();
  if (!range) return;
  for (const line of quill.getLines(range.index, Math.max(range.length, 1)).reverse()) {
    const index = quill.getIndex(line);
    const formats = line.formats();
    if (formats['list']) quill.formatLine(index, 1, 'indent', by > 0 ? '+1' : '-1', 'user');
    else if (!formats['code-block']) continue;
    else if (by > 0) quill.insertText(index, '  ', formats, 'user');
    else {
      const blanks = /^ {0,2}/.exec(quill.getText(index, line.length()))?.[0].length ?? 0;
      quill.deleteText(index, blanks, 'user');
    }
  }
}

interface KeyContext {
  readonly format: RichFormats;
}

/** Tab moves to the next field, so no binding may use it. */
const keyBindings: KeyBindings = {
  ...Object.fromEntries(
    ['indent', 'outdent', 'indent code-block', 'outdent code-block', 'remove tab', 'tab'].map((name) => [
      name,
      false,
    ]),
  ),
  ...Object.fromEntries(
    ['backspace', 'delete', 'enter', 'tab', 'down', 'up'].map((name) => [`table ${name}`, false]),
  ),
  'checklist enter': false,
  'list autofill': {
    key: ' ',
    shiftKey: null,
    collapsed: true,
    format: { 'code-block': false, list: false },
    prefix: /^(?:\d+\.|-|\*)$/,
  },
  'line break': {
    key: 'Enter',
    shiftKey: true,
    handler(this: { quill: QuillEditor }, range: TextRange, { format }: KeyContext) {
      if (format['code-block']) return true;
      const op = { insert: { softbreak: true }, attributes: letterFormatsOf(format) };
      replace(this.quill, range, [op]);
      return false;
    },
  },
  'further in': {
    key: ']',
    shortKey: true,
    handler(this: { quill: QuillEditor }) {
      indent(this.quill, 1);
    },
  },
  'further out': {
    key: '[',
    shortKey: true,
    handler(this: { quill: QuillEditor }) {
      indent(this.quill, -1);
    },
  },
};

const lineFormats = ['header', 'list', 'code-block', 'align', 'direction', 'indent', 'blockquote', 'bare'];

function letterFormatsOf(formats: RichFormats): RichFormats {
  return Object.fromEntries(Object.entries(formats).filter(([name]) => !lineFormats.includes(name)));
}

/**
 * Fits pasted ops into an empty line: the line takes the formats of the last one, and no empty line remains.
 */
function intoLine(
  quill: QuillEditor,
  { index, length }: TextRange,
  ops: readonly RichOp[],
): readonly RichOp[] {
  const last = ops.at(-1);
  const isBlank = (quill.getLine(index)[0]?.length() ?? 0) - length === 1;
  if (last?.insert !== '\n' || !last.attributes || !isBlank) return ops;
  return [...ops.slice(0, -1), { retain: 1, attributes: last.attributes } as never];
}

/** Replaces the range, puts the caret after it, and makes it one undo step. */
function replace(quill: QuillEditor, { index, length }: TextRange, ops: readonly RichOp[]): void {
  const before = [...(index > 0 ? [{ retain: index }] : []), ...(length > 0 ? [{ delete: length }] : [])];
  const added = ops.reduce((sum, { insert }) => sum + lengthOf(insert), 0);
  quill.history.cutoff();
  quill.updateContents([...before, ...ops] as never, 'user');
  quill.history.cutoff();
  quill.setSelection(index + added, 0, 'silent');
  quill.scrollSelectionIntoView();
}

/** Returns 0 where only a format changes and nothing is inserted. */
function lengthOf(insert: RichOp['insert'] | undefined): number {
  if (typeof insert === 'string') return insert.length;
  return insert ? 1 : 0;
}
