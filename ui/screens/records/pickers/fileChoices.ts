import { type Collection, collectionTypeOf } from '../../../model/collection';
import { isProtected, optionOf, type SchemaField, takesImages } from '../../../model/field';
import { isImageName } from '../../../model/file';
import { fieldValue, type ListedRecord, listOf } from '../../../model/record';

/** A stored file that can be chosen. */
export interface FileTile {
  record: ListedRecord;
  field: SchemaField;
  name: string;
}

export const originalSize = 'original';
/** The server makes it of any picture, whatever the field says. */
const usualSize = '100x100';

/** Endings of the names of pictures that a field of any type may hold. */
const imageEndings = ['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg', 'avif', 'jfif', 'bmp', 'ico'];
/** A longer filter might leave no room for the search. */
const longestFilter = 1000;

/** The fields whose files anyone may see; for pictures, those that take pictures or any type. */
export function pickableFields(collection: Collection, imagesOnly: boolean): SchemaField[] {
  return collection.schema.filter(
    (field) =>
      field.type === 'file' && !isProtected(field) && (!imagesOnly || takesAny(field) || takesImages(field)),
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

/** The records that have a file in one of the fields; for pictures of fields of any type, by the ending of its name. */
export function filesFilter(fields: readonly SchemaField[], imagesOnly: boolean): string {
  const anyFile = fields.map(({ name }) => `${name}:length>0`).join('||');
  if (!imagesOnly) return anyFile;
  const pictures = fields
    .flatMap((field) =>
      takesAny(field)
        ? imageEndings.map((ending) => `${field.name}~".${ending}"`)
        : [`${field.name}:length>0`],
    )
    .join('||');
  return pictures.length <= longestFilter ? pictures : anyFile;
}

/** What of each record is read. Names of files come first and whole: an excerpt would cut a long one. */
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

/** In which sizes a picture of the field can be had. */
export function sizesOf(field: SchemaField): { value: string; label: string }[] {
  const thumbs = optionOf(field, 'thumbs');
  const own = Array.isArray(thumbs) ? thumbs.map(String) : [];
  const sizes = [...new Set([usualSize, ...own])].map((size) => ({ value: size, label: size }));
  return [{ value: originalSize, label: 'Original size' }, ...sizes];
}
