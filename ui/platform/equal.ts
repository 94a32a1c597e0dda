/**
 * Deep equality of values as JSON and forms know them: the order of keys does not count, that of lists
 * does, and a key that holds undefined is a missing key. Two dates are equal at the same moment; other
 * objects with a class (File, Blob) only when they are the same one.
 */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Number.isNaN(a) && Number.isNaN(b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  }
  if (a instanceof Date && b instanceof Date) return isEqual(a.getTime(), b.getTime());
  if (isPlainObject(a) && isPlainObject(b)) {
    const keys = definedKeys(a);
    return (
      keys.length === definedKeys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
    );
  }
  return false;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function definedKeys(object: Record<string, unknown>): string[] {
  return Object.keys(object).filter((key) => object[key] !== undefined);
}
