/** The files that an import takes, like `accept` of a file input. */
export const acceptedFiles = '.csv,.tsv,.txt,.json,.jsonl,.ndjson';
export const otherType = 'Only CSV, TSV, JSON and JSON Lines files can be imported.';

export function isAccepted({ name }: File): boolean {
  return acceptedFiles.split(',').some((ending) => name.toLowerCase().endsWith(ending));
}

let dropped: File | null = null;

/** Keeps a file that was dropped on the table until the page of the import takes it. */
export function keepDropped(file: File): void {
  dropped = file;
}

export function takeDropped(): File | null {
  const file = dropped;
  dropped = null;
  return file;
}
