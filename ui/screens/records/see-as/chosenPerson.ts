import { currentLocation, navigate } from '../../../platform/hash';

/** Puts the person into the address; '' turns See as off. Adds a history entry, so that Back returns. */
export function seeAs(as: string): void {
  // The bar that may have the focus goes away.
  if (as === '') document.querySelector<HTMLElement>('[data-opens="seeAs"]')?.focus();
  const { path, query } = currentLocation();
  navigate(path, { ...query, as: as || undefined, asOnly: as ? query['asOnly'] : undefined });
}
