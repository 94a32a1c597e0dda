import EyeOff from 'lucide-react/icons/eye-off';
import Users from 'lucide-react/icons/users';
import { DropdownItem, DropdownSeparator } from '../kit/overlay/Dropdown';
import { useLateItems } from '../kit/overlay/useLateItems';
import type { Collection } from '../model/collection';

export interface PersonChoices {
  /** The chosen person, as in an address: `guest` or `users:ID`; '' for none. */
  as: string;
  /** People who were chosen before, the last ones first. */
  recent: readonly { readonly as: string; readonly name: string; readonly collectionName: string }[];
  /** The auth collections. */
  accounts: readonly Collection[];
  onChoose: (as: string) => void;
  /** Lets the user choose from a collection. */
  onPick: (collection: Collection) => void;
  /** Adds an item that ends it. */
  onStop?: (() => void) | undefined;
  stopText?: string | undefined;
}

/** The items of a menu of people. */
export function PersonItems({
  as,
  recent,
  accounts,
  onChoose,
  onPick,
  onStop,
  stopText = 'Back to admin',
}: PersonChoices) {
  useLateItems();

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
        <DropdownItem key={one.id} icon={Users} onSelect={() => onPick(one)}>
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
