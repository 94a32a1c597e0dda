import { useSnapshot } from 'valtio';
import type { Collection } from '../../model/collection';
import * as collections from '../../page/collections';
import type { PersonChoices } from '../PersonItems';
import * as seenAs from '../seenAs';

/** The people whom a menu offers. */
export function usePersonChoices(as: string, onChoose: (as: string) => void): PersonChoices {
  const { recent } = useSnapshot(seenAs.state);
  const { all } = useSnapshot(collections.state);
  return {
    as,
    recent,
    accounts: seenAs.accountsOf(all as readonly Collection[]),
    onChoose,
    onPick: (collection) => void seenAs.pickPerson(collection).then((picked) => picked && onChoose(picked)),
  };
}
