import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Users from 'lucide-react/icons/users';
import { useLayoutEffect } from 'react';
import { useSnapshot } from 'valtio';
import { DropdownItem, DropdownSeparator } from '../../../components/overlay/Dropdown';
import { type Collection, collectionTypeOf } from '../../../model/collection';
import { currentLocation, navigate } from '../../../platform/hash';
import * as collections from '../../../state/collections';
import { openPanel } from '../../../state/panels';
import * as seenAs from '../../../state/seenAs';

interface Props {
  as: string;
  onChoose?: ((as: string) => void) | undefined;
}

/** The people with whose eyes an admin can see the records. */
export function SeeAsItems({ as, onChoose = seeAs }: Props) {
  const { recent } = useSnapshot(seenAs.state);
  const { all } = useSnapshot(collections.state);
  // The menu may open before this code has loaded. Then the menu itself has the focus.
  useLayoutEffect(() => {
    const menu = document.activeElement;
    if (menu?.role === 'menu') menu.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
  }, []);

  const accounts = (all as Collection[]).filter((one) => collectionTypeOf(one) === 'auth');
  return (
    <>
      <DropdownItem isChecked={as === 'guest'} onSelect={() => onChoose('guest')}>
        Guest
      </DropdownItem>
      {recent.map((person) => (
        <DropdownItem
          key={person.as}
          isName
          isChecked={as === person.as}
          end={person.collectionName}
          onSelect={() => onChoose(person.as)}
        >
          {person.name}
        </DropdownItem>
      ))}
      <DropdownSeparator />
      {accounts.map((one) => (
        <DropdownItem key={one.id} icon={Users} onSelect={() => void choose(one, onChoose)}>
          Choose from <span translate="no">{one.name}</span>...
        </DropdownItem>
      ))}
      {as && onChoose === seeAs && (
        <DropdownItem icon={EyeOff} onSelect={() => onChoose('')}>
          Back to admin
        </DropdownItem>
      )}
      {accounts.length === 0 && (
        <DropdownItem icon={Eye} isDisabled>
          No auth collection has accounts
        </DropdownItem>
      )}
    </>
  );
}

async function choose(collection: Collection, onChoose: (as: string) => void): Promise<void> {
  const ids = await openPanel('recordPicker', { collectionId: collection.id, selected: [], max: 1 });
  const [id] = ids ?? [];
  if (id !== undefined) onChoose(seenAs.printSeenAs(collection, id));
}

/** Adds a history entry, so that Back returns to the own eyes. */
export function seeAs(as: string): void {
  // The bar that may have the focus goes away.
  if (as === '') document.querySelector<HTMLElement>('[data-opens="seeAs"]')?.focus();
  const { path, query } = currentLocation();
  navigate(path, { ...query, as: as || undefined, asOnly: as ? query['asOnly'] : undefined });
}
