import { type Collection, fieldOf } from '../collection';
import { isMultiple } from '../field';
import type { RuleSide } from '../rules/ruleSide';
import { eachWay, isData, plainOf, type Test } from './ruleParts';

/** The write that a rule judges. An update rule sees the old record, so only the body has the new value. */
export interface Write {
  readonly collection: Collection;
  readonly field: string;
  readonly isNew: boolean;
}

/**
 * True if the test stops a write that sets the field to this value. Null is a value that no test names. A test that
 * compares the new value with anything but a literal counts as a limit.
 */
export function stopsValue(test: Test, write: Write, value: string | null): boolean {
  return eachWay(test).some(
    ([side, other]) => isNewValue(side, write) && stops(test, side, other, write, value),
  );
}

function isNewValue(side: RuleSide, { field, isNew }: Write): side is RuleSide & { kind: 'own' | 'data' } {
  return isData(side, field) || (isNew && side.kind === 'own' && side.first === field);
}

function stops(
  test: Test,
  { props, first }: RuleSide & { kind: 'own' | 'data' },
  other: RuleSide,
  { collection, field }: Write,
  value: string | null,
): boolean {
  const plain = plainOf(test);
  if (props[0]?.endsWith(':isset')) {
    return other.kind === 'literal' && (other.value === 'false') !== (plain === '!=');
  }
  if (other.kind !== 'literal' || props.length > 1 || props[0] !== first) return true;
  const known = fieldOf(collection, field);
  // The list may hold the value besides.
  if (known && isMultiple(known) && (test.operator !== plain || plain === '~')) return false;
  const wanted = other.isEmpty ? '' : other.value;
  const isInside = value?.toLowerCase().includes(wanted.toLowerCase()) === true;
  if (plain === '=') return value !== wanted;
  if (plain === '!=') return value === null ? wanted !== '' : value === wanted;
  if (plain === '~') return !isInside;
  return plain !== '!~' || value === null || isInside;
}
