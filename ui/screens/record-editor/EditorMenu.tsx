import CopyPlus from 'lucide-react/icons/copy-plus';
import KeyRound from 'lucide-react/icons/key-round';
import MailCheck from 'lucide-react/icons/mail-check';
import Trash2 from 'lucide-react/icons/trash-2';
import { useSnapshot } from 'valtio';
import { DropdownItem, DropdownSeparator } from '../../components/overlay/Dropdown';
import { RecordMenu } from '../../components/record/RecordMenu';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { type FullRecord, fieldValue } from '../../model/record';
import { copyRecord, copyRecordLink } from '../../state/records/copyRecord';
import * as seenAs from '../../state/rules/seenAs';
import type { RecordEditor } from './recordEditor';

interface Props {
  editor: RecordEditor;
  collection: Collection;
  onDeleted: () => void;
}

/** The actions for an existing record besides saving. */
export function EditorMenu({ editor, collection, onDeleted }: Props) {
  const { recordId } = useSnapshot(editor.state);
  const record = useSnapshot(editor.state).stored?.record as FullRecord | undefined;
  if (!record || recordId === null) return null;
  const isAuth = collectionTypeOf(collection) === 'auth';
  const hasEmail = isAuth && Boolean(fieldValue(record, 'email'));

  async function handleDelete() {
    if (await editor.remove()) onDeleted();
  }

  return (
    <RecordMenu
      onCopyLink={() => copyRecordLink(collection.id, recordId)}
      onCopyJson={() => copyRecord(collection.id, recordId)}
      onAccess={() => seenAs.openAccess(collection.id, recordId)}
      first={hasEmail && <MailItems editor={editor} record={record} />}
    >
      <DropdownItem icon={CopyPlus} onSelect={() => void editor.duplicate()}>
        Duplicate
      </DropdownItem>
      <DropdownSeparator />
      <DropdownItem icon={Trash2} kind="danger" writes onSelect={() => void handleDelete()}>
        Delete
      </DropdownItem>
    </RecordMenu>
  );
}

function MailItems({ editor, record }: { editor: RecordEditor; record: FullRecord }) {
  return (
    <>
      {fieldValue(record, 'verified') !== true && (
        <DropdownItem icon={MailCheck} writes onSelect={() => void editor.sendVerification()}>
          Send verification email
        </DropdownItem>
      )}
      <DropdownItem icon={KeyRound} writes onSelect={() => void editor.sendPasswordReset()}>
        Send password reset email
      </DropdownItem>
    </>
  );
}
