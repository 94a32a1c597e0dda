import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import * as admins from '../../backend/admins';
import * as backups from '../../backend/backups';
import * as collections from '../../backend/collections';
import * as listedRecords from '../../backend/listedRecords';
import * as settings from '../../backend/settings';
import { createPool } from '../../base/pool';
import { lookupOf } from '../../model/rulePaths';
import { createLoading, type LoadingState } from '../../page/loading';
import { askRule, foundBy } from '../askRule';
import { findAll } from './checks/allFindings';
import {
  type Answer,
  countKey,
  type Facts,
  type Outcome,
  type Severity,
  type WantedCount,
} from './checks/finding';
import * as findingMarks from './findingMarks';
import { sortFindings, withSeverity } from './shownFindings';

interface State extends LoadingState {
  isRunning: boolean;
  /** (ref) */
  outcomes: readonly Outcome[];
  /** The number of counts still to make; after `loadFacts`, of those that no run in this tab has made. */
  left: number;
}

/** The counts of the last complete run in this tab, by `countKey`. */
let lastCounts: ReadonlyMap<string, Answer<number>> = new Map();

const atATime = 4;
const mostCalls = 250;

const stopped: Answer<number> = { reason: 'The counting was stopped.', canRetry: false };
const tooMany: Answer<number> = { reason: `Only ${mostCalls} calls are made.`, canRetry: false };

/** Facts that the caller has just read. */
type Known = Partial<Pick<Facts, 'settings' | 'backups'>>;

/** Runs the checks. It only reads: first the facts, then the counts that the checks want. */
export function createFindings(address = new URL(window.location.href)) {
  const state = proxy<State>({
    status: 'loading',
    loadError: null,
    isRunning: false,
    outcomes: ref([]),
    left: 0,
  });
  let isStopped = false;
  let asksCounts = true;
  /** The number of calls of this run so far. */
  let calls = 0;
  let turn = 0;
  let known: Known = {};

  /** Returns a failed call as an answer with the reason. Throws only if the run must end. */
  async function ask<Value>(call: Promise<Value>, signal: AbortSignal): Promise<Answer<Value>> {
    calls += 1;
    try {
      return { value: await call };
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError) || error.isAborted) throw error;
      return { reason: error.message, canRetry: true };
    }
  }

  async function readFacts(known: Known, signal: AbortSignal): Promise<Facts> {
    calls += 1;
    const [all, ...others] = await Promise.all([
      collections.listAll(signal),
      known.settings ?? ask(settings.readAll(signal), signal),
      known.backups ?? ask(backups.list(signal), signal),
      ask(admins.listAll({ fields: 'id,avatar,email,created,updated' }, signal), signal),
      ask(admins.accounts(signal), signal),
    ]);
    const [foundSettings, foundBackups, foundAdmins, adminAccounts] = others;
    return {
      collections: all,
      lookup: lookupOf(all),
      settings: foundSettings,
      backups: foundBackups,
      admins: foundAdmins,
      adminAccounts,
      counts: new Map(),
      address,
      now: Date.now(),
    };
  }

  async function answer(count: WantedCount, { lookup }: Facts, signal: AbortSignal): Promise<Answer<number>> {
    if (isStopped) return stopped;
    if (calls >= mostCalls) return tooMany;
    const { collectionId, filter, asGuest } = count;
    const collection = lookup.byId.get(collectionId);
    if (!asGuest || !collection) return ask(listedRecords.count(collectionId, filter, { signal }), signal);
    calls += 1;
    const question = { rule: filter, name: asGuest, collection, person: null, request: null, lookup };
    const found = foundBy(await askRule(question, 'count', signal));
    if (typeof found === 'object') return { reason: found.reason, canRetry: found.isFailure };
    if (found !== 'all') return { value: found };
    return ask(listedRecords.count(collectionId, '', { signal }), signal);
  }

  /** Repeats the checks until they want no more counts. */
  async function check(facts: Facts, signal: AbortSignal): Promise<void> {
    const counts = new Map<string, Answer<number>>(asksCounts ? [] : lastCounts);
    let { outcomes, wanted } = findAll({ ...facts, counts });
    if (!asksCounts) return void Object.assign(state, { outcomes: ref(outcomes), left: wanted.length });
    while (wanted.length > 0 && !signal.aborted) {
      Object.assign(state, { status: 'ready', outcomes: ref(outcomes), left: wanted.length });
      const ask = async (next: WantedCount) => {
        counts.set(countKey(next), await answer(next, facts, signal));
        state.left -= 1;
      };
      await createPool(atATime, signal, ask).add(wanted);
      ({ outcomes, wanted } = findAll({ ...facts, counts }));
    }
    if (signal.aborted) return;
    state.outcomes = ref(outcomes);
    lastCounts = new Map([...counts].filter(([, answer]) => 'value' in answer));
  }

  const loading = createLoading(
    state,
    async (signal) => {
      const facts = await readFacts(known, signal);
      if (!signal.aborted) await check(facts, signal);
    },
    () => {},
  );

  async function run(given: Known = {}): Promise<void> {
    known = given;
    turn += 1;
    const mine = turn;
    isStopped = false;
    calls = 0;
    Object.assign(state, { isRunning: true, left: 0 });
    await loading.load();
    if (mine === turn) state.isRunning = false;
  }

  return {
    state,
    close: loading.cancel,

    /** Skips the remaining counts. */
    stop(): void {
      isStopped = true;
    },

    /** Runs all checks, and cancels a run under way. The old outcomes stay until the new facts are read. */
    load(): Promise<void> {
      asksCounts = true;
      return run();
    },

    /** Runs the checks with the counts of the last run in this tab, without a new one. There may be more findings. */
    loadFacts(given?: Known): Promise<void> {
      asksCounts = false;
      return run(given);
    },
  };
}

/** Stores the numbers of critical and high findings for links to the page, without counts of records. */
export async function noteFacts(findings = createFindings(), known: Known = {}): Promise<void> {
  await findings.loadFacts(known);
  const { status, outcomes, left } = findings.state;
  if (status !== 'ready') return;
  const { open } = sortFindings(outcomes, findingMarks.state.accepted);
  const numberOf = (severity: Severity) => withSeverity(open, severity).length;
  findingMarks.setCounts(numberOf('critical'), numberOf('high'), { isLeast: left > 0 });
}
