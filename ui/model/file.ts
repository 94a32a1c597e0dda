import { listOf } from '../base/lists';
import type { Collection } from './collection';
import { type AnyRecord, fieldValue } from './record';
import { isProtected } from './types/fieldTypes';

export type FileKind = 'image' | 'video' | 'audio' | 'document' | 'other';

/** File name extensions by kind. Images are the formats that a browser displays. */
export const fileEndings = {
  image: 'png jpg jpeg gif webp svg avif jfif bmp ico',
  video: 'mp4 m4v webm ogv mov 3gp avi mkv wmv',
  audio: 'mp3 m4a aac ogg oga opus wav flac weba aif aiff mid amr',
  document: 'pdf txt md rtf csv doc docx xls xlsx ppt pptx odt ods odp epub',
};

const kinds = Object.entries(fileEndings) as [Exclude<FileKind, 'other'>, string][];

/** In lower case and without the dot; '' when there is none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

export function fileKind(name: string): FileKind {
  const ending = endingOf(name);
  return kinds.find(([, texts]) => texts.split(' ').includes(ending))?.[0] ?? 'other';
}

export function isImageName(name: string): boolean {
  return fileKind(name) === 'image';
}

export function hasProtectedFile(collection: Collection): boolean {
  return collection.schema.some(isProtected);
}

/** True if the field that contains this file of the record is protected. */
export function needsToken(record: AnyRecord, name: string, collection: Collection | undefined): boolean {
  const holds = (field: string) => listOf(fieldValue(record, field)).includes(name);
  return collection?.schema.some((field) => isProtected(field) && holds(field.name)) ?? false;
}

/**
 * Returns the name under which a stored file was uploaded: the server adds `_` and ten characters to it, before the
 * last two endings such as `.tar.gz`. The name may have lost characters that the server does not take.
 */
export function uploadName(stored: string): string {
  return stored.replace(/^(.*)_[A-Za-z0-9]{10}((?:\.[^.]*){0,2})$/, '$1$2') || stored;
}

/** Replaces the names of a record's files in a text, such as a link in rich text. */
export function renameFiles(text: string, renamed: ReadonlyMap<string, string>): string {
  let result = text;
  for (const [from, to] of renamed) result = result.replaceAll(from, to);
  return result;
}
