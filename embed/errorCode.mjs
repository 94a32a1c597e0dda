/**
 * Returns the code of an error of Node, such as `ENOENT`; undefined for any other.
 * @param {unknown} error
 */
export function errorCode(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
