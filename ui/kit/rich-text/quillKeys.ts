import type { KeyBindings, QuillEditor } from './quillEditor';
import type { RichFormats, RichOp } from './richFormats';

export interface TextRange {
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

/**
 * Fits pasted ops into an empty line: the line takes the formats of the last one, and no empty line remains.
 */
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

/** Replaces the range, puts the caret after it, and makes it one undo step. */
export function replace(quill: QuillEditor, { index, length }: TextRange, ops: readonly RichOp[]): void {
  const before = [...(index > 0 ? [{ retain: index }] : []), ...(length > 0 ? [{ delete: length }] : [])];
  const added = ops.reduce((sum, { insert }) => sum + lengthOf(insert), 0);
  quill.history.cutoff();
  quill.updateContents([...before, ...ops] as never, 'user');
  quill.history.cutoff();
  quill.setSelection(index + added, 0, 'silent');
  quill.scrollSelectionIntoView();
}

/** Returns 0 where only a format changes and nothing is inserted. */
export function lengthOf(insert: RichOp['insert'] | undefined): number {
  if (typeof insert === 'string') return insert.length;
  return insert ? 1 : 0;
}
