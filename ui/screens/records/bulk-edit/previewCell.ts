import { type Collection, fieldOf } from '../../../model/collection';
import { listOf, type RecordAnswer } from '../../../model/record';
import type { FormValue } from '../../../model/records/recordValues';
import { cut, plainText } from '../../../platform/text';
import type { BulkChoice, BulkChoices } from './bulkChoices';
import { changesOf } from './bulkValues';

/** How one value looks in the preview. */
export interface PreviewCell {
  /** The replaced value; '' for none. */
  was: string;
  /** The new value; '' for none. */
  next: string;
  /** Instead of values: why nothing changes. */
  same: string;
  /** With a sign, `items` are added or removed. Without one they are the new choices or relations. */
  sign: '' | '+' | '-';
  items: readonly string[];
}

export function previewOf(
  collection: Collection,
  choices: BulkChoices,
  answer: RecordAnswer,
  name: string,
): PreviewCell {
  const blank: PreviewCell = { was: '', next: '', same: '', sign: '', items: [] };
  const kind = choices[name]?.kind ?? 'keep';
  const change = changesOf(collection, choices, answer).find((one) => one.name === name);
  const type = fieldOf(collection, name)?.type ?? '';
  if (!change) return { ...blank, same: sameText(collection, name, choices[name]) };
  const [stored, left] = [listOf(change.before), listOf(change.after)];
  if (kind === 'add') return { ...blank, sign: '+', items: left.filter((one) => !stored.includes(one)) };
  if (kind === 'remove') return { ...blank, sign: '-', items: stored.filter((one) => !left.includes(one)) };
  return {
    ...blank,
    was: printValue(collection, name, change.before),
    next: kind === 'clear' ? '' : printValue(collection, name, change.after),
    items: kind === 'set' && ['select', 'relation'].includes(type) ? left : [],
  };
}

function sameText(collection: Collection, name: string, choice: BulkChoice | undefined): string {
  const type = fieldOf(collection, name)?.type;
  switch (choice?.kind) {
    case 'clear':
      return type === 'file' ? 'no files' : 'empty already';
    case 'add':
      return 'has them already';
    case 'remove':
      return 'has none of them';
    case 'set':
      return type === 'relation' ? 'already chosen' : `${printValue(collection, name, choice.value)} already`;
    default:
      return 'not changed';
  }
}

const previewLength = 40;

function printValue(collection: Collection, name: string, value: FormValue): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  const text = typeof value === 'string' ? value : value.join(', ');
  const type = fieldOf(collection, name)?.type;
  if (type === 'editor') return cut(plainText(text), previewLength);
  if (type === 'json') return text === 'null' ? '' : cut(text.replace(/\s+/g, ' '), previewLength);
  return cut(text, previewLength);
}
