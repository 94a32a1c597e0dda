import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import { readByIds, toListed } from '../../backend/recordPages';
import { isEqual } from '../../base/equal';
import { type Collection, ruleOf } from '../../model/collection';
import { isHidden } from '../../model/field';
import { joinFilters, toFilter } from '../../model/filter/filter';
import {
  type Condition,
  type Operand,
  operandsOf,
  printCondition,
  printRule,
  type RuleNode,
  tryParseRule,
} from '../../model/filter/parseRule';
import { atCollection, isOfNewer, requestWord } from '../../model/filter/ruleWords';
import { type AnyRecord, type ListedRecord, stampOf } from '../../model/record';
import { excerpts, pageSize, searchColumnsOf } from '../../model/recordsQuery';
import { lookupOf } from '../../model/rulePaths';
import * as collections from '../../page/collections';
import * as preferences from '../../page/preferences';
import { report, shownReason } from '../../page/report';
import {
  askRule,
  conditionsMet,
  foundBy,
  idsOf,
  type Question,
  questionOf,
  type Unknown,
  type Verdict,
} from '../askRule';
import { ruleFault } from '../reading/classifyRule';
import { type Explained, type ExplainedRule, explainedRule } from '../reading/explainRule';
import { isHiddenColumn } from '../reading/followPath';
import type { Person } from '../reading/personSides';
import { emailGuard, sideOf } from '../reading/ruleSide';
import * as seenAs from '../seenAs';

export interface SeenRow {
  readonly isSeen: boolean;
  /** Whether each condition of the rule holds; null until the server has responded. */
  readonly holds: ReadonlyMap<Condition, boolean> | null;
  /** The row with the records of the rule's paths; null until they are loaded. */
  readonly record: AnyRecord | null;
  /** The reason why the conditions could not be judged; else null. */
  readonly fault: string | null;
}

interface State {
  /** The verdict on the list rule and the search; null until the server has responded, and if there is a notice. */
  verdict: Verdict | null;
  /** A sentence if no verdict is possible, so that nothing is asked. */
  notice: string | null;
  /** Null for a guest, and until the person is loaded. */
  person: Person | null;
  rule: ExplainedRule | null;
  /** By `rowKey`. */
  rows: ReadonlyMap<string, SeenRow>;
  /** The number of records that the person gets. */
  count: number | 'counting' | 'onDemand' | 'unknown';
}

/** The person and the list on the page. */
export interface Seeing {
  readonly as: string;
  readonly collection: Collection;
  readonly search: string;
}

export type SeenRows = ReturnType<typeof createSeenRows>;

/** A changed record has another key, so that its old verdict is not used. */
export const rowKey = (row: AnyRecord) => `${row.id} ${stampOf(row) ?? JSON.stringify(row)}`;

interface Judgement {
  readonly verdict: Verdict | null;
  readonly notice: string | null;
  readonly question: Question | null;
  readonly person: Person | null;
  readonly rule: ExplainedRule | null;
}

const lookup = () => lookupOf(collections.state.all as Collection[]);
const nothing = () => ({ verdict: null, notice: null, person: null, rule: null, rows: ref(new Map()) });

/** Finds the rows of a list that a person gets. */
export function createSeenRows() {
  const state = proxy<State>({ ...nothing(), count: 'unknown' });
  let seeing: Seeing | null = null;
  let request = seenAs.requestBy('GET');
  let shown: readonly ListedRecord[] = [];
  let asked = new Set<string>();
  let pending: ListedRecord[] = [];
  let isStale = false;
  /** Null while the rule is judged. */
  let question: Question | null = null;
  let known: { key: readonly unknown[]; rule: ExplainedRule } | null = null;
  let stopping = new AbortController();

  function begin(): AbortSignal {
    stopping.abort();
    stopping = new AbortController();
    asked = new Set();
    pending = [];
    return stopping.signal;
  }

  function forget(): void {
    Object.assign(state, { ...nothing(), count: 'unknown' });
  }

  async function judge(mine: Seeing): Promise<void> {
    const signal = begin();
    question = null;
    try {
      const judged = await judgement(mine, signal);
      if (signal.aborted) return;
      const { verdict, notice, person, rule } = judged;
      question = judged.question;
      Object.assign(state, {
        verdict: verdict && ref(verdict),
        notice,
        person: person && ref(person),
        rule: rule && ref(rule),
      });
      if (!rowsOf(verdict)) return;
      // The old verdicts stay on the screen until the new ones are known.
      isStale = true;
      await Promise.all([count(mine, signal, false), showRows(shown)]);
    } catch (error) {
      fail(error, signal);
    }
  }

  function fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    if (!(error instanceof ApiError)) throw error;
    state.verdict = ref<Unknown>({ kind: 'unknown', reason: shownReason(error), isFailure: true });
  }

  async function judgement({ as, collection, search }: Seeing, signal: AbortSignal): Promise<Judgement> {
    const who = seenAs.parseSeenAs(as);
    const text = ruleOf(collection, 'listRule');
    const tree = text ? tryParseRule(text) : null;
    const account = who?.kind === 'account' ? who.collection : null;
    const rule = tree && text ? explainedOnce(tree, text, collection, account) : null;
    const read = await seenAs.readPerson(who, { expand: rule?.personExpand ?? '', signal });
    const person = read === 'gone' ? null : read;
    const filter = toFilter(search, searchColumnsOf(collection));
    const fault = text === null ? null : searchFault(filter, collection);
    const notice = read === 'gone' ? 'This user was deleted.' : fault;
    if (notice !== null) return { verdict: null, notice, question: null, person, rule };
    // Asked together, because for the server the same related record may meet both.
    const both = questionOf(
      collection,
      'listRule',
      person,
      text === null || filter === '' ? text : joinFilters(searchBy(filter, collection), text),
    );
    return { verdict: await askRule(both, 'filter', signal), notice, question: both, person, rule };
  }

  /** Returns the same object while nothing changes, because its conditions are the keys of the verdicts. */
  function explainedOnce(
    tree: RuleNode,
    text: string,
    collection: Collection,
    account: Collection | null,
  ): ExplainedRule {
    const key = [text, collection, account];
    if (!isEqual(known?.key, key)) {
      known = { key, rule: explainedRule(tree, collection, account, lookup()) };
    }
    return (known as { rule: ExplainedRule }).rule;
  }

  async function count({ collection }: Seeing, signal: AbortSignal, isWanted: boolean): Promise<void> {
    if (!question || !rowsOf(state.verdict)) return;
    if (!isWanted && preferences.isSlowToCount(collection.id)) {
      state.count = 'onDemand';
      return;
    }
    state.count = 'counting';
    const found = foundBy(await askRule(question, 'count', signal));
    if (!signal.aborted) state.count = typeof found === 'number' ? found : 'onDemand';
  }

  async function showRows(rows: readonly ListedRecord[]): Promise<void> {
    shown = rows;
    const unknown = rows.filter((row) => !asked.has(rowKey(row)));
    // While the rule is judged again, the old filter must not judge new rows.
    if (!seeing || !question || !rowsOf(state.verdict) || unknown.length === 0) return;
    for (const row of unknown) asked.add(rowKey(row));
    const isWorking = pending.length > 0;
    pending.push(...unknown);
    if (!isWorking) await work(seeing, stopping.signal);
  }

  /** Judges the pending rows in groups. */
  async function work(mine: Seeing, signal: AbortSignal): Promise<void> {
    try {
      while (pending.length > 0 && !signal.aborted) {
        const rows = pending.slice(0, pageSize);
        await judgeRows(mine, rows, signal);
        if (!signal.aborted) pending.splice(0, rows.length);
      }
    } catch (error) {
      if (!signal.aborted) pending = [];
      fail(error, signal);
    }
  }

  async function judgeRows(mine: Seeing, rows: readonly ListedRecord[], signal: AbortSignal): Promise<void> {
    if (!question) return;
    const ids = rows.map(({ id }) => id);
    const verdict = await askRule(question, ids, signal);
    if (signal.aborted) return;
    if (verdict.kind === 'unknown') {
      pending = [];
      state.verdict = ref(verdict);
      return;
    }
    const seen = idsOf(verdict);
    if (isStale) state.rows = ref(new Map());
    isStale = false;
    add(rows, (row) => ({ isSeen: seen.has(row.id), holds: null, record: null, fault: null }));
    try {
      await explainRows(mine, rows, seen, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      // The verdicts are known; only their reasons are missing.
      report(error, { isSilent: true });
      add(rows, (row) => ({ isSeen: seen.has(row.id), holds: null, record: null, fault: error.message }));
    }
  }

  /** Reads which rows meet each condition of the rule, and the records that the explanations name. */
  async function explainRows(
    { collection }: Seeing,
    rows: readonly ListedRecord[],
    seen: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<void> {
    const { rule, person } = state;
    if (!rule) return;
    const ids = rows.map(({ id }) => id);
    const ofRule = questionOf(collection, 'listRule', person);
    const [met, full] = await Promise.all([
      // A rule of one condition has its verdict already.
      rule.tree.kind === 'condition' && !seeing?.search
        ? new Map([[rule.tree, seen]])
        : conditionsMet(rule, ids, ofRule, signal),
      withRelated(rows, rule.expand, collection, signal),
    ]);
    if (signal.aborted) return;
    add(rows, (row) => ({
      isSeen: seen.has(row.id),
      holds: new Map([...met].map(([condition, found]) => [condition, found.has(row.id)])),
      record: full.get(row.id) ?? row,
      fault: null,
    }));
  }

  function add(rows: readonly ListedRecord[], verdictOf: (row: ListedRecord) => SeenRow): void {
    const verdicts = rows.map((row) => [rowKey(row), verdictOf(row)] as const);
    state.rows = ref(new Map([...state.rows, ...verdicts]));
  }

  return {
    state,

    /** Judges the rule for a person. Does nothing if the question is the same. */
    async open(next: Seeing): Promise<void> {
      const nextRequest = seenAs.requestBy('GET');
      if (isEqual(seeing, next) && isEqual(request, nextRequest)) return;
      if (seeing?.collection !== next.collection) shown = [];
      seeing = next;
      request = nextRequest;
      forget();
      await judge(next);
    },
    /** Asks for the rows that have no verdict yet. */
    showRows,

    /** Asks again. The old verdicts stay until then. */
    async refresh(): Promise<void> {
      if (seeing) await judge(seeing);
    },

    async countNow(): Promise<void> {
      if (seeing) await count(seeing, stopping.signal, true).catch((error) => fail(error, stopping.signal));
    },

    /** A search of the person finds only public email addresses. */
    hasSearch: () => Boolean(seeing?.search),

    /** The names for a sentence about a row; null until they are loaded. */
    explained(row: ListedRecord): Explained | null {
      const record = state.rows.get(rowKey(row))?.record;
      return record ? { record, person: state.person, lookup: lookup() } : null;
    },
    close(): void {
      seeing = null;
      question = null;
      begin();
      forget();
    },
  };
}

export const isFailure = (verdict: Verdict | null) => verdict?.kind === 'unknown' && verdict.isFailure;

/**
 * Returns how an admin finds the rows that the person gets; null if the person gets all or none, or it is unknown.
 */
export const rowsOf = (verdict: Verdict | null) => (verdict?.kind === 'yes' ? verdict.rows : null);

/** Returns why the server refuses the search; null if it does not. */
function searchFault(filter: string, collection: Collection): string | null {
  if (filter === '') return null;
  // The server refuses these names even inside a text (`checkForAdminOnlyRuleFields`).
  if (/@(collection|request)\./.test(filter)) {
    return `Only admins can search by ${atCollection} or ${requestWord}.`;
  }
  const tree = tryParseRule(filter);
  const fault = tree ? searchOperandFault(tree, collection) : 'The search cannot be read.';
  return fault === null ? null : `The server cannot run this search. ${fault}`;
}

/** A newer server refuses hidden fields in a search, and not in a rule. */
function searchOperandFault(tree: RuleNode, collection: Collection): string | null {
  const readsHidden = (operand: Operand) => {
    const side = sideOf(operand, collection, lookup());
    if (side.kind !== 'own' || side.end.kind !== 'column') return false;
    return side.end.steps.some((step) => isHidden(step.field)) || isHiddenColumn(side.end);
  };
  const hidden = isOfNewer(collection) ? operandsOf(tree).find(readsHidden) : undefined;
  return hidden ? `${hidden.source} is hidden.` : ruleFault(tree, collection, lookup());
}

/** Returns the search of a person. A newer server finds only public addresses by it, but all by the rule. */
function searchBy(filter: string, collection: Collection): string {
  const tree = isOfNewer(collection) ? tryParseRule(filter) : null;
  if (!tree) return filter;
  return printRule(tree, (condition) => {
    const sides = [condition.left, condition.right].map((one) => sideOf(one, collection, lookup()));
    const guards = sides.flatMap((side) => emailGuard(side) ?? []);
    const text = [printCondition(condition), ...guards].join('&&');
    return guards.length > 0 ? `(${text})` : text;
  });
}

/** Loads the records of the paths of a rule. Without such paths it makes no call. */
async function withRelated(
  rows: readonly ListedRecord[],
  expand: string,
  collection: Collection,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, AnyRecord>> {
  if (expand === '') return new Map();
  const ids = rows.map(({ id }) => id);
  const options = { fields: [excerpts, 'expand'], query: { expand }, signal };
  const found = await readByIds(collection.id, ids, options);
  return new Map(found.map((row) => [row.id, toListed(row)]));
}
