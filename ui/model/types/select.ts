import { codeWords } from '../../base/text';
import { type FieldOptions, limitOf, optionOf, textsOf } from '../field';
import { escapeText } from '../filter/filterTexts';
import { eachOf, lengthOf } from '../filter/ruleWords';
import { quoted } from './conditionForms';
import { asItem } from './email';
import { atLeast, cannotBeBlank, type FieldType } from './fieldType';
import { naming } from './list';
import type { ListSeparator, TextReading } from './textReading';
import { asFault, asValue, guessListSeparator, itemsOf, listSeparators, readItems } from './textReading';

/** The server's rule (`IsMultiple` in `models/schema/schema_field.go`): without a maximum it holds one value. */
const isMultiple = (field: FieldOptions): boolean => (limitOf(field, 'maxSelect') ?? 0) > 1;

const reading: TextReading = {
  choices: ({ field }) =>
    isMultiple(field)
      ? Object.entries(listSeparators).map(([separator, words]) => ({
          label: `Choices ${words}`,
          reading: { kind: 'list', separator: separator as ListSeparator },
        }))
      : [{ label: 'Choice, any case', reading: { kind: 'text' } }],
  guess(texts, { field }) {
    if (!isMultiple(field)) return { kind: 'text' };
    const choices = textsOf(field, 'values');
    return { kind: 'list', separator: guessListSeparator(texts, (item) => choices.includes(item)) };
  },
  keepsBlanks: (field) => !isMultiple(field),
  read(given, reading, field) {
    const choices = textsOf(field, 'values');
    if (reading.kind !== 'list') {
      return given.text === null ? asFault('Must be a text.') : asValue(knownChoice(choices, given.text));
    }
    const isList = isMultiple(field);
    const items = itemsOf(given, isList, reading.separator);
    return readItems(items?.map((item) => knownChoice(choices, item)) ?? null, isList);
  },
};

/** Returns the choice that differs only in case, because the server refuses another case. */
function knownChoice(choices: readonly string[], text: string): string {
  if (choices.includes(text)) return text;
  const typed = text.trim().toLowerCase();
  const like = choices.filter((choice) => choice.toLowerCase() === typed);
  return like.length === 1 ? (like[0] ?? text) : text;
}

/** The maximum of a field that becomes a list. */
const fewChoices = 2;

export const select: FieldType = {
  label: 'Select',
  width: 112,
  fit: { least: 80, most: 160, unit: 7, rest: 58 },
  holds: 'choices',
  ...naming(isMultiple),
  isKey: true,
  reading,
  isGuarded: true,
  forms(field, operator, value) {
    if (!isMultiple(field)) return undefined;
    const { name } = field;
    const text = quoted(value);
    if (text === null || (operator !== 'contains' && operator !== 'containsNot')) return [];
    return operator === 'contains'
      ? [[`${eachOf(name)} ?= ${text}`]]
      : [[`(${eachOf(name)} != ${text} || ${lengthOf(name)} = 0)`]];
  },
  example(field) {
    const first = textsOf(field, 'values')[0] ?? '';
    return `${field.name} ${isMultiple(field) ? '~' : '='} "${escapeText(first)}"`;
  },
  sample(field) {
    const choices = textsOf(field, 'values');
    return isMultiple(field)
      ? choices.slice(0, Math.min(2, limitOf(field, 'maxSelect') ?? 2))
      : (choices[0] ?? '');
  },
  about: (field) => [isMultiple(field) ? 'Any of ' : 'One of ', ...codeWords(textsOf(field, 'values')), '.'],
  options: {
    maxSelect: { kind: 'count', initial: 1 },
    values: { kind: 'list', initial: [] },
  },
  summary: (field) => textsOf(field, 'values').map(asItem).join(', '),
  checkOptions(field, isMany) {
    if (textsOf(field, 'values').length === 0) return [['values', cannotBeBlank]];
    return isMany ? atLeast(field, 'maxSelect', 2) : [];
  },
  manyOptions(field, isMany) {
    const { length = 0 } = (optionOf(field, 'values') ?? []) as readonly unknown[];
    return { maxSelect: isMany ? Math.max(length, fewChoices) : 1 };
  },
};
