/** The attributes that the storage of a server keeps beside a file. */
export interface FileAttributes {
  /** The name under which the file was uploaded first; '' if it is not known. */
  readonly firstName: string;
  readonly type: string;
}

export const noAttributes: FileAttributes = { firstName: '', type: '' };

/** Reads the text of an `.attrs` file, which may be of any shape. */
export function parseAttributes(text: string): FileAttributes {
  try {
    const values = valuesOf(JSON.parse(text));
    const metadata = valuesOf(values.get('user.metadata'));
    return {
      firstName: textIn(metadata, 'original-filename'),
      type: textIn(values, 'user.content_type'),
    };
  } catch {
    return noAttributes;
  }
}

function valuesOf(given: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof given === 'object' && given !== null ? Object.entries(given) : []);
}

function textIn(values: ReadonlyMap<string, unknown>, key: string): string {
  const value = values.get(key);
  return typeof value === 'string' ? value : '';
}
