import { type Collection, indexesOf } from '../collection';
import type { FieldErrors } from '../fieldErrors';
import { parseIndex } from '../sql/indexStatement';
import { isSameName } from '../sql/tokens';

/**
 * Returns the errors of a refused call without those that the server adds by mistake. For a value that is not unique,
 * it also blames each field whose name is the beginning of the right one. A unique index over both means both.
 */
export function withoutFalseUniqueErrors(errors: FieldErrors, collection: Collection | null): FieldErrors {
  const names = Object.keys(errors);
  const isTaken = (name: string) => errors[name]?.code === 'validation_not_unique';
  const longerThan = (name: string) =>
    names.filter((other) => other !== name && other.startsWith(name) && isTaken(other));
  const isBlamedTwice = (name: string) => {
    const longer = isTaken(name) ? longerThan(name) : [];
    return longer.length > 0 && !longer.some((other) => areInOneIndex(collection, [name, other]));
  };
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !isBlamedTwice(name)));
}

const areInOneIndex = (collection: Collection | null, names: readonly string[]): boolean =>
  collection !== null &&
  indexesOf(collection).some((statement) => {
    const { isUnique, columns } = parseIndex(statement) ?? { isUnique: false, columns: [] };
    return isUnique && names.every((name) => columns.some((column) => isSameName(column.name, name)));
  });
