/** In the form of the attribute `accept`. */
export const acceptedFiles = '.csv,.tsv,.txt,.json,.jsonl,.ndjson';

export const viewRefusal = 'A view has no records of its own.';

let dropped: { file: File; collectionId: string } | null = null;

/** Keeps a file that was dropped on the table until the page of the import takes it. */
export function keepDropped(file: File, collectionId: string): void {
  dropped = { file, collectionId };
}

/** Returns the dropped file, once; null if none was dropped on the table of this collection. */
export function takeDropped(collectionId: string): File | null {
  const file = dropped?.collectionId === collectionId ? dropped.file : null;
  dropped = null;
  return file;
}
