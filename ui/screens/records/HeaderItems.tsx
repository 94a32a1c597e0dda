import CodeXml from 'lucide-react/icons/code-xml';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Radio from 'lucide-react/icons/radio';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Settings2 from 'lucide-react/icons/settings-2';
import Upload from 'lucide-react/icons/upload';
import { useSnapshot } from 'valtio';
import { announce } from '../../components/basics/announce';
import { DropdownItem, DropdownSeparator } from '../../components/overlay/Dropdown';
import { useLateItems } from '../../components/overlay/useLateItems';
import { useNarrow } from '../../components/page/useNarrow';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { copyText } from '../../platform/clipboard';
import { navigate } from '../../platform/hash';
import { openPanel } from '../../state/panels';
import * as preferences from '../../state/preferences';
import { createListSource } from './export/listSource';
import type { RecordList } from './recordList';

export interface HeaderActs {
  onApiPreview: () => void;
  /** Absent if the settings hide the collection controls. */
  onEdit: (() => void) | undefined;
  onRefresh: () => void;
}

interface Props extends HeaderActs {
  collection: Collection;
  records: RecordList;
}

/** The actions that are needed seldom. On narrow screens also those that do not fit beside the title. */
export function HeaderItems({ collection, records, ...acts }: Props) {
  const isNarrow = useNarrow();
  useLateItems();
  const handleExport = () =>
    void openPanel('recordExport', { source: createListSource(collection, records) });
  return (
    <>
      {isNarrow && <NarrowItems collection={collection} {...acts} />}
      <DropdownItem icon={Download} data-opens="transfer" onSelect={handleExport}>
        Export records...
      </DropdownItem>
      {collectionTypeOf(collection) !== 'view' && (
        <DropdownItem
          icon={Upload}
          data-opens="transfer"
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
    </>
  );
}

/** Copies the collection's name or id. */
export function CopyItems({ collection: { id, name } }: Pick<Props, 'collection'>) {
  useLateItems();
  async function handleCopy(text: string) {
    if (await copyText(text)) announce('Copied');
  }
  return (
    <>
      <DropdownItem icon={Copy} onSelect={() => void handleCopy(name)} end={name}>
        Copy name
      </DropdownItem>
      <DropdownItem icon={Copy} onSelect={() => void handleCopy(id)} end={id}>
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
