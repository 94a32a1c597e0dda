import { PersonItems } from '../../../components/rules/PersonItems';
import { seeAs } from './chosenPerson';
import { usePersonChoices } from './usePersonChoices';

interface Props {
  /** As in the address; '' for the admin's own eyes. */
  as: string;
}

/** The people with whose eyes an admin can see the records. */
export function SeeAsItems({ as }: Props) {
  return <PersonItems {...usePersonChoices(as, seeAs)} onStop={as ? () => seeAs('') : undefined} />;
}
