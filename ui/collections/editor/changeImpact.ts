import { proxy, ref } from 'valtio/vanilla';
import { type Collection, ruleNames } from '../../model/collection';
import { valueFilter } from '../../model/filter/valueCondition';
import { type Mention, mentionsOf } from '../../model/mentions';
import * as collections from '../../page/collections';
import { countValues, type ValueCount } from '../../records/related/valueCounts';
import type { CollectionChanges } from './collectionChanges';
import type { CollectionForm } from './collectionForm';

/** The values and mentions that one change affects. */
export interface Reach {
  /** '' if the change is one of the collection itself. */
  fieldId: string;
  kind: 'renamed' | 'removed' | 'single';
  /** The name on the server. */
  name: string;
  mentions: readonly Mention[];
}

export interface ChangeImpact {
  state: {
    reaches: readonly Reach[];
    counts: Record<string, ValueCount>;
  };
  stop(): void;
}

/**
 * Finds what a save loses or breaks: the number of stored values, and the rules, queries and indexes that mention a
 * renamed or removed name.
 */
export function createChangeImpact(
  stored: Collection,
  form: CollectionForm,
  changes: CollectionChanges,
): ChangeImpact {
  const edited = asEdited(stored, form);
  const all = collections.state.all.map((one) => (one.id === stored.id ? edited : one));
  const mentionsOfField = (fieldName: string) => mentionsOf({ collectionId: stored.id, fieldName }, all);
  const reaches: Reach[] = [
    ...(changes.renamed
      ? [createReach('renamed', '', changes.renamed.from, mentionsOf({ collectionId: stored.id }, all))]
      : []),
    ...changes.renamedFields.map(({ id, from }) => createReach('renamed', id, from, mentionsOfField(from))),
    ...changes.removedFields.map(({ id, name }) => createReach('removed', id, name, mentionsOfField(name))),
    ...changes.singledFields.map(({ id, name }) => createReach('single', id, name, [])),
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

function createReach(
  kind: Reach['kind'],
  fieldId: string,
  name: string,
  mentions: readonly Mention[],
): Reach {
  // A relation stores the id of its collection, so a rename does not affect it. For indexes of removed fields, the
  // popup asks a question of its own.
  const isReached = ({ place }: Mention) => place !== (kind === 'removed' ? 'index' : 'relation');
  return { kind, fieldId, name, mentions: mentions.filter(isReached) };
}

function asEdited(stored: Collection, form: CollectionForm): Collection {
  const rules = Object.fromEntries(ruleNames.map((name) => [name, form.rules[name]]));
  const { manageRule } = form.rules;
  const options = { ...stored.options, manageRule };
  return { ...stored, ...rules, indexes: form.indexes, options };
}
