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
import { copyText } from '../base/clipboard';
import { navigate } from '../base/hash';
import { announce } from '../kit/basics/announce';
import { useNarrow } from '../kit/layout/useNarrow';
import { DropdownItem, DropdownSeparator } from '../kit/overlay/Dropdown';
import { MenuLabel } from '../kit/overlay/MenuTick';
import { useLateItems } from '../kit/overlay/useLateItems';
import { type Collection, collectionTypeOf } from '../model/collection';
import { openPanel } from '../page/panels';
import * as preferences from '../page/preferences';
import { SeeAsItems } from '../rules/see-as/SeeAsItems';
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
