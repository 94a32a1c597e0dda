import { useEffect, useLayoutEffect, useRef } from 'react';

/** The number of texts by which the owner may lag before its value counts as foreign. */
const mostUnconfirmed = 100;

/**
 * Calls `onForeign` when the owner sets a text that it did not get from here, such as a restored draft. Pass
 * each text that goes to the owner to the returned function.
 */
export function useForeignValue(value: string, onForeign: (value: string) => void): (told: string) => void {
  const known = useRef([value]);
  const latest = useRef(onForeign);

  useEffect(() => {
    latest.current = onForeign;
  });

  useLayoutEffect(() => {
    const confirmed = known.current.lastIndexOf(value);
    known.current = confirmed < 0 ? [value] : known.current.slice(confirmed);
    if (confirmed < 0) latest.current(value);
  }, [value]);

  return (told) => {
    known.current = [...known.current, told].slice(-mostUnconfirmed);
  };
}
