import { listOf } from '../../base/lists';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { optionOf, type SchemaField } from '../../model/field';
import { fileEndings, isImageName } from '../../model/file';
import { lengthOf } from '../../model/filter/ruleWords';
import { fieldValue, type ListedRecord } from '../../model/record';
import { holdsFiles, holdsImages, isProtected } from '../../model/types/fieldTypes';

export interface FileTile {
  record: ListedRecord;
  field: SchemaField;
  name: string;
}

export const originalSize = 'original';
/** The server makes this size of any image, even if the field does not list it. */
const usualSize = '100x100';

/** In a field that accepts every type, images are found by their extension. */
const imageEndings = fileEndings.image.split(' ');
/** In characters. A longer filter might leave no room for the search. */
const longestFilter = 1000;

/** Lists the fields that are not protected. With `imagesOnly`, only those that accept images or every type. */
export function pickableFields(collection: Collection, imagesOnly: boolean): SchemaField[] {
  return collection.schema.filter(
    (field) =>
      holdsFiles(field) && !isProtected(field) && (!imagesOnly || takesAny(field) || holdsImages(field)),
  );
}

export function pickableCollections(all: readonly Collection[], imagesOnly: boolean): Collection[] {
  return all.filter(
    (collection) =>
      collectionTypeOf(collection) !== 'view' && pickableFields(collection, imagesOnly).length > 0,
  );
}

function takesAny(field: SchemaField): boolean {
  const accepted = optionOf(field, 'mimeTypes');
  return !Array.isArray(accepted) || accepted.length === 0;
}

/**
 * Finds the records with a file in one of the fields. With `imagesOnly`, tests the extension in fields that accept
 * every type.
 */
export function filesFilter(fields: readonly SchemaField[], imagesOnly: boolean): string {
  const anyFile = fields.map(({ name }) => `${lengthOf(name)}>0`).join('||');
  if (!imagesOnly) return anyFile;
  const pictures = fields
    .flatMap((field) =>
      takesAny(field)
        ? imageEndings.map((ending) => `${field.name}~".${ending}"`)
        : [`${lengthOf(field.name)}>0`],
    )
    .join('||');
  return pictures.length <= longestFilter ? pictures : anyFile;
}

/** File names come first and uncut: an excerpt would cut long ones. */
export function fieldsToRead(fields: readonly SchemaField[]): string {
  return [...fields.map(({ name }) => name), '*:excerpt(100)'].join(',');
}

export function tilesOf(
  rows: readonly ListedRecord[],
  fields: readonly SchemaField[],
  imagesOnly: boolean,
): FileTile[] {
  return rows.flatMap((record) =>
    fields.flatMap((field) =>
      listOf(fieldValue(record, field.name))
        .filter((name) => !imagesOnly || isImageName(name))
        .map((name) => ({ record, field, name })),
    ),
  );
}

export function sizesOf(field: SchemaField): { value: string; label: string }[] {
  const thumbs = optionOf(field, 'thumbs');
  const own = Array.isArray(thumbs) ? thumbs.map(String) : [];
  const sizes = [...new Set([usualSize, ...own])].map((size) => ({ value: size, label: size }));
  return [{ value: originalSize, label: 'Original size' }, ...sizes];
}
