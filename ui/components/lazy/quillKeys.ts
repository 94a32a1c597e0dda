import type { KeyBindings, QuillEditor } from './quillEditor';
import type { RichFormats, RichOp } from './richFormats';

export interface TextRange {
  readonly index: number;
  readonly length: number;
}

/** With the caret in a list item it goes further in or out; code is moved by two blanks; other lines stay. */
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

/** Tab moves on to the next field, so nothing here may take it. */
export const keyBindings: KeyBindings = {
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

/** Into a blank line: that line becomes what the last of the pasted ones is, and no blank one is left behind. */
export function intoLine(
  quill: QuillEditor,
  { index, length }: TextRange,
  ops: readonly RichOp[],
): readonly RichOp[] {
  const last = ops.at(-1);
  const isBlank = (quill.getLine(index)[0]?.length() ?? 0) - length === 1;
  if (last?.insert !== '\n' || !last.attributes || !isBlank) return ops;
  return [...ops.slice(0, -1), { retain: 1, attributes: last.attributes } as never];
}

/** Puts something in the place of the range, with the caret behind it, as a step of its own for undo. */
export function replace(quill: QuillEditor, { index, length }: TextRange, ops: readonly RichOp[]): void {
  const before = [...(index > 0 ? [{ retain: index }] : []), ...(length > 0 ? [{ delete: length }] : [])];
  const added = ops.reduce((sum, { insert }) => sum + lengthOf(insert), 0);
  quill.history.cutoff();
  quill.updateContents([...before, ...ops] as never, 'user');
  quill.history.cutoff();
  quill.setSelection(index + added, 0, 'silent');
  quill.scrollSelectionIntoView();
}

/** Nothing is inserted where a format is only changed. */
export function lengthOf(insert: RichOp['insert'] | undefined): number {
  if (typeof insert === 'string') return insert.length;
  return insert ? 1 : 0;
}
