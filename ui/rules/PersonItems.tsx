import EyeOff from 'lucide-react/icons/eye-off';
import Users from 'lucide-react/icons/users';
import { useSnapshot } from 'valtio';
import { DropdownItem, DropdownSeparator } from '../kit/overlay/Dropdown';
import { useLateItems } from '../kit/overlay/useLateItems';
import type { Collection } from '../model/collection';
import * as collections from '../page/collections';
import * as seenAs from './seenAs';

export interface PersonChoices {
  /** The chosen person as the address holds it: `guest` or `users:ID`; '' for none. */
  as: string;
  onChoose: (as: string) => void;
  /** Called by an item that ends the choice; without it, there is no such item. */
  onStop?: (() => void) | undefined;
  stopText?: string | undefined;
}

export function PersonItems({ as, onChoose, onStop, stopText = 'Back to admin' }: PersonChoices) {
  const { recent } = useSnapshot(seenAs.state);
  const accounts = seenAs.accountsOf(useSnapshot(collections.state).all);
  useLateItems();

  async function handlePick(collection: Collection) {
    const picked = await seenAs.pickPerson(collection);
    if (picked) onChoose(picked);
  }

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
        <DropdownItem key={one.id} icon={Users} onSelect={() => void handlePick(one)}>
          Choose from <span translate="no">{one.name}</span>...
        </DropdownItem>
      ))}
      {accounts.length === 0 && <DropdownItem isDisabled>No auth collection has users</DropdownItem>}
      {onStop && (
        <DropdownItem icon={EyeOff} onSelect={onStop}>
          {stopText}
        </DropdownItem>
      )}
    </>
  );
}
