import ChevronDown from 'lucide-react/icons/chevron-down';
import { Button } from '../../../components/basics/Button';
import { Dropdown } from '../../../components/overlay/Dropdown';
import { displayText } from '../../../model/record';
import type { Person } from '../../../model/rules/personSides';
import css from './SeeAs.module.css';
import { SeeAsItems } from './SeeAsItems';

interface Props {
  as: string;
  /** Null for a guest, and until the person is loaded. */
  person: Person | null;
  /** By default the page's address takes the person. */
  onChoose?: ((as: string) => void) | undefined;
}

/** A button with the name of the person, and a menu of others. */
export function PersonMenu({ as, person, onChoose }: Props) {
  const name = person && nameOf(person);
  return (
    <Dropdown
      label="See as"
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
            <b>{as === 'guest' ? 'Guest' : 'Account'}</b>
          )}
        </Button>
      )}
    >
      <SeeAsItems as={as} onChoose={onChoose} />
    </Dropdown>
  );
}

export const nameOf = ({ record, collection }: Person) => displayText(record, collection);

/** At most two letters. */
function initialsOf(name: string): string {
  const words = name.split(/[\s,]+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0]);
  return letters.join('').toUpperCase();
}
