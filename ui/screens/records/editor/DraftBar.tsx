import History from 'lucide-react/icons/history';
import X from 'lucide-react/icons/x';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { IconButton } from '../../../components/basics/IconButton';
import { Dropdown, DropdownItem } from '../../../components/overlay/Dropdown';
import { Note } from '../../../components/page/Note';
import { localDateTime } from '../../../platform/dates';
import type { RecordEditor } from './recordEditor';

interface Props {
  editor: RecordEditor;
}

/** Offers what an earlier form left; the newest first, older ones can be chosen. */
export function DraftBar({ editor }: Props) {
  const { status } = useSnapshot(editor.state);
  const offers = useSnapshot(editor.state).offers as RecordEditor['state']['offers'];
  const [newest, ...older] = offers;
  if (status !== 'ready' || !newest) return null;
  return (
    <Note
      kind="info"
      icon={History}
      role="status"
      actions={
        <>
          {older.length > 0 && (
            <Dropdown
              label="Older drafts"
              placement="bottom-end"
              trigger={(props) => (
                <Button {...props} kind="quiet" size="small">
                  Older drafts
                </Button>
              )}
            >
              {older.map((offer) => (
                <DropdownItem key={offer.key} onSelect={() => void editor.restoreDraft(offer)}>
                  {localDateTime(new Date(offer.savedAt).toISOString())}
                </DropdownItem>
              ))}
            </Dropdown>
          )}
          <Button size="small" onClick={() => void editor.restoreDraft(newest)}>
            Restore draft
          </Button>
          <IconButton
            icon={X}
            label="Discard draft"
            size="small"
            onClick={() => editor.discardDraft(newest)}
          />
        </>
      }
    >
      The record has previous unsaved changes.
    </Note>
  );
}
