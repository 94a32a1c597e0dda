/** The run has the option `--long`. */
export const isLong = process.env['LOWLINE_RUNS'] === 'all';

/**
 * Returns how often a property is tried: a quarter of `all`, and all of it with `--long`. The seeds of fast-check
 * differ, so a later run tries other values.
 */
export const runsOf = (all: number): number => (isLong ? all : Math.ceil(all / 4));
