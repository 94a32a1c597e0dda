import Braces from 'lucide-react/icons/braces';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Link from 'lucide-react/icons/link';
import UserCheck from 'lucide-react/icons/user-check';
import type { ReactNode } from 'react';
import { announce } from '../../kit/basics/announce';
import { IconButton } from '../../kit/basics/IconButton';
import { Dropdown, DropdownItem } from '../../kit/overlay/Dropdown';

interface Props {
  /** Resolves to true when the link is copied. */
  onCopyLink: () => Promise<boolean>;
  onCopyJson: () => Promise<void>;
  onAccess?: () => void;
  first?: ReactNode;
  children?: ReactNode;
}

export function RecordMenu({ onCopyLink, onCopyJson, onAccess, first, children }: Props) {
  async function handleCopyLink() {
    if (await onCopyLink()) announce('Copied');
  }

  return (
    <Dropdown
      label="More actions"
      placement="bottom-end"
      trigger={(props) => <IconButton {...props} icon={Ellipsis} label="More actions" />}
    >
      {first}
      <DropdownItem icon={Link} onSelect={() => void handleCopyLink()}>
        Copy link
      </DropdownItem>
      <DropdownItem icon={Braces} onSelect={() => void onCopyJson()}>
        Copy as JSON
      </DropdownItem>
      {onAccess && (
        <DropdownItem icon={UserCheck} onSelect={onAccess}>
          Access...
        </DropdownItem>
      )}
      {children}
    </Dropdown>
  );
}
