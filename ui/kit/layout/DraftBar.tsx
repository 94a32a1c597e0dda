import History from 'lucide-react/icons/history';
import X from 'lucide-react/icons/x';
import { useSnapshot } from 'valtio';
import { localDateTime } from '../../base/dates';
import { Button } from '../basics/Button';
import { IconButton } from '../basics/IconButton';
import { Dropdown, DropdownItem } from '../overlay/Dropdown';
import { BannerBar } from './Note';

interface Offer {
  key: string;
  /** Milliseconds since 1970. */
  savedAt: number;
}

interface Props<One extends Offer> {
  form: {
    /** The drafts on offer, the newest first; older ones can be chosen. */
    state: { offers: readonly One[] };
    restoreDraft: (offer: One) => Promise<boolean>;
    discardDraft: (offer: One) => void;
  };
  /** A sentence that says what the drafts are. */
  children: string;
}

/** Offers the drafts that an earlier form left. */
export function DraftBar<One extends Offer>({ form, children }: Props<One>) {
  const offers = useSnapshot(form.state).offers;
  const [newest, ...older] = offers;
  if (!newest) return null;
  return (
    <BannerBar
      kind="info"
      icon={History}
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
                <DropdownItem key={offer.key} onSelect={() => void form.restoreDraft(offer)}>
                  {localDateTime(new Date(offer.savedAt).toISOString())}
                </DropdownItem>
              ))}
            </Dropdown>
          )}
          <Button size="small" onClick={() => void form.restoreDraft(newest)}>
            Restore draft
          </Button>
          <IconButton icon={X} label="Discard draft" size="small" onClick={() => form.discardDraft(newest)} />
        </>
      }
    >
      {children}
    </BannerBar>
  );
}
