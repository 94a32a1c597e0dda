/** Returns a copy of JSON data that no proxy watches. */
export function plainCopy<T>(data: T): T {
  return JSON.parse(JSON.stringify(data)) as T;
}
