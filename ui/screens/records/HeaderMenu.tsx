import CodeXml from 'lucide-react/icons/code-xml';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Radio from 'lucide-react/icons/radio';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Settings2 from 'lucide-react/icons/settings-2';
import { useSnapshot } from 'valtio';
import { announce } from '../../components/basics/announce';
import { IconButton } from '../../components/basics/IconButton';
import { Dropdown, DropdownItem, DropdownSeparator } from '../../components/overlay/Dropdown';
import { useNarrow } from '../../components/page/useNarrow';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { copyText } from '../../platform/clipboard';
import * as preferences from '../../state/preferences';

interface Props {
  collection: Collection;
  onApiPreview: () => void;
  /** Absent where collections cannot be changed. */
  onEdit: (() => void) | undefined;
  onRefresh: () => void;
}

/** Copies the collection's name or id; on narrow screens it also holds what has no room beside the title. */
export function HeaderMenu({ collection, ...acts }: Props) {
  const { id, name } = collection;
  const isNarrow = useNarrow();
  const label = isNarrow ? 'More actions' : 'Copy name or id';
  async function handleCopy(text: string) {
    if (await copyText(text)) announce('Copied');
  }
  return (
    <Dropdown
      label={label}
      trigger={(props) => <IconButton {...props} icon={isNarrow ? Ellipsis : Copy} label={label} />}
    >
      {isNarrow && <NarrowItems collection={collection} {...acts} />}
      <DropdownItem onSelect={() => void handleCopy(name)} end={name}>
        Copy name
      </DropdownItem>
      <DropdownItem onSelect={() => void handleCopy(id)} end={id}>
        Copy id
      </DropdownItem>
    </Dropdown>
  );
}

function NarrowItems({ collection, onApiPreview, onEdit, onRefresh }: Props) {
  const { isLive } = useSnapshot(preferences.state);
  return (
    <>
      <DropdownItem icon={RefreshCw} onSelect={onRefresh}>
        Refresh
      </DropdownItem>
      {collectionTypeOf(collection) !== 'view' && (
        <DropdownItem icon={Radio} isChecked={isLive} keepsOpen onSelect={() => preferences.setLive(!isLive)}>
          Live
        </DropdownItem>
      )}
      {onEdit && (
        <DropdownItem icon={Settings2} onSelect={onEdit}>
          Edit collection
        </DropdownItem>
      )}
      <DropdownItem icon={CodeXml} onSelect={onApiPreview}>
        API Preview
      </DropdownItem>
      <DropdownSeparator />
    </>
  );
}
