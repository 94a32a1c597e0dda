import type { SchemaField } from '../../model/field';
import { type FieldTypeName, shownTypeOf } from '../../model/types/fieldTypes';
import type { RecordColumn } from '../display/recordColumns';
import { bool } from './bool';
import { date } from './date';
import { editor } from './editor';
import { email } from './email';
import type { ColumnLook, FieldLook } from './fieldLook';
import { file } from './file';
import { geoPoint } from './geoPoint';
import { id } from './id';
import { json } from './json';
import { number } from './number';
import { password } from './password';
import { relation } from './relation';
import { select } from './select';
import { text } from './text';
import { url } from './url';

const fieldLooks = {
  text,
  editor,
  number,
  bool,
  email,
  url,
  date,
  select,
  file,
  relation,
  json,
  autodate: date,
  geoPoint,
  password,
} satisfies Readonly<Record<FieldTypeName, FieldLook>>;

const columnLooks = { ...fieldLooks, id };

/** A type that only newer servers know looks like json. */
export const lookOf = (field: Pick<SchemaField, 'type'>): FieldLook => fieldLooks[shownTypeOf(field)];

export const columnLook = ({ kind }: Pick<RecordColumn, 'kind'>): ColumnLook => columnLooks[kind];
