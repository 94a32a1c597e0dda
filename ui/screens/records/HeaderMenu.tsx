import type { LucideIcon } from 'lucide-react';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import type { ComponentProps, ReactNode } from 'react';
import { IconButton } from '../../components/basics/IconButton';
import { Dropdown } from '../../components/overlay/Dropdown';
import { CopyItems, HeaderItems } from './chunks';

/** The actions that are needed seldom. */
export function HeaderMenu(props: ComponentProps<typeof HeaderItems>) {
  return (
    <Menu icon={Ellipsis} label="More actions">
      <HeaderItems {...props} />
    </Menu>
  );
}

/** Copies the collection's name or id. */
export function CopyMenu(props: ComponentProps<typeof CopyItems>) {
  return (
    <Menu icon={Copy} label="Copy name or id">
      <CopyItems {...props} />
    </Menu>
  );
}

interface MenuProps {
  icon: LucideIcon;
  label: string;
  children: ReactNode;
}

function Menu({ icon, label, children }: MenuProps) {
  return (
    <Dropdown label={label} trigger={(props) => <IconButton {...props} icon={icon} label={label} />}>
      {children}
    </Dropdown>
  );
}
