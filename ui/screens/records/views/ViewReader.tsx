import { useLayoutEffect } from 'react';
import type { Collection } from '../../../model/collection';
import type { Query } from '../../../platform/hash';
import * as views from '../../../state/views';
import { type AddressedView, readAddress } from './viewActs';

interface Props {
  collection: Collection;
  query: Query;
  onRead: (view: AddressedView | null) => void;
}

/** Reads the view of the address whenever its view or columns change. Draws nothing. */
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
