import { plainCopy } from '../../base/plainData';
import { type Collection, type CollectionType, systemFieldNames } from '../../model/collection';
import type { SchemaField } from '../../model/field';
import { columnsOfSelect } from '../../model/sql/viewColumns';
import { type CollectionForm, type FieldForm, liveFields } from './collectionForm';

/** Makes a collection of the form: with the new names, without the removed fields. */
export function editedCollection(form: CollectionForm, id: string): Collection {
  const { name, type, options } = form;
  return { id, name, type, schema: schemaOf(form), options: plainCopy(options) };
}

/** Lists the names that a rule may begin with; null for a view, whose names only the server knows. */
export function rulableNames(collection: Collection): readonly string[] | null {
  if ((collection.type as CollectionType) === 'view') return null;
  return [...systemFieldNames(collection), ...collection.schema.map(({ name }) => name)];
}

function schemaOf(form: CollectionForm): SchemaField[] {
  const fields = liveFields(form)
    .filter(({ name }) => name !== '')
    .map(schemaFieldOf);
  if (form.type !== 'view') return fields;
  // The query may have changed since the save, so its present columns are the fields.
  return columnsOfSelect(String(form.options['query'] ?? '')).map(
    (name) => fields.find((field) => field.name === name) ?? { id: name, name, type: 'json' },
  );
}

function schemaFieldOf({ key, id, name, type, options }: FieldForm): SchemaField {
  return { id: id || key, name, type, options: plainCopy(options) };
}
