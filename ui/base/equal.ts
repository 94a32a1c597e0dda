/**
 * Compares values of JSON and forms deeply. The order of keys does not matter, that of lists does, and a key
 * with undefined counts as missing. Two dates of the same moment are equal. Other objects with a class (File,
 * Blob) are equal only to themselves.
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
