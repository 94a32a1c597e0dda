import CodeXml from 'lucide-react/icons/code-xml';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Eye from 'lucide-react/icons/eye';
import Radio from 'lucide-react/icons/radio';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Settings2 from 'lucide-react/icons/settings-2';
import Upload from 'lucide-react/icons/upload';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { announce } from '../../components/basics/announce';
import { DropdownItem, DropdownSeparator } from '../../components/overlay/Dropdown';
import { MenuLabel } from '../../components/overlay/MenuTick';
import { useLateItems } from '../../components/overlay/useLateItems';
import { useNarrow } from '../../components/page/useNarrow';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { copyText } from '../../platform/clipboard';
import { navigate } from '../../platform/hash';
import { openPanel } from '../../state/panels';
import * as preferences from '../../state/preferences';
import { createListSource } from './export/listSource';
import type { RecordList } from './recordList';
import { SeeAsItems } from './see-as/SeeAsItems';

export interface HeaderActs {
  onApiPreview: () => void;
  /** Absent if the settings hide the collection controls. */
  onEdit: (() => void) | undefined;
  onRefresh: () => void;
}

interface Props extends HeaderActs {
  collection: Collection;
  records: RecordList;
  /** True if the page shows what a person sees. Then its own button is beside the search. */
  isSeeAsOn: boolean;
}

/** The actions that are needed seldom. On narrow screens also those that do not fit beside the title. */
export function HeaderItems({ collection, records, isSeeAsOn, ...acts }: Props) {
  const isNarrow = useNarrow();
  const [choosesPerson, setChoosesPerson] = useState(false);
  useLateItems();
  function handleSeeAs() {
    // The people come in the place of these items and take the focus from the menu.
    document.activeElement?.closest<HTMLElement>('[role="menu"]')?.focus();
    setChoosesPerson(true);
  }
  const handleExport = () =>
    void openPanel('recordExport', { source: createListSource(collection, records) });
  if (choosesPerson) {
    return (
      <>
        <MenuLabel>View as</MenuLabel>
        <SeeAsItems as="" />
      </>
    );
  }
  return (
    <>
      {isNarrow && <NarrowItems collection={collection} {...acts} />}
      {!isSeeAsOn && (
        <DropdownItem icon={Eye} keepsOpen data-opens="rules" onSelect={handleSeeAs}>
          View as...
        </DropdownItem>
      )}
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
      <DropdownSeparator />
      <CopyItems collection={collection} />
    </>
  );
}

function CopyItems({ collection: { id, name } }: Pick<Props, 'collection'>) {
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

function NarrowItems({ collection, onApiPreview, onEdit, onRefresh }: Omit<Props, 'records' | 'isSeeAsOn'>) {
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
