import type { Collection } from '../../../model/collection';
import { fieldTypeOf } from '../../../model/field';
import { maxQueryLength, serverQueryLength } from '../../../model/queryLength';
import { excerpts, type ListQuery } from '../../../model/recordsQuery';

/**
 * Returns the query that reads a record with its related records, which are shown by their names. Their long texts
 * come as excerpts. A server that picks fields rounds long numbers, so a collection with json fields gets all fields.
 * A query that is too long leaves out the excerpts, then the related records.
 */
export function lookQuery({ schema }: Collection): ListQuery {
  const namesOf = (type: string) =>
    schema.filter((field) => fieldTypeOf(field) === type).map(({ name }) => name);
  const relations = namesOf('relation');
  if (relations.length === 0) return {};
  const expanded = { expand: relations.join(',') };
  const fields = ['*', ...relations.map((name) => `expand.${name}.${excerpts}`)].join(',');
  const choices: ListQuery[] = namesOf('json').length > 0 ? [] : [{ ...expanded, fields }];
  return [...choices, expanded].find((query) => serverQueryLength(query) <= maxQueryLength) ?? {};
}
