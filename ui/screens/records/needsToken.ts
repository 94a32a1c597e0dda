import type { Collection } from '../../model/collection';
import { isProtected } from '../../model/field';
import { type AnyRecord, fieldValue, listOf } from '../../model/record';

/** Whether the field that holds this file of the record is protected. */
export function needsToken(record: AnyRecord, name: string, collection: Collection | undefined): boolean {
  const field = collection?.schema.find((one) => listOf(fieldValue(record, one.name)).includes(name));
  return field !== undefined && isProtected(field);
}
