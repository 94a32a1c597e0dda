import Copy from 'lucide-react/icons/copy';
import { announce } from '../../components/basics/announce';
import { IconButton } from '../../components/basics/IconButton';
import { Dropdown, DropdownItem } from '../../components/overlay/Dropdown';
import type { Collection } from '../../model/collection';
import { copyText } from '../../platform/clipboard';

interface Props {
  collection: Collection;
}

export function CopyNameMenu({ collection: { id, name } }: Props) {
  async function handleCopy(text: string) {
    if (await copyText(text)) announce('Copied');
  }
  return (
    <Dropdown
      label="Copy name or id"
      trigger={(props) => <IconButton {...props} icon={Copy} label="Copy name or id" />}
    >
      <DropdownItem onSelect={() => void handleCopy(name)} end={name}>
        Copy name
      </DropdownItem>
      <DropdownItem onSelect={() => void handleCopy(id)} end={id}>
        Copy id
      </DropdownItem>
    </Dropdown>
  );
}
