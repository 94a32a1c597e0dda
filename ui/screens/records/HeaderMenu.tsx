import type { LucideIcon } from 'lucide-react';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../../components/basics/IconButton';
import { Dropdown } from '../../components/overlay/Dropdown';
import type { Collection } from '../../model/collection';
import { CopyItems, HeaderItems, ListExportPopup } from './chunks';
import type { HeaderActs } from './HeaderItems';
import type { RecordList } from './recordList';

interface Props extends HeaderActs {
  collection: Collection;
  records: RecordList;
}

/** The actions that are needed seldom. */
export function HeaderMenu({ collection, records, ...acts }: Props) {
  const [isExporting, setIsExporting] = useState(false);
  return (
    <>
      <Menu icon={Ellipsis} label="More actions">
        <HeaderItems collection={collection} onExport={() => setIsExporting(true)} {...acts} />
      </Menu>
      {isExporting && (
        <ListExportPopup collection={collection} records={records} onClose={() => setIsExporting(false)} />
      )}
    </>
  );
}

/** Copies the collection's name or id. */
export function CopyMenu({ collection }: Pick<Props, 'collection'>) {
  return (
    <Menu icon={Copy} label="Copy name or id">
      <CopyItems collection={collection} />
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
