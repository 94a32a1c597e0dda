import { type DragEvent, type ReactNode, useState } from 'react';
import { joinClasses } from '../basics/joinClasses';
import { acceptsFile } from './acceptsFile';
import css from './FileDrop.module.css';

export interface FileDropProps {
  isDisabled?: boolean | undefined;
  /** As of a file input. */
  accept?: string | undefined;
  /** Infinity: as many as come. */
  freePlaces: number;
  /** `leftOut`: of a type that is not accepted, or without a place. */
  onFiles: (files: File[], leftOut: File[]) => void;
  children: ReactNode;
}

/** Takes files that are dropped on what is inside it. Beside it there is always a button that does the same. */
export function FileDrop({ isDisabled = false, accept, freePlaces, onFiles, children }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const hasPlace = !isDisabled && freePlaces > 0;

  const handleDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Also when nothing is taken: a browser opens a file that nobody wants, and the page is gone.
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

/** Without folders, which look like files but cannot be read. */
function filesOf({ items, files }: DataTransfer): File[] {
  if (!items?.length) return [...files];
  return [...items].flatMap((item) => {
    if (item.kind !== 'file' || item.webkitGetAsEntry?.()?.isDirectory) return [];
    const file = item.getAsFile();
    return file ? [file] : [];
  });
}
