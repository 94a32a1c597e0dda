// A browser that translates the page rewrites every text outside `translate="no"`. So tables, inputs, chips, code and
// names in sentences carry it. A text that changes next to other text needs its own element, or the old text stays.

/**
 * Makes React survive a browser translation, which replaces texts by elements while React still holds the
 * texts. Removing such a text, or inserting before it, would throw and break the screen. These calls use the
 * replacement instead.
 */
export function handleTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const fontElement = findFontElement(this, child);
    if (fontElement) removeChild.call(this, fontElement);
    return child;
  };

  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    // Libraries also call it without `before`.
    const isHere = !before || before.parentNode === this;
    return insertBefore.call(this, node, isHere ? (before ?? null) : findFontElement(this, before)) as T;
  };
}

/** Returns the element that replaced a text; null if it cannot be found. */
function findFontElement(parent: Node, text: Node): Node | null {
  // A text that was only wrapped has the replacement as an ancestor.
  let wrapper: Node | null = text.parentNode;
  while (wrapper && wrapper.parentNode !== parent) wrapper = wrapper.parentNode;
  if (wrapper) return wrapper;
  const fontElements = [...parent.childNodes].filter(({ nodeName }) => nodeName === 'FONT');
  return fontElements.length === 1 ? (fontElements[0] ?? null) : null;
}
