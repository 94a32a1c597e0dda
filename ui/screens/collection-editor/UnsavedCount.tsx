import { useSnapshot } from 'valtio';
import type { CollectionEditor } from './collectionEditor';
import css from './UnsavedCount.module.css';

/** The state of the form at the start of its footer. */
export function UnsavedCount({ editor }: { editor: CollectionEditor }) {
  const { isChanged, isSaving, errors, collectionId } = useSnapshot(editor.state);
  const count = Object.keys(errors).length;
  if (isSaving) return null;
  if (count > 0) {
    return (
      <span role="status" className={css.errors}>
        {count === 1 ? '1 entry needs attention' : `${count} entries need attention`}
      </span>
    );
  }
  if (!isChanged || collectionId === null) return null;
  return <span className={css.unsaved}>Unsaved changes</span>;
}
