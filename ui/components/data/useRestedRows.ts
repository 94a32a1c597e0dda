import { useEffect, useState } from 'react';

/** Milliseconds without another row after which a list rests. */
const restAfter = 120;

interface Rows {
  /** Index of the first row that is drawn. */
  first: number;
  /** Index after the last. */
  last: number;
}

/**
 * The rows that stood when the list last rested. They have all their columns, for whoever searches in the page
 * or has it read aloud; to draw dozens that nobody sees while rows fly by would cost every second frame.
 */
export function useRestedRows({ first, last }: Rows): Rows {
  const [rested, setRested] = useState({ first, last });
  useEffect(() => {
    const timer = setTimeout(() => setRested({ first, last }), restAfter);
    return () => clearTimeout(timer);
  }, [first, last]);
  return rested;
}
