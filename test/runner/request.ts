// Reads the request for a run from the command line and the environment.
//
//   node test/run.mjs                  the fast tier: all but test/browser and test/server
//   node test/run.mjs --tier all       both tiers
//   node test/run.mjs model/ records   the files with one of these in their path; `browser/` and `server/` are slow
//   --name 'part of a title'           the tests with this in their title
//   --all                              includes files that have not changed since they passed
//   --long                             all runs of the long properties, and more servers for all tests
//   --watch                            runs files again after a change of their inputs
//   --under FOLDER                     the tests of another folder
//   --limit SECONDS                    a shorter watchdog

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export type Tier = 'fast' | 'all';

const requirements = ['browser', 'go'] as const;
export type Requirement = (typeof requirements)[number];

export interface Request {
  readonly tier: Tier;
  /** Parts of paths; an empty list means every file of the tier. */
  readonly parts: readonly string[];
  /** Skips files that have not changed since they passed. */
  readonly skipsUnchanged: boolean;
  /** Long properties take all their runs, and all tests more servers (`test/support/runsOf.ts`). */
  readonly isLong: boolean;
  readonly watches: boolean;
  /** A file that fails runs once more at the end, alone: a machine under load may be too slow for one. */
  readonly triesAgain: boolean;
  /** Runs only the tests with this in their title; null for all. */
  readonly title: string | null;
  /** The run fails if one of these is missing. */
  readonly required: readonly Requirement[];
  /** The folder of the tests; null for test/. */
  readonly folder: string | null;
  readonly limitSeconds: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readRequest(args: readonly string[], environment: Environment): Request {
  const { values, positionals: parts } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      tier: { type: 'string', default: 'fast' },
      name: { type: 'string' },
      all: { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
      under: { type: 'string' },
      limit: { type: 'string' },
    },
  });
  const { tier, name, all, long: isLong, watch: watches, under, limit } = values;
  if (tier !== 'fast' && tier !== 'all') throw new Error(`--tier must be fast or all, not ${tier}`);
  const limitSeconds = Number(limit ?? Number.POSITIVE_INFINITY);
  if (!(limitSeconds > 0)) throw new Error(`--limit must be a number of seconds, not ${limit}`);
  const isFresh = isInstallTest(environment);
  const inCi = isCi(environment);
  return {
    tier: isFresh ? 'all' : tier,
    parts,
    skipsUnchanged:
      !all && !isLong && name === undefined && !inCi && !isFresh && (parts.length === 0 || watches),
    isLong,
    watches,
    triesAgain: inCi,
    title: name ?? null,
    required: readRequired(environment['LOWLINE_REQUIRE'] ?? ''),
    folder: under === undefined ? null : resolve(under),
    limitSeconds,
  };
}

/** Tells whether the run is one of continuous integration. */
export const isCi = (environment: Environment): boolean => !['', 'false'].includes(environment['CI'] ?? '');

/**
 * Recognizes `npm cit`. It runs the script `test` as `npm test` does; only the command in npm's environment
 * differs.
 */
function isInstallTest(environment: Environment): boolean {
  return environment['npm_lifecycle_event'] === 'test' && environment['npm_command'] === 'install-ci-test';
}

function readRequired(text: string): Requirement[] {
  const names = text.split(',').map((name) => name.trim());
  return names.filter(Boolean).map((name) => {
    const known = requirements.find((requirement) => requirement === name);
    if (!known) throw new Error(`LOWLINE_REQUIRE knows ${requirements.join(' and ')}, not ${name}`);
    return known;
  });
}

/** A slow file needs a server or a browser. */
export const isSlow = (name: string) => /^(server|browser)\//.test(name);

export const isWalk = (name: string) => name.startsWith('browser/');

/** Returns the requested files, and the number of further files that a run of both tiers has. */
export function selectFiles(names: readonly string[], { tier, parts }: Pick<Request, 'tier' | 'parts'>) {
  const slowParts = parts.filter((part) => /^(test\/)?(server|browser)(\/|$)/.test(part));
  const holds = (name: string, some: readonly string[]) =>
    some.some((part) => `test/${name}`.includes(part)) || (some === parts && parts.length === 0);
  const wanted = names.filter((name) => holds(name, parts));
  const chosen = wanted.filter((name) => tier === 'all' || !isSlow(name) || holds(name, slowParts));
  return { chosen, slowLeftOut: wanted.length - chosen.length };
}
