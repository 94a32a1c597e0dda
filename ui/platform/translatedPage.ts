/**
 * A browser that translates the page puts elements of its own in the place of texts, while React still holds the
 * texts. To remove such a text, or to put something before it, would throw and take the screen down. What stands in
 * its place is meant instead.
 */
export function bearTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const standIn = standInOf(this, child);
    if (standIn) removeChild.call(this, standIn);
    return child;
  };

  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    // Libraries also leave it out.
    const isHere = !before || before.parentNode === this;
    return insertBefore.call(this, node, isHere ? (before ?? null) : standInOf(this, before)) as T;
  };
}

/** The one that was put in the place of a text; null where that cannot be told. */
function standInOf(parent: Node, text: Node): Node | null {
  // A text that was only wrapped knows where it is.
  let wrapper: Node | null = text.parentNode;
  while (wrapper && wrapper.parentNode !== parent) wrapper = wrapper.parentNode;
  if (wrapper) return wrapper;
  const standIns = [...parent.childNodes].filter(({ nodeName }) => nodeName === 'FONT');
  return standIns.length === 1 ? (standIns[0] ?? null) : null;
}
