import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Eye from 'lucide-react/icons/eye';
import Upload from 'lucide-react/icons/upload';
import { useState } from 'react';
import { copyText } from '../base/clipboard';
import { navigate } from '../base/hash';
import { announce } from '../kit/basics/announce';
import { useNarrow } from '../kit/layout/useNarrow';
import { DropdownItem, DropdownSeparator } from '../kit/overlay/Dropdown';
import { MenuLabel } from '../kit/overlay/MenuTick';
import { useLateItems } from '../kit/overlay/useLateItems';
import { type Collection, collectionTypeOf } from '../model/collection';
import type { Command } from '../page/commands';
import { openPanel } from '../page/panels';
import { SeeAsItems } from '../rules/see-as/SeeAsItems';
import { createListSource } from './export/listSource';
import type { RecordList } from './recordList';

interface Props {
  collection: Collection;
  records: RecordList;
  /** True if View as is on. Then its own button is beside the search. */
  isSeeAsOn: boolean;
  /** Buttons that do not fit beside the title of a narrow screen. */
  narrowActs: readonly Command[];
}

export function HeaderItems({ collection, records, isSeeAsOn, narrowActs }: Props) {
  const isNarrow = useNarrow();
  const [choosesPerson, setChoosesPerson] = useState(false);
  useLateItems();
  function handleSeeAs() {
    // The list of people replaces these items, so the menu itself takes the focus.
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
      {isNarrow &&
        narrowActs.map(({ id, icon, label, title, isOn, run }) => (
          <DropdownItem key={id} icon={icon} isChecked={isOn} keepsOpen={isOn !== undefined} onSelect={run}>
            {label ?? title}
          </DropdownItem>
        ))}
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
