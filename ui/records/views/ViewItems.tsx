import Bookmark from 'lucide-react/icons/bookmark';
import Link from 'lucide-react/icons/link';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Rows3 from 'lucide-react/icons/rows-3';
import Save from 'lucide-react/icons/save';
import Trash from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { useLayoutEffect } from 'react';
import { useSnapshot } from 'valtio';
import { cut } from '../../base/text';
import { announce } from '../../kit/basics/announce';
import { Badge } from '../../kit/basics/Badge';
import { DropdownItem, DropdownSeparator } from '../../kit/overlay/Dropdown';
import { MenuLabel } from '../../kit/overlay/MenuTick';
import { useLateItems } from '../../kit/overlay/useLateItems';
import type { Collection } from '../../model/collection';
import { copyLink, deleteView, hasView, isChanged, saveView, showAll, showView } from './viewActs';
import * as views from './views';

interface Props {
  collection: Collection;
  /** The name in the address; '' for none. */
  view: string;
  /** Asks for another name of this view; with '' for the name of a new one. */
  onName: (own: string) => void;
}

const longestName = 30;

export function ViewItems({ collection, view, onName }: Props) {
  const { byCollection } = useSnapshot(views.state);
  const all = byCollection[collection.id] ?? [];
  const shown = all.find(({ name }) => name === view);
  const hasChanged = shown !== undefined && isChanged(collection, shown);
  const name = cut(view, longestName);
  useLateItems();
  useLayoutEffect(() => views.open(collection.id), [collection.id]);

  async function handleCopy() {
    if (await copyLink(collection)) announce('Copied');
  }

  return (
    <>
      <MenuLabel>
        Views of <span translate="no">{collection.name}</span>
      </MenuLabel>
      <DropdownItem icon={Rows3} isChecked={!hasView()} onSelect={showAll}>
        All records
      </DropdownItem>
      {all.map((one) => (
        <DropdownItem
          key={one.name}
          icon={Bookmark}
          isName
          isChecked={one.name === view}
          end={one === shown && hasChanged && <Badge kind="warning">Changed</Badge>}
          onSelect={() => showView(collection, one)}
        >
          {cut(one.name, longestName)}
        </DropdownItem>
      ))}
      <DropdownSeparator />
      {hasChanged && (
        <>
          <DropdownItem icon={Save} onSelect={() => saveView(collection, view)}>
            Save changes to {name}
          </DropdownItem>
          <DropdownItem icon={Undo2} onSelect={() => showView(collection, shown)}>
            Reset to {name}
          </DropdownItem>
        </>
      )}
      <DropdownItem icon={Plus} onSelect={() => onName('')}>
        Save as new view...
      </DropdownItem>
      <DropdownItem icon={Link} onSelect={() => void handleCopy()}>
        Copy link
      </DropdownItem>
      {shown && (
        <>
          <DropdownItem icon={Pencil} onSelect={() => onName(view)}>
            Rename {name}...
          </DropdownItem>
          <DropdownSeparator />
          <DropdownItem icon={Trash} kind="danger" onSelect={() => deleteView(collection, view)}>
            Delete {name}
          </DropdownItem>
        </>
      )}
    </>
  );
}
