import Block, { BlockEmbed } from 'quill/blots/block.js';
import Break from 'quill/blots/break.js';
import Container from 'quill/blots/container.js';
import Cursor from 'quill/blots/cursor.js';
import Embed from 'quill/blots/embed.js';
import Inline from 'quill/blots/inline.js';
import Scroll from 'quill/blots/scroll.js';
import Text from 'quill/blots/text.js';
import Module from 'quill/core/module.js';
import Quill, { Parchment, type Range } from 'quill/core/quill.js';
import History from 'quill/modules/history.js';
import Input from 'quill/modules/input.js';
import Keyboard from 'quill/modules/keyboard.js';
import { parseHtml } from '../../platform/trustedHtml';
import { readHtml } from './htmlReader';
import { printHtml } from './htmlSerialiser';
import { drawPicture } from './pictureBox';
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

const { Attributor, Registry, Scope } = Parchment;

const deepestIndent = 8;

/** Formats that are an attribute of their own, so that no browser's style and no spelling of it gets between. */
class Mark extends Attributor {
  constructor(name: string, scope: Parchment.Scope) {
    super(name, `data-${name}`, { scope });
  }
}

class Flag extends Mark {
  override value(node: HTMLElement) {
    return node.hasAttribute(this.keyName) || undefined;
  }
}

/** What the attribute says is also shown. */
class StyledMark extends Mark {
  readonly property: string;

  constructor(name: string, property: string, scope: Parchment.Scope) {
    super(name, scope);
    this.property = property;
  }

  override add(node: HTMLElement, value: unknown) {
    // A direction may say that it was an attribute: `dir:rtl`.
    node.style.setProperty(this.property, String(value).split(':').at(-1) ?? '');
    return super.add(node, value);
  }

  override remove(node: HTMLElement) {
    node.style.removeProperty(this.property);
    super.remove(node);
  }
}

/** Also tells the style sheet which number an item bears, and which ones begin anew behind it. */
class Indent extends Mark {
  override add(node: HTMLElement, value: unknown) {
    const now = this.value(node) ?? 0;
    const next = value === '+1' ? now + 1 : value === '-1' ? now - 1 : Number(value);
    const depth = Math.min(next, deepestIndent);
    this.remove(node);
    if (depth <= 0) return true;
    node.setAttribute(this.keyName, String(depth));
    const deeper = Array.from({ length: deepestIndent - depth }, (_, place) => `d${depth + 1 + place}`);
    const properties = { indent: depth, counter: `d${depth}`, deeper: deeper.join(' ') || 'none' };
    for (const [name, text] of Object.entries(properties)) node.style.setProperty(`--${name}`, String(text));
    return true;
  }

  override remove(node: HTMLElement) {
    for (const name of ['--indent', '--counter', '--deeper']) node.style.removeProperty(name);
    super.remove(node);
  }

  override value(node: HTMLElement): number | undefined {
    return Number(node.getAttribute(this.keyName)) || undefined;
  }
}

/** Classes that begin with `ql-` are for Quill to know its own elements by; the look goes by attributes. */
function elementOf({ tagName, className }: { tagName: string; className?: string }): HTMLElement {
  const element = document.createElement(tagName);
  if (className) element.className = className;
  return element;
}

const letterBlots = Object.entries(letterTags).map(
  ([name, tags]) =>
    class extends Inline {
      static override blotName = name;
      static override tagName = [...tags];

      static override formats() {
        return true;
      }
    },
);

class Link extends Inline {
  static override blotName = 'link';
  static override tagName = 'A';

  static override create(value: unknown) {
    const node = elementOf(Link);
    showLink(node, value);
    return node;
  }

  static override formats(node: HTMLElement) {
    return node.dataset['link'];
  }

  override format(name: string, value: unknown) {
    if (name === 'link' && value) showLink(this.domNode, value);
    else super.format(name, value);
  }
}

/** Followed by mistake, it must leave this page alone. */
function showLink(node: HTMLElement, value: unknown): void {
  const href = parseLink(value)?.href ?? '';
  node.dataset['link'] = String(value);
  for (const [name, text] of Object.entries({ href, target: '_blank', rel: 'noopener noreferrer' })) {
    node.setAttribute(name, text);
  }
}

class Header extends Block {
  static override blotName = 'header';
  static override tagName = ['H1', 'H2', 'H3', 'H4', 'H5', 'H6'];

  static override formats(node: HTMLElement) {
    return Number(node.tagName[1]);
  }
}

class ListItem extends Block {
  static override blotName = 'list';
  static override tagName = 'LI';

  static override create(value: unknown) {
    const node = elementOf(ListItem);
    node.dataset['list'] = value === 'ordered' ? 'ordered' : 'bullet';
    return node;
  }

  static override formats(node: HTMLElement) {
    return node.dataset['list'];
  }

  override format(name: string, value: unknown) {
    if (name === 'list' && value) this.domNode.dataset['list'] = value === 'ordered' ? 'ordered' : 'bullet';
    else super.format(name, value);
  }
}

class ListContainer extends Container {
  static override blotName = 'list-container';
  static override tagName = 'OL';
  static override allowedChildren = [ListItem];
}
ListItem.requiredContainer = ListContainer;

class CodeLine extends Block {
  static override blotName = 'code-block';
  static override className = 'ql-code-line';
  static override tagName = 'DIV';
  static override allowedChildren = [Text, Break, Cursor];

  static override create(value: unknown) {
    const node = elementOf(CodeLine);
    node.dataset['code'] = value === 'pre' ? 'pre' : 'code';
    return node;
  }

  static override formats(node: HTMLElement) {
    return node.dataset['code'];
  }
}

class CodeContainer extends Container {
  static override blotName = 'code-block-container';
  static override className = 'ql-code';
  static override tagName = 'DIV';
  static override allowedChildren = [CodeLine];

  static override create() {
    const node = elementOf(CodeContainer);
    node.spellcheck = false;
    return node;
  }
}
CodeLine.requiredContainer = CodeContainer;

class Divider extends BlockEmbed {
  static override blotName = 'divider';
  static override tagName = 'HR';
}

class SoftBreak extends Embed {
  static override blotName = 'softbreak';
  static override className = 'ql-softbreak';
  static override tagName = 'SPAN';

  static override create() {
    const node = elementOf(SoftBreak);
    node.append(document.createElement('br'));
    return node;
  }
}

class PictureBlot extends Embed {
  static override blotName = 'image';
  static override className = 'ql-picture';
  static override tagName = 'SPAN';

  static override create(picture: unknown) {
    const node = elementOf(PictureBlot);
    node.dataset['picture'] = JSON.stringify(picture);
    drawPicture(node, picture as Picture);
    return node;
  }

  static override value(node: HTMLElement) {
    return JSON.parse(node.dataset['picture'] ?? '{}') as Picture;
  }
}

const registry = new Registry();
registry.register(
  ...[
    Scroll,
    Block,
    Break,
    Container,
    Cursor,
    Inline,
    Text,
    ListItem,
    ListContainer,
    CodeLine,
    CodeContainer,
  ],
  ...[Header, Link, ...letterBlots, Divider, SoftBreak, PictureBlot],
  ...Object.entries(letterStyles).map(([name, style]) => new StyledMark(name, style, Scope.INLINE)),
  new Mark('markup', Scope.INLINE),
  new StyledMark('align', 'text-align', Scope.BLOCK),
  new StyledMark('direction', 'direction', Scope.BLOCK),
  new Indent('indent', Scope.BLOCK),
  new Flag('blockquote', Scope.BLOCK),
  new Flag('bare', Scope.BLOCK),
);

/** Paste and drop are ours, an upload is the toolbar's, list items have no nodes beside their text. */
class Unused extends Module {}

Quill.register({
  'modules/clipboard': Unused,
  'modules/history': History,
  'modules/input': Input,
  'modules/keyboard': Keyboard,
  'modules/uiNode': Unused,
  'modules/uploader': Unused,
});

/** With the caret in a list item it goes further in or out; code is moved by two blanks; other lines stay. */
function indent(quill: Quill, by: 1 | -1): void {
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
const keyBindings = {
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
    handler(this: { quill: Quill }, range: Range, { format }: KeyContext) {
      if (format['code-block']) return true;
      const op = { insert: { softbreak: true }, attributes: letterFormatsOf(format) };
      replace(this.quill, range, [op]);
      return false;
    },
  },
  'further in': {
    key: ']',
    shortKey: true,
    handler(this: { quill: Quill }) {
      indent(this.quill, 1);
    },
  },
  'further out': {
    key: '[',
    shortKey: true,
    handler(this: { quill: Quill }) {
      indent(this.quill, -1);
    },
  },
};

const lineFormats = ['header', 'list', 'code-block', 'align', 'direction', 'indent', 'blockquote', 'bare'];

function letterFormatsOf(formats: RichFormats): RichFormats {
  return Object.fromEntries(Object.entries(formats).filter(([name]) => !lineFormats.includes(name)));
}

/** Into a blank line: that line becomes what the last of the pasted ones is, and no blank one is left behind. */
function intoLine(quill: Quill, { index, length }: Range, ops: readonly RichOp[]): readonly RichOp[] {
  const last = ops.at(-1);
  const isBlank = (quill.getLine(index)[0]?.length() ?? 0) - length === 1;
  if (last?.insert !== '\n' || !last.attributes || !isBlank) return ops;
  return [...ops.slice(0, -1), { retain: 1, attributes: last.attributes } as never];
}

/** Puts something in the place of the range, with the caret behind it, as a step of its own for undo. */
function replace(
  quill: Quill,
  { index, length }: Pick<Range, 'index' | 'length'>,
  ops: readonly RichOp[],
): void {
  const before = [...(index > 0 ? [{ retain: index }] : []), ...(length > 0 ? [{ delete: length }] : [])];
  const added = ops.reduce((sum, { insert }) => sum + lengthOf(insert), 0);
  quill.history.cutoff();
  quill.updateContents([...before, ...ops] as never, 'user');
  quill.history.cutoff();
  quill.setSelection(index + added, 0, 'silent');
  quill.scrollSelectionIntoView();
}

/** Nothing is inserted where a format is only changed. */
function lengthOf(insert: RichOp['insert'] | undefined): number {
  if (typeof insert === 'string') return insert.length;
  return insert ? 1 : 0;
}

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
  indent(by: 1 | -1): void;
  /** At the caret. */
  link(): RichLink | null;
  /** Null takes it away; without a selection the address becomes the text. */
  setLink(link: RichLink | null): void;
  insertPicture(picture: Picture): void;
  destroy(): void;
}

const quillOptions = (placeholder: string) => ({
  registry,
  placeholder,
  // Loading is nothing that a person would want to undo.
  modules: { keyboard: { bindings: keyBindings }, history: { userOnly: true } },
});

export function createEditor(host: HTMLElement, settings: EditorSettings): RichEditor {
  const quill = new Quill(host, quillOptions(settings.placeholder));
  const ended = new AbortController();
  const listening = { signal: ended.signal };
  let loaded = { html: '', printed: '' };
  let shown = '';
  let saidFormats = '';
  let held: Pick<Range, 'index' | 'length'> | null = null;

  const opsOf = (range?: Range) =>
    (range ? quill.getContents(range.index, range.length) : quill.getContents()).ops as RichOp[];
  const selected = () => held ?? quill.getSelection() ?? quill.selection.savedRange;

  const put = (op: RichOp) => {
    const range = selected();
    replace(quill, range, [op]);
    if (held) held = { index: range.index + lengthOf(op.insert), length: 0 };
  };

  const load = (html: string) => {
    const { ops } = readHtml(parseHtml(html));
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

  const insertFrom = (data: DataTransfer | null, range: Range | null) => {
    if (!data || !range || !quill.isEnabled()) return;
    const { ops, pictures } = readTransfer(data, quill.getFormat(range.index, 0));
    if (pictures.length > 0) settings.onPictures(pictures);
    else replace(quill, range, intoLine(quill, range, ops));
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
    indent: (by) => indent(quill, by),
    link: () => parseLink(linkAt(opsOf(), selected().index)?.link),
    setLink(link) {
      const { index, length } = selected();
      const around = length === 0 ? linkAt(opsOf(), index) : { index, length };
      if (around)
        quill.formatText(around.index, around.length, 'link', link ? printLink(link) : false, 'user');
      else if (link)
        replace(quill, { index, length }, [{ insert: link.href, attributes: { link: printLink(link) } }]);
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

/** The whole link that the place is in or directly behind. */
function linkAt(
  ops: readonly RichOp[],
  place: number,
): { index: number; length: number; link: unknown } | null {
  let index = 0;
  let found: { index: number; length: number; link: unknown } | null = null;
  for (const { insert, attributes } of ops) {
    const length = lengthOf(insert);
    const link = attributes?.['link'];
    if (link === undefined) {
      if (found && place <= found.index + found.length) return found;
      found = null;
    } else if (found && found.link === link) found.length += length;
    else if (found && place < found.index + found.length) return found;
    else found = { index, length, link };
    if (found && found.index > place) return null;
    index += length;
  }
  return found && place <= found.index + found.length ? found : null;
}

let scratch: Quill | null = null;

/** What the editor makes of it: the same, unless it cannot hold something. */
export function throughEditor(ops: readonly RichOp[]): RichOp[] {
  scratch ??= new Quill(document.createElement('div'), quillOptions(''));
  scratch.setContents(ops as never, 'silent');
  const held = scratch.getContents().ops as RichOp[];
  scratch.setContents([], 'silent');
  return held;
}
