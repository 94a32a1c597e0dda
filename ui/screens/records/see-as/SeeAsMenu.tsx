import Eye from 'lucide-react/icons/eye';
import { SeeAsItems } from '../chunks';
import { SearchMenu } from '../SearchMenu';

interface Props {
  /** As in the address; '' if See as is off. */
  as: string;
}

/** Chooses the person for See as. */
export function SeeAsMenu({ as }: Props) {
  const isOn = as !== '';
  return (
    <SearchMenu label="See as" icon={Eye} isOn={isOn} aria-pressed={isOn} data-opens="seeAs">
      <SeeAsItems as={as} />
    </SearchMenu>
  );
}
