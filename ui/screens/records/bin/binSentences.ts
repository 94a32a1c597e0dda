import { collectionTypeOf } from '../../../model/collection';
import { countOf } from '../../../platform/text';
import type { BinContent, BinEntry } from '../../../state/bin/binShelf';

/** Says what an entry brings back. */
export function comesBack(entry: BinEntry, { records, files, references }: BinContent): string[] {
  const count = records.length;
  if (entry.kind === 'changed') {
    return [`The former values of ${entry.changed.join(', ')}.`, ...filesSentence(files.length)];
  }
  return [
    ...(entry.kind === 'collection' ? ['The collection, with its id, fields, rules and indexes.'] : []),
    ...(count > 0
      ? [count === 1 ? 'The record, under its id.' : `${countOf(count, 'record')}, under their ids.`]
      : []),
    ...filesSentence(files.length),
    ...(references.length > 0
      ? [`${countOf(references.length, 'reference')} of other records, which the delete removed.`]
      : []),
  ];
}

/** Says what does not come back in any case. */
export function lossesOf({ kind }: BinEntry, { records, collections }: BinContent): string[] {
  if (kind === 'changed') return ['updated: the server sets it to now.'];
  const isUser = (id: string) => {
    const collection = collections.find((one) => one.id === id);
    return collection !== undefined && collectionTypeOf(collection) === 'auth';
  };
  const hasUsers = records.some(({ collectionId }) => isUser(collectionId));
  return [
    ...(records.length > 0 ? ['created and updated: the server sets both to now.'] : []),
    ...(hasUsers ? ['Passwords, linked accounts and sessions.'] : []),
  ];
}

function filesSentence(count: number): string[] {
  if (count === 0) return [];
  return [count === 1 ? '1 file. It gets a new name.' : `${countOf(count, 'file')}. They get new names.`];
}
