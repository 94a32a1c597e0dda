import Table2 from 'lucide-react/icons/table-2';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { BannerBar } from '../../components/page/Note';
import { keepingFocus } from '../../platform/focus';
import { countOf } from '../../platform/text';
import * as stagedRows from '../../state/staged/stagedRows';
import type { RecordEditor } from './recordEditor';

/** Offers the changes of the record that wait in the table. */
export function StagedNote({ editor }: { editor: RecordEditor }) {
  const { byCollection } = useSnapshot(stagedRows.state);
  const { collection, recordId } = useSnapshot(editor.state);
  const count = byCollection[collection?.id ?? '']?.get(recordId ?? '')?.marks.size ?? 0;
  if (count === 0) return null;
  return (
    <BannerBar
      kind="info"
      icon={Table2}
      actions={
        <Button
          size="small"
          onClick={({ currentTarget }) => void keepingFocus(currentTarget, editor.takeStaged)}
        >
          Apply {count === 1 ? 'it' : 'them'}
        </Button>
      }
    >
      The table has {countOf(count, 'unsaved change')} to this record.
    </BannerBar>
  );
}
