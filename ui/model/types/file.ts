import { listOf } from '../../base/lists';
import { type FieldOptions, type FormValue, limitOf, optionOf, type SchemaField, textsOf } from '../field';
import type { FieldError } from '../fieldErrors';
import { searchForms, searchOperators } from './conditionForms';
import { atLeast, type FieldType, wrong } from './fieldType';
import { isEmptyList, writeNames, wrongCount } from './list';

/** The server's rule (`IsMultiple` in `models/schema/schema_field.go`): without a maximum it holds one file. */
const isMultiple = (field: FieldOptions): boolean => (limitOf(field, 'maxSelect') ?? 0) > 1;

/** The maximum of a field that becomes a list. */
const manyFiles = 99;

export const file: FieldType = {
  label: 'File',
  width: 176,
  fit: { least: 64, most: 176, unit: 28, rest: 36 },
  holds: 'files',
  isMultiple,
  empty: () => [],
  fromStored: (value) => listOf(value),
  isEmpty: isEmptyList,
  check: wrongFiles,
  print: (value) => listOf(value).join(', '),
  write: (value) => writeNames(value, true),
  operators: () => searchOperators,
  forms: ({ name }, operator, value) =>
    operator === 'contains' || operator === 'containsNot' ? searchForms(name, operator, value) : [],
  conditionValues: () => [],
  sample(field) {
    const names = sampleFiles(field);
    return isMultiple(field) ? names : (names[0] ?? '');
  },
  valueType: 'File',
  about: (field) => [
    isMultiple(field) ? 'Files, sent as ' : 'A file, sent as ',
    { code: 'multipart/form-data' },
    isMultiple(field) ? ' with one part per file.' : '.',
  ],
  options: {
    mimeTypes: { kind: 'list', initial: [] },
    thumbs: { kind: 'list', initial: [] },
    maxSelect: { kind: 'count', initial: 1 },
    maxSize: { kind: 'count', initial: 5_242_880 },
    protected: {
      kind: 'flag',
      input: {
        label: 'Protected',
        tip: 'Files are served only with a file token, to those whom the view rule allows.',
        learnMore: 'https://pocketbase.io/old/docs/files-handling/#protected-files',
      },
    },
  },
  summary: (field) =>
    textsOf(field, 'mimeTypes')
      .map((name) => name.split('/').at(-1))
      .join(', '),
  checkOptions: (field, isMany) => [
    ...atLeast(field, 'maxSize', 1),
    ...(isMany ? atLeast(field, 'maxSelect', 2) : []),
  ],
  manyOptions: (_, isMany) => ({ maxSelect: isMany ? manyFiles : 1 }),
  required: { word: 'Nonempty', refused: '""' },
};

/** Returns the names of files that the field takes; two for a list. */
export function sampleFiles(field: SchemaField): string[] {
  const ending = takesImages(field) ? 'png' : 'txt';
  return isMultiple(field) ? [`first.${ending}`, `second.${ending}`] : [`example.${ending}`];
}

/** True if the field accepts only images. A field that accepts any type does not count. */
export function takesImages(field: FieldOptions): boolean {
  const accepted = optionOf(field, 'mimeTypes');
  return Array.isArray(accepted) && accepted.some((name) => String(name).startsWith('image/'));
}

/** A file that was chosen and is not stored. */
interface NewFile {
  readonly name: string;
  readonly size: number;
}

/** Validates the files of a field: stored ones by their names, and new ones as items of `newFileItem`. */
function wrongFiles(field: SchemaField, value: FormValue): FieldError | null {
  const items = listOf(value);
  const maxSize = limitOf(field, 'maxSize');
  const large = items
    .flatMap((item) => newFileOf(item) ?? [])
    .find(({ size }) => maxSize !== null && size > maxSize);
  if (large) {
    const message = `Failed to upload "${large.name}" - the maximum allowed file size is ${maxSize} bytes.`;
    return wrong('validation_file_size_limit', message);
  }
  return wrongCount(field, items.length, isMultiple(field));
}

/** Matches no stored file, because the server gives its files names without a colon. */
const pattern = /^new:\d+:(\d+):(.*)$/s;

/**
 * Writes a new file as an item among the names of stored ones, so that a list of texts describes a cell's files:
 * `new:1:2048:photo.png`. The number distinguishes two files of one name.
 */
export const newFileItem = (number: number, { name, size }: NewFile): string =>
  `new:${number}:${size}:${name}`;

/** Reads an item; null for the name of a stored file. */
export function newFileOf(item: string): NewFile | null {
  const [, size, name] = pattern.exec(item) ?? [];
  return size === undefined || name === undefined ? null : { name, size: Number(size) };
}

export const isNewFile = (item: string): boolean => pattern.test(item);

export const storedNames = (items: readonly string[]): string[] => items.filter((item) => !isNewFile(item));
