import Braces from 'lucide-react/icons/braces';
import Copy from 'lucide-react/icons/copy';
import CopyPlus from 'lucide-react/icons/copy-plus';
import Ellipsis from 'lucide-react/icons/ellipsis';
import KeyRound from 'lucide-react/icons/key-round';
import MailCheck from 'lucide-react/icons/mail-check';
import Trash2 from 'lucide-react/icons/trash-2';
import UserCheck from 'lucide-react/icons/user-check';
import { useSnapshot } from 'valtio';
import { announce } from '../../components/basics/announce';
import { IconButton } from '../../components/basics/IconButton';
import { Dropdown, DropdownItem, DropdownSeparator } from '../../components/overlay/Dropdown';
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
export function RecordMenu({ editor, collection, onDeleted }: Props) {
  const { recordId } = useSnapshot(editor.state);
  const record = useSnapshot(editor.state).stored?.record as FullRecord | undefined;
  if (!record || recordId === null) return null;
  const isAuth = collectionTypeOf(collection) === 'auth';
  const hasEmail = isAuth && Boolean(fieldValue(record, 'email'));

  async function handleCopyLink() {
    if (await copyRecordLink(collection.id, recordId ?? '')) announce('Copied');
  }

  function handleAccess() {
    seenAs.openAccess(collection.id, recordId ?? '');
  }

  async function handleDelete() {
    if (await editor.remove()) onDeleted();
  }

  return (
    <Dropdown
      label="More actions"
      placement="bottom-end"
      trigger={(props) => <IconButton {...props} icon={Ellipsis} label="More actions" />}
    >
      {hasEmail && fieldValue(record, 'verified') !== true && (
        <DropdownItem icon={MailCheck} writes onSelect={() => void editor.sendVerification()}>
          Send verification email
        </DropdownItem>
      )}
      {hasEmail && (
        <DropdownItem icon={KeyRound} writes onSelect={() => void editor.sendPasswordReset()}>
          Send password reset email
        </DropdownItem>
      )}
      <DropdownItem icon={Copy} onSelect={() => void handleCopyLink()}>
        Copy link
      </DropdownItem>
      <DropdownItem icon={Braces} onSelect={() => void copyRecord(collection.id, recordId)}>
        Copy as JSON
      </DropdownItem>
      <DropdownItem icon={UserCheck} onSelect={handleAccess}>
        Access...
      </DropdownItem>
      <DropdownItem icon={CopyPlus} onSelect={() => void editor.duplicate()}>
        Duplicate
      </DropdownItem>
      <DropdownSeparator />
      <DropdownItem icon={Trash2} kind="danger" writes onSelect={() => void handleDelete()}>
        Delete
      </DropdownItem>
    </Dropdown>
  );
}
