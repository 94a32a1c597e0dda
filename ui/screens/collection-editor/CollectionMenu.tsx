import CopyPlus from 'lucide-react/icons/copy-plus';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { IconButton } from '../../components/basics/IconButton';
import { Dropdown, DropdownItem, DropdownSeparator } from '../../components/overlay/Dropdown';
import type { CollectionEditor, CollectionEditorState } from './collectionEditor';
import { DeletePopup } from './DeletePopup';

interface Props {
  editor: CollectionEditor;
  onDeleted: () => void;
}

/** Duplicates or deletes an existing collection. A system collection has no menu. */
export function CollectionMenu({ editor, onDeleted }: Props) {
  const stored = useSnapshot(editor.state).stored as CollectionEditorState['stored'];
  const [isDeleting, setIsDeleting] = useState(false);
  if (!stored || stored.system) return null;
  return (
    <>
      <Dropdown
        label="More actions"
        placement="bottom-end"
        trigger={(props) => <IconButton {...props} icon={Ellipsis} label="More actions" />}
      >
        <DropdownItem icon={CopyPlus} onSelect={() => void editor.duplicate()}>
          Duplicate
        </DropdownItem>
        <DropdownSeparator />
        <DropdownItem icon={Trash2} kind="danger" writes onSelect={() => setIsDeleting(true)}>
          Delete
        </DropdownItem>
      </Dropdown>
      {isDeleting && (
        <DeletePopup
          editor={editor}
          collection={stored}
          onClose={() => setIsDeleting(false)}
          onDeleted={onDeleted}
        />
      )}
    </>
  );
}
