import Block, { BlockEmbed } from 'quill/blots/block.js';
import Container from 'quill/blots/container.js';
import Scroll from 'quill/blots/scroll.js';
import type Quill from 'quill/core/quill.js';
import { Parchment } from 'quill/core/quill.js';
import type { RichFormats, RichOp } from './richFormats';

// Quill walks the whole document, or the whole line, for each part of it. These replacements do not.

const { ParentBlot, Scope } = Parchment;
type Blot = Parchment.Blot;
type Delta = ReturnType<Quill['getContents']>;

/** A faster `contains` for a blot's list of children: compares only the neighbours of the blot. */
function contains(this: { head: Blot | null }, blot: Blot): boolean {
  if (!(blot.parent instanceof ParentBlot) || blot.parent.children !== (this as unknown)) return false;
  return blot.prev ? blot.prev.next === blot : this.head === blot;
}

export class QuickScroll extends Scroll {
  constructor(...taken: ConstructorParameters<typeof Scroll>) {
    super(...taken);
    Object.assign(Object.getPrototypeOf(this.children), { contains });
  }

  /** Appends lines to an empty document one by one. */
  override insertContents(index: number, contents: Delta): void {
    const { head: blank, length } = this.children;
    const ops = contents.ops as RichOp[];
    const last = ops.at(-1)?.insert;
    const isOfLines =
      typeof last === 'string' ? last.endsWith('\n') : last !== undefined && !this.isInline(last);
    if (!blank || length > 1 || blank.length() > 1 || !isOfLines) {
      super.insertContents(index, contents);
      return;
    }
    let pieces: RichOp[] = [];
    const addLine = (formats: RichFormats) => {
      const line = this.addLine(formats, blank);
      for (const piece of pieces) this.addPiece(piece, line);
      pieces = [];
    };
    for (const { insert, attributes = {} } of ops) {
      if (typeof insert === 'string') {
        const texts = insert.split('\n');
        texts.forEach((text, place) => {
          if (text !== '') pieces.push({ insert: text, attributes });
          if (place < texts.length - 1) addLine(attributes);
        });
      } else if (this.isInline(insert)) pieces.push({ insert, attributes });
      else {
        if (pieces.length > 0) addLine({});
        const thing = this.createThing(insert);
        this.insertBefore(thing, blank);
        this.formatBlot(thing, attributes);
      }
    }
    this.optimize();
  }

  private isInline(insert: object): boolean {
    return this.query(Object.keys(insert)[0] ?? '', Scope.INLINE) !== null;
  }

  private createThing(insert: Readonly<Record<string, unknown>>): Blot {
    const [[name, value] = ['', null]] = Object.entries(insert);
    return this.create(name, value);
  }

  private addLine(formats: RichFormats, before: Blot): Block {
    const kind = Object.keys(formats).findLast((name) => this.query(name, Scope.BLOCK & Scope.BLOT));
    const line = this.create(kind ?? Block.blotName, kind && formats[kind]) as Block;
    const { requiredContainer } = line.statics;
    if (!requiredContainer) this.insertBefore(line, before);
    else {
      const isOpen = before.prev instanceof requiredContainer;
      const container = (isOpen ? before.prev : this.create(requiredContainer.blotName)) as Container;
      if (!isOpen) this.insertBefore(container, before);
      container.appendChild(line);
    }
    this.formatBlot(line, formats);
    return line;
  }

  private formatBlot(blot: Blot, formats: RichFormats): void {
    for (const [name, value] of Object.entries(formats)) {
      if (this.query(name, Scope.ATTRIBUTE)) (blot as Block).format(name, value);
    }
  }

  private addPiece({ insert, attributes = {} }: RichOp, line: Block): void {
    const leaf = typeof insert === 'string' ? this.create('text', insert) : this.createThing(insert);
    line.appendChild(leaf);
    let outermost: Blot = leaf;
    for (const [name, value] of Object.entries(attributes)) {
      outermost.formatAt(0, leaf.length(), name, value);
      while (outermost.parent !== line) outermost = outermost.parent as Blot;
    }
  }

  // A picture that does not load becomes a box with its address; that does not change the text.
  override update(taken?: unknown): void {
    const isList = Array.isArray(taken);
    const ours = isList ? taken.filter(({ target }: MutationRecord) => !this.isInPicture(target)) : taken;
    if (isList && taken.length > 0 && (ours as []).length === 0) return;
    super.update(ours as MutationRecord[]);
  }

  private isInPicture(node: Node): boolean {
    const blot = this.find(node, true);
    const { contentNode } = (blot ?? {}) as { contentNode?: Node };
    return contentNode?.contains(node) ?? false;
  }
}

/** Makes Quill collect the content of the document in one list. */
export function gatherQuickly(quill: Quill): void {
  const DeltaClass = quill.editor.delta.constructor as new () => Delta;
  quill.editor.getDelta = () => {
    const delta = new DeltaClass();
    const gather = (blot: Blot) => {
      if (blot instanceof Block || blot instanceof BlockEmbed) {
        const [first, ...others] = blot.delta().ops;
        // `push` merges the first op with the end of the line before it.
        if (first) delta.push(first);
        for (const op of others) delta.ops.push(op);
      } else if (blot instanceof Container) blot.children.forEach(gather);
    };
    quill.scroll.children.forEach(gather);
    return delta;
  };
}
