let chosen: File | null = null;

/** Keeps a backup of this computer until its page takes it. */
export function keepChosen(file: File): void {
  chosen = file;
}

export function takeChosen(): File | null {
  const file = chosen;
  chosen = null;
  return file;
}
