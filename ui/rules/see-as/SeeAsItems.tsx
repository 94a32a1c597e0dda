import { currentLocation, navigate } from '../../base/hash';
import { PersonItems } from '../PersonItems';

interface Props {
  /** The person, as in the address; '' if View as is off. */
  as: string;
}

export function SeeAsItems({ as }: Props) {
  return <PersonItems as={as} onChoose={seeAs} onStop={as ? () => seeAs('') : undefined} />;
}

/** Puts the person into the address; '' turns View as off. Adds a history entry, so that Back returns. */
export function seeAs(as: string): void {
  // The bar and its button, which may have the focus, disappear.
  if (as === '') document.querySelector<HTMLElement>('button[aria-label="More actions"]')?.focus();
  const { path, query } = currentLocation();
  navigate(path, { ...query, as: as || undefined, asOnly: as ? query['asOnly'] : undefined });
}
