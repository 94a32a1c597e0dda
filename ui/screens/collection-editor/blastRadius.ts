import { proxy, ref } from 'valtio/vanilla';
import type { Collection } from '../../model/collection';
import { type Mention, mentionsOf } from '../../model/mentions';
import { valueFilter } from '../../model/valueFilter';
import * as collections from '../../state/collections';
import { countValues, type ValueCount } from '../../state/valueCounts';
import type { CollectionChanges } from './collectionChanges';
import { type CollectionForm, ruleNames } from './collectionForm';

/** What a change reaches beyond its collection. */
export interface Reach {
  /** '' for the collection itself. */
  fieldId: string;
  kind: 'renamed' | 'removed' | 'single';
  /** As it is called on the server. */
  name: string;
  mentions: readonly Mention[];
}

export interface BlastRadius {
  state: {
    reaches: readonly Reach[];
    /** By the id of a field. */
    counts: Record<string, ValueCount>;
  };
  stop(): void;
}

/**
 * What a save would lose or break: values, which are counted, and rules, queries and indexes that mention what is
 * renamed or removed.
 */
export function createBlastRadius(
  stored: Collection,
  form: CollectionForm,
  changes: CollectionChanges,
): BlastRadius {
  const edited = asEdited(stored, form);
  const all = collections.state.all.map((one) => (one.id === stored.id ? edited : one));
  const mentionsOfField = (fieldName: string) => mentionsOf({ collectionId: stored.id, fieldName }, all);
  const reaches: Reach[] = [
    ...(changes.renamed
      ? [reach('renamed', '', changes.renamed.from, mentionsOf({ collectionId: stored.id }, all))]
      : []),
    ...changes.renamedFields.map(({ id, from }) => reach('renamed', id, from, mentionsOfField(from))),
    ...changes.removedFields.map(({ id, name }) => reach('removed', id, name, mentionsOfField(name))),
    ...changes.singledFields.map(({ id, name }) => reach('single', id, name, [])),
  ];
  const counted = countValues(
    reaches.flatMap(({ fieldId, kind }) => {
      const field = stored.schema.find(({ id }) => id === fieldId);
      return field
        ? [{ key: fieldId, collectionId: stored.id, filter: valueFilter(field, kind === 'single') }]
        : [];
    }),
  );
  return { state: proxy({ reaches: ref(reaches), counts: counted.state }), stop: counted.stop };
}

function reach(kind: Reach['kind'], fieldId: string, name: string, mentions: readonly Mention[]): Reach {
  // A relation knows its collection by the id; the indexes of a removed field are asked about by themselves.
  const isReached = ({ place }: Mention) => place !== (kind === 'removed' ? 'index' : 'relation');
  return { kind, fieldId, name, mentions: mentions.filter(isReached) };
}

/** The fields as they are called on the server, the rules and indexes as they will be. */
function asEdited(stored: Collection, form: CollectionForm): Collection {
  const rules = Object.fromEntries(ruleNames.map((name) => [name, form.rules[name]]));
  const { manageRule } = form.rules;
  const options = { ...stored.options, manageRule };
  return { ...stored, ...rules, indexes: form.indexes, options };
}
