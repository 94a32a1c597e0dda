import Block, { BlockEmbed } from 'quill/blots/block.js';
import Break from 'quill/blots/break.js';
import Container from 'quill/blots/container.js';
import Cursor from 'quill/blots/cursor.js';
import Embed from 'quill/blots/embed.js';
import Inline from 'quill/blots/inline.js';
import Scroll from 'quill/blots/scroll.js';
import Text from 'quill/blots/text.js';
import Module from 'quill/core/module.js';
import Quill, { Parchment } from 'quill/core/quill.js';
import History from 'quill/modules/history.js';
import Input from 'quill/modules/input.js';
import Keyboard from 'quill/modules/keyboard.js';
import { createHtmlPolicy } from '../../base/trustedHtml';
import { drawPicture } from './pictures';
import { letterStyles, letterTags, type Picture, parseLink, type RichOp } from './richFormats';

createHtmlPolicy();

const { Attributor, Registry, Scope } = Parchment;

const deepestIndent = 8;

/** A format that is kept as an attribute of its own, so that no browser changes its spelling. */
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

/** A mark whose value is also shown as a style. */
class StyledMark extends Mark {
  readonly property: string;

  constructor(name: string, property: string, scope: Parchment.Scope) {
    super(name, scope);
    this.property = property;
  }

  override add(node: HTMLElement, value: unknown) {
    // A direction that was read from an attribute is `dir:rtl`.
    node.style.setProperty(this.property, String(value).split(':').at(-1) ?? '');
    return super.add(node, value);
  }

  override remove(node: HTMLElement) {
    node.style.removeProperty(this.property);
    super.remove(node);
  }
}

/** Also passes to the style sheet the number of an item, and which numbers restart after it. */
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

/** Creates an element. Classes that begin with `ql-` identify elements to Quill; styling uses attributes. */
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

/** Opens in a new tab, so that a click by mistake does not leave this page. */
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

class QuietScroll extends Scroll {
  // A picture that does not load becomes a box with its address; that does not change the text.
  override update(taken?: unknown): void {
    const isOurs = ({ target }: MutationRecord) => {
      const blot = this.find(target, true);
      return !(blot instanceof PictureBlot && blot.contentNode.contains(target));
    };
    const ours = Array.isArray(taken) ? taken.filter(isOurs) : undefined;
    if (!ours || ours.length > 0) super.update(ours as MutationRecord[]);
  }
}

const registry = new Registry();
registry.register(
  ...[
    QuietScroll,
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

/**
 * Replaces modules of Quill: paste and drop are ours, uploads belong to the toolbar, list items have no extra
 * nodes.
 */
class Unused extends Module {}

Quill.register({
  'modules/clipboard': Unused,
  'modules/history': History,
  'modules/input': Input,
  'modules/keyboard': Keyboard,
  'modules/uiNode': Unused,
  'modules/uploader': Unused,
});

export type QuillEditor = Quill;

/** Key bindings that are added to Quill's; `false` removes one of Quill's. */
export type KeyBindings = Readonly<Record<string, object | false>>;

/** Creates an editor that knows the formats above and nothing of the clipboard. */
export function createQuill(host: HTMLElement, placeholder = '', bindings: KeyBindings = {}): QuillEditor {
  const quill = new Quill(host, {
    registry,
    placeholder,
    // Undo never reverts loading.
    modules: { keyboard: { bindings }, history: { userOnly: true } },
  });
  return quill;
}

let scratch: Quill | null = null;

/** Passes ops through Quill: the result is equal unless it cannot hold something. */
export function passThroughEditor(ops: readonly RichOp[]): RichOp[] {
  scratch ??= createQuill(document.createElement('div'));
  scratch.setContents(ops as never, 'silent');
  const held = scratch.getContents().ops as RichOp[];
  scratch.setContents([], 'silent');
  return held;
}
