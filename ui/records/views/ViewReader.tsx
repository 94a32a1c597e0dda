import { useLayoutEffect } from 'react';
import type { Query } from '../../base/hash';
import type { Collection } from '../../model/collection';
import { type AddressedView, readAddress } from './viewActs';
import * as views from './views';

interface Props {
  collection: Collection;
  query: Query;
  onRead: (view: AddressedView | null) => void;
}

/** Reads the view of the address again when it or its columns change. Renders nothing. */
export function ViewReader({ collection, query, onRead }: Props) {
  const { view, columns } = query;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of the address that are read
  useLayoutEffect(() => {
    views.open(collection.id);
    onRead(readAddress(collection));
  }, [collection, view, columns, onRead]);

  useLayoutEffect(() => () => onRead(null), [onRead]);
  return null;
}
