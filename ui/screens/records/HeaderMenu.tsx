import type { LucideIcon } from 'lucide-react';
import CodeXml from 'lucide-react/icons/code-xml';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Radio from 'lucide-react/icons/radio';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Settings2 from 'lucide-react/icons/settings-2';
import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { announce } from '../../components/basics/announce';
import { IconButton } from '../../components/basics/IconButton';
import { Dropdown, DropdownItem, DropdownSeparator } from '../../components/overlay/Dropdown';
import { useNarrow } from '../../components/page/useNarrow';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { copyText } from '../../platform/clipboard';
import { navigate } from '../../platform/hash';
import * as preferences from '../../state/preferences';
import { ExportPopup } from './chunks';
import type { RecordList } from './recordList';

interface Props {
  collection: Collection;
  records: RecordList;
  onApiPreview: () => void;
  /** Absent if the settings hide the collection controls. */
  onEdit: (() => void) | undefined;
  onRefresh: () => void;
}

/** The actions that are needed seldom. On narrow screens also those that do not fit beside the title. */
export function HeaderMenu({ collection, records, ...acts }: Props) {
  const isNarrow = useNarrow();
  const [isExporting, setIsExporting] = useState(false);
  return (
    <>
      <Menu icon={Ellipsis} label="More actions">
        {isNarrow && <NarrowItems collection={collection} {...acts} />}
        <DropdownItem onSelect={() => setIsExporting(true)}>Export records...</DropdownItem>
        {collectionTypeOf(collection) !== 'view' && (
          <DropdownItem
            data-opens="/collections/import"
            onSelect={() => navigate('/collections/import', { collectionId: collection.id })}
          >
            Import records...
          </DropdownItem>
        )}
        {isNarrow && (
          <>
            <DropdownSeparator />
            <CopyItems collection={collection} />
          </>
        )}
      </Menu>
      {isExporting && (
        <ExportPopup collection={collection} records={records} onClose={() => setIsExporting(false)} />
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

function CopyItems({ collection: { id, name } }: Pick<Props, 'collection'>) {
  async function handleCopy(text: string) {
    if (await copyText(text)) announce('Copied');
  }
  return (
    <>
      <DropdownItem onSelect={() => void handleCopy(name)} end={name}>
        Copy name
      </DropdownItem>
      <DropdownItem onSelect={() => void handleCopy(id)} end={id}>
        Copy id
      </DropdownItem>
    </>
  );
}

function NarrowItems({ collection, onApiPreview, onEdit, onRefresh }: Omit<Props, 'records'>) {
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
    </>
  );
}
