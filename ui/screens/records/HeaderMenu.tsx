import CodeXml from 'lucide-react/icons/code-xml';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { announce } from '../../components/basics/announce';
import { IconButton } from '../../components/basics/IconButton';
import { Dropdown, DropdownItem } from '../../components/overlay/Dropdown';
import { useNarrow } from '../../components/page/useNarrow';
import type { Collection } from '../../model/collection';
import { copyText } from '../../platform/clipboard';

interface Props {
  collection: Collection;
  onApiPreview: () => void;
}

/** Copies the collection's name or id; on narrow screens it also holds what has no room beside it. */
export function HeaderMenu({ collection: { id, name }, onApiPreview }: Props) {
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
      {isNarrow && (
        <DropdownItem icon={CodeXml} onSelect={onApiPreview}>
          API Preview
        </DropdownItem>
      )}
      <DropdownItem onSelect={() => void handleCopy(name)} end={name}>
        Copy name
      </DropdownItem>
      <DropdownItem onSelect={() => void handleCopy(id)} end={id}>
        Copy id
      </DropdownItem>
    </Dropdown>
  );
}
