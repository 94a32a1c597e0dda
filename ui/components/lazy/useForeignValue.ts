import { useEffect, useLayoutEffect, useRef } from 'react';

/** As many texts the owner may be behind without being taken for someone who sets another text. */
const mostUnconfirmed = 100;

/**
 * Tells when the owner of a text sets one that it was not told of, such as a restored draft. Give it each text that
 * the owner is told by the returned function.
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
