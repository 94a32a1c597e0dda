import ChevronDown from 'lucide-react/icons/chevron-down';
import { Button } from '../kit/basics/Button';
import { Dropdown } from '../kit/overlay/Dropdown';
import { displayText } from '../model/recordName';
import { type PersonChoices, PersonItems } from './PersonItems';
import css from './PersonMenu.module.css';
import type { Person } from './reading/personSides';

interface Props extends PersonChoices {
  label: string;
  /** Null for a guest, and until the person is loaded. */
  person: Person | null;
}

export function PersonMenu({ label, person, ...choices }: Props) {
  const name = person && nameOf(person);
  return (
    <Dropdown
      label={label}
      trigger={(props) => (
        <Button {...props} size="small" iconAtEnd={ChevronDown} className={css.person}>
          {person && name !== null ? (
            <>
              <span className={css.initials} aria-hidden translate="no">
                {initialsOf(name)}
              </span>
              <span className="ellipsis" translate="no">
                <b>{name}</b> {person.collection.name}
              </span>
            </>
          ) : (
            <b>{choices.as === 'guest' ? 'Guest' : 'User'}</b>
          )}
        </Button>
      )}
    >
      <PersonItems {...choices} />
    </Dropdown>
  );
}

export const nameOf = ({ record, collection }: Person) => displayText(record, collection);

/** Returns one or two letters. */
function initialsOf(name: string): string {
  const words = name.split(/[\s,]+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0]);
  return letters.join('').toUpperCase();
}
