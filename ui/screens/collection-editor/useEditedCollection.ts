import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { Collection } from '../../model/collection';
import type { CollectionEditor } from './collectionEditor';
import { editedCollection } from './editedCollection';

/** The collection as it is being edited: the same object until something of it but its rules changes. */
export function useEditedCollection(editor: CollectionEditor): Collection {
  const { collectionId } = useSnapshot(editor.state);
  const { name, type, fields, options } = useSnapshot(editor.state.form);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they tell that the form has changed
  return useMemo(
    () => editedCollection(editor.state.form, collectionId ?? ''),
    [editor, collectionId, name, type, fields, options],
  );
}
