/**
 * Returns how often a property is tried: `all` times in CI, with both tiers and in a run of named files, and a quarter
 * of it in the fast tier. The seeds of fast-check differ, so a later run of the fast tier tries other values.
 */
export const runsOf = (all: number): number =>
  process.env['LOWLINE_RUNS'] === 'all' ? all : Math.ceil(all / 4);
