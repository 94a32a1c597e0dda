import { type DragEvent, type ReactNode, useState } from 'react';
import { joinClasses } from '../basics/joinClasses';
import css from './FileDrop.module.css';

export interface FileDropProps {
  isDisabled?: boolean | undefined;
  /** Like `accept` of a file input. */
  accept?: string | undefined;
  /** The number of files that still fit; Infinity for no limit. */
  freePlaces: number;
  /** `leftOut`: files of a type that is not accepted, and files beyond `freePlaces`. */
  onFiles: (files: File[], leftOut: File[]) => void;
  children: ReactNode;
}

/** Accepts files that are dropped on its children. A button beside it always does the same. */
export function FileDrop({ isDisabled = false, accept, freePlaces, onFiles, children }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const hasPlace = !isDisabled && freePlaces > 0;

  const handleDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Prevented even when no file is accepted: the browser would leave the page and open the file.
    event.preventDefault();
    event.dataTransfer.dropEffect = hasPlace ? 'copy' : 'none';
    setIsOver(hasPlace);
  };
  const handleDragLeave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
  };
  const handleDrop = (event: DragEvent) => {
    setIsOver(false);
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    if (!hasPlace) return;
    const dropped = filesOf(event.dataTransfer);
    const taken = dropped.filter((file) => acceptsFile(accept, file)).slice(0, freePlaces);
    if (dropped.length > 0)
      onFiles(
        taken,
        dropped.filter((file) => !taken.includes(file)),
      );
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard has the button inside
    <div
      className={joinClasses(css.root, isOver && css.isOver)}
      onDragEnter={handleDragOver}
      onDragOver={handleDragOver}
      onDragLeave={handleDragLeave}
      onDrop={handleDrop}
    >
      {children}
    </div>
  );
}

/** Returns the files without folders, which look like files but cannot be read. */
function filesOf({ items, files }: DataTransfer): File[] {
  if (!items?.length) return [...files];
  return [...items].flatMap((item) => {
    if (item.kind !== 'file' || item.webkitGetAsEntry?.()?.isDirectory) return [];
    const file = item.getAsFile();
    return file ? [file] : [];
  });
}

/**
 * True if a file fits the `accept` of a file input: endings (`.pdf`), types (`image/png`), groups
 * (`image/*`). A file of a type that the browser does not know passes, because the server checks the content.
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
