import type { FieldType } from '../../../model/field';

export const fieldTypeNames: Readonly<Record<FieldType, string>> = {
  text: 'Plain text',
  editor: 'Rich editor',
  number: 'Number',
  bool: 'Bool',
  email: 'Email',
  url: 'URL',
  date: 'DateTime',
  select: 'Select',
  json: 'JSON',
  file: 'File',
  relation: 'Relation',
};
