import { type FieldOptions, limitOf, optionOf } from '../field';
import { quoted, searchForms } from './conditionForms';
import { isLikelyEmail } from './email';
import { cannotBeBlank, type FieldType, type OptionFault } from './fieldType';
import { naming } from './list';
import {
  guessListSeparator,
  itemsOf,
  type ListSeparator,
  listSeparators,
  readItems,
  splitList,
  type TextReading,
} from './textReading';

/** The server's rule (`IsMultiple` in `models/schema/schema_field.go`): without a maximum it holds many records. */
const isMultiple = (field: FieldOptions): boolean => (limitOf(field, 'maxSelect') ?? 2) > 1;

/** The id of a record in examples. */
const sampleRelated = 'RELATED_RECORD_ID';

const isLikelyId = (text: string) => /^[a-z0-9]{15}$/.test(text);

const reading: TextReading = {
  choices: ({ keys, target, field }) =>
    keys.flatMap((by) => {
      const words = by === 'id' ? 'By id' : `By ${by} of ${target}`;
      if (!isMultiple(field))
        return [{ label: words, reading: { kind: 'relation', by, separator: ',' } as const }];
      return Object.entries(listSeparators).map(([separator, how]) => ({
        label: `${words}, ${how}`,
        reading: { kind: 'relation' as const, by, separator: separator as ListSeparator },
      }));
    }),
  guess(texts, { keys, field }) {
    const separator = guessListSeparator(texts, isLikelyId);
    const items = isMultiple(field) ? texts.flatMap((text) => splitList(text, separator) ?? []) : texts;
    return { kind: 'relation', by: guessKey(items, keys), separator };
  },
  read(given, reading, field) {
    const isList = isMultiple(field);
    if (reading.kind !== 'relation') return readItems(null, isList);
    const items = itemsOf(given, isList, reading.separator);
    const result = readItems(items, isList);
    const isLookup = reading.by !== 'id' && result.kind === 'value' && items && items.length > 0;
    return isLookup ? { kind: 'lookup', texts: items } : result;
  },
};

/** Chooses the field of the related records whose values these are. */
function guessKey(items: readonly string[], keys: readonly string[]): string {
  const others = keys.filter((name) => name !== 'id');
  const isMost = (isIt: (item: string) => boolean) => items.filter(isIt).length * 2 >= items.length;
  if (isMost(isLikelyId)) return 'id';
  return (isMost(isLikelyEmail) ? others.find((name) => name === 'email') : undefined) ?? others[0] ?? 'id';
}

export const relation: FieldType = {
  label: 'Relation',
  width: 144,
  fit: { least: 96, most: 144, unit: 16, rest: 112 },
  holds: 'records',
  ...naming(isMultiple),
  reading,
  forms(field, operator, value) {
    if (!isMultiple(field)) return undefined;
    const text = quoted(value);
    if (text === null || (operator !== 'contains' && operator !== 'containsNot')) return [];
    return operator === 'contains'
      ? [[`${field.name}.id ?= ${text}`]]
      : searchForms(field.name, operator, value);
  },
  sample: (field) => (isMultiple(field) ? [sampleRelated] : sampleRelated),
  about(field, nameOf) {
    const name = nameOf(String(optionOf(field, 'collectionId') ?? ''));
    const what = isMultiple(field) ? 'Ids of records' : 'The id of a record';
    return name ? [`${what} of `, { code: name }, '.'] : [`${what}.`];
  },
  options: {
    collectionId: { kind: 'text' },
    cascadeDelete: { kind: 'flag' },
    minSelect: { kind: 'limit' },
    maxSelect: { kind: 'limit', initial: 1 },
    displayFields: { kind: 'list' },
  },
  summary(field, nameOf) {
    const id = String(optionOf(field, 'collectionId') ?? '');
    return id && `to ${nameOf(id) ?? id}`;
  },
  checkOptions(field, isMany): OptionFault[] {
    const [min, max] = [limitOf(field, 'minSelect'), limitOf(field, 'maxSelect')];
    const least = Math.max(min ?? 0, 2);
    return [
      ...(optionOf(field, 'collectionId') ? [] : [['collectionId', cannotBeBlank] as const]),
      ...(isMany && min === 0 ? [['minSelect', 'Must be at least 1.'] as const] : []),
      ...(isMany && max !== null && max < least
        ? [['maxSelect', `Must be at least ${least}.`] as const]
        : []),
    ];
  },
  manyOptions: (_, isMany) => (isMany ? { maxSelect: null } : { minSelect: null, maxSelect: 1 }),
};
