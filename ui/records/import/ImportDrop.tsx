import { useEffect, useState } from 'react';
import { currentLocation, navigate } from '../../base/hash';
import { acceptsFile } from '../../kit/form/FileDrop';
import { type Collection, collectionTypeOf } from '../../model/collection';
import * as collections from '../../page/collections';
import * as toasts from '../../page/toasts';
import { unknownFormat } from '../tables/table';
import css from './ImportDrop.module.css';
import { acceptedFiles, keepDropped, viewRefusal } from './importFiles';

/** Opens the import of a file that is dropped on the table of a collection. */
export function ImportDrop() {
  const [target, setTarget] = useState<Collection | null>(null);

  useEffect(() => {
    const handleOver = (event: DragEvent) => {
      const collection = collectionAt(event);
      setTarget(collection);
      if (collection) event.preventDefault();
    };
    const handleLeave = ({ relatedTarget }: DragEvent) => {
      // Null: the pointer has left the window.
      if (relatedTarget === null) setTarget(null);
    };
    const handleDrop = (event: DragEvent) => {
      setTarget(null);
      const collection = collectionAt(event);
      const [file] = event.dataTransfer?.files ?? [];
      if (!collection || !file) return;
      event.preventDefault();
      openImport(collection, file);
    };
    document.addEventListener('dragover', handleOver);
    document.addEventListener('dragleave', handleLeave);
    document.addEventListener('drop', handleDrop);
    return () => {
      document.removeEventListener('dragover', handleOver);
      document.removeEventListener('dragleave', handleLeave);
      document.removeEventListener('drop', handleDrop);
    };
  }, []);

  if (!target) return null;
  return (
    <div className={css.root} role="status">
      {collectionTypeOf(target) === 'view' ? (
        viewRefusal
      ) : (
        <span>
          Drop to import into <b translate="no">{target.name}</b>
        </span>
      )}
    </div>
  );
}

/** Returns the collection whose records are shown under the dragged file. */
function collectionAt({ dataTransfer, defaultPrevented }: DragEvent): Collection | null {
  const { path, query } = currentLocation();
  if (defaultPrevented || path !== '/collections' || !dataTransfer?.types.includes('Files')) return null;
  if (document.querySelector('[data-overlay]')) return null;
  return collections.find(query['collectionId'] ?? '') ?? null;
}

function openImport(collection: Collection, file: File): void {
  if (collectionTypeOf(collection) === 'view') toasts.error(viewRefusal);
  else if (!acceptsFile(acceptedFiles, file)) toasts.error(unknownFormat);
  else {
    keepDropped(file, collection.id);
    navigate('/collections/import', { collectionId: collection.id });
  }
}
