import { PersonItems } from '../../../components/rules/PersonItems';
import { seeAs } from './chosenPerson';
import { usePersonChoices } from './usePersonChoices';

interface Props {
  /** As in the address; '' if See as is off. */
  as: string;
}

/** The people that See as offers. */
export function SeeAsItems({ as }: Props) {
  return <PersonItems {...usePersonChoices(as, seeAs)} onStop={as ? () => seeAs('') : undefined} />;
}
