/**
 * Returns the name under which a stored file was uploaded: the server adds `_` and ten characters to it, before the
 * last two endings such as `.tar.gz`. The name may have lost characters that the server does not take.
 */
export function uploadName(stored: string): string {
  return stored.replace(/^(.*)_[A-Za-z0-9]{10}((?:\.[^.]*){0,2})$/, '$1$2') || stored;
}

/** Replaces the names of a record's files in a text, such as a link in rich text. */
export function renameFiles(text: string, renamed: ReadonlyMap<string, string>): string {
  let result = text;
  for (const [from, to] of renamed) result = result.replaceAll(from, to);
  return result;
}
