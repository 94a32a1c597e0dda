import History from 'lucide-react/icons/history';
import X from 'lucide-react/icons/x';
import { localDateTime } from '../../platform/dates';
import { Button } from '../basics/Button';
import { IconButton } from '../basics/IconButton';
import { Dropdown, DropdownItem } from '../overlay/Dropdown';
import { Note } from './Note';

interface Offer {
  key: string;
  /** Milliseconds since 1970. */
  savedAt: number;
}

interface Props<One extends Offer> {
  /** What is offered, the newest first; older ones can be chosen. */
  offers: readonly One[];
  /** Says what they are. */
  children: string;
  onRestore: (offer: One) => void;
  onDiscard: (offer: One) => void;
}

/** Offers what an earlier form left. */
export function DraftBar<One extends Offer>({ offers, children, onRestore, onDiscard }: Props<One>) {
  const [newest, ...older] = offers;
  if (!newest) return null;
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
                <DropdownItem key={offer.key} onSelect={() => onRestore(offer)}>
                  {localDateTime(new Date(offer.savedAt).toISOString())}
                </DropdownItem>
              ))}
            </Dropdown>
          )}
          <Button size="small" onClick={() => onRestore(newest)}>
            Restore draft
          </Button>
          <IconButton icon={X} label="Discard draft" size="small" onClick={() => onDiscard(newest)} />
        </>
      }
    >
      {children}
    </Note>
  );
}
