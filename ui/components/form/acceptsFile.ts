/**
 * Whether a file fits the `accept` of a file input: endings (`.pdf`), types (`image/png`), groups (`image/*`).
 * A file whose type the browser does not know passes, for the server looks inside.
 */
export function acceptsFile(accept: string | undefined, file: { name: string; type: string }): boolean {
  const wanted = (accept ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);
  if (wanted.length === 0) return true;
  const name = file.name.toLowerCase();
  const type = file.type.toLowerCase();
  const asksTypes = wanted.some((part) => part.includes('/'));
  if (type === '' && asksTypes) return true;
  return wanted.some((part) => {
    if (part.startsWith('.')) return name.endsWith(part);
    return part === type || part === '*/*' || (part.endsWith('/*') && type.startsWith(part.slice(0, -1)));
  });
}
