/** True for an object that is no list, such as one of JSON. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a copy of JSON data that no proxy watches. */
export function plainCopy<T>(data: T): T {
  return JSON.parse(JSON.stringify(data)) as T;
}
