import type { Collection } from '../model/collection';

/** Above this number of collections the list is compact. */
const compactAbove = 20;

export interface CollectionGroups {
  pinned: readonly Collection[];
  others: readonly Collection[];
  isCompact: boolean;
}

/**
 * Groups the collections for the sidebar and keeps their order. The search matches a whole id or a part of a
 * name, and ignores case and blanks.
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
