import type { Collection } from '../../model/collection';

/** With more collections than this the list is drawn closer together. */
const compactAbove = 20;

export interface CollectionGroups {
  pinned: readonly Collection[];
  others: readonly Collection[];
  isCompact: boolean;
}

/**
 * What the sidebar shows of all collections, which keep their order. The search fits a whole id or a part of a
 * name, whatever its case and blanks.
 */
export function groupCollections(
  all: readonly Collection[],
  pinnedIds: readonly string[],
  search: string,
): CollectionGroups {
  const wanted = folded(search);
  const found = all.filter(({ id, name }) => folded(id) === wanted || folded(name).includes(wanted));
  const isPinned = ({ id }: Collection) => pinnedIds.includes(id);
  return {
    pinned: found.filter(isPinned),
    others: found.filter((collection) => !isPinned(collection)),
    isCompact: found.length > compactAbove,
  };
}

function folded(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}
