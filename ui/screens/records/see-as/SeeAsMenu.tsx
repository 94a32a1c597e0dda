import Eye from 'lucide-react/icons/eye';
import { Button } from '../../../components/basics/Button';
import { joinClasses } from '../../../components/basics/joinClasses';
import { Dropdown } from '../../../components/overlay/Dropdown';
import { SeeAsItems } from '../chunks';
import css from '../SearchButtons.module.css';

interface Props {
  /** As in the address; '' for the admin's own eyes. */
  as: string;
}

/** Chooses the person with whose eyes the records are seen. */
export function SeeAsMenu({ as }: Props) {
  return (
    <Dropdown
      label="See as"
      placement="bottom-end"
      trigger={(props) => (
        <Button
          {...props}
          icon={Eye}
          aria-label="See as"
          aria-pressed={as !== ''}
          data-opens="seeAs"
          className={joinClasses(css.button, as !== '' && css.on)}
        >
          <span className={css.name}>See as</span>
        </Button>
      )}
    >
      <SeeAsItems as={as} />
    </Dropdown>
  );
}
