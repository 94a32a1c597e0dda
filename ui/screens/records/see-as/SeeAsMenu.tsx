import Eye from 'lucide-react/icons/eye';
import { SeeAsItems } from '../chunks';
import { SearchMenu } from '../SearchMenu';

interface Props {
  /** As in the address; '' for the admin's own eyes. */
  as: string;
}

/** Chooses the person with whose eyes the records are seen. */
export function SeeAsMenu({ as }: Props) {
  const isOn = as !== '';
  return (
    <SearchMenu label="See as" icon={Eye} isOn={isOn} aria-pressed={isOn} data-opens="seeAs">
      <SeeAsItems as={as} />
    </SearchMenu>
  );
}
