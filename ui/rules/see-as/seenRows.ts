import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import { readByIds, toListed } from '../../backend/recordPages';
import { isEqual } from '../../base/equal';
import { type Collection, ruleOf } from '../../model/collection';
import { joinFilters, toFilter } from '../../model/filter/filter';
import { type Condition, type RuleNode, tryParseRule } from '../../model/filter/parseRule';
import { type AnyRecord, type ListedRecord, stampOf } from '../../model/record';
import { excerpts, pageSize, searchColumnsOf } from '../../model/recordsQuery';
import { lookupOf } from '../../model/rulePaths';
import * as collections from '../../page/collections';
import * as preferences from '../../page/preferences';
import { report, shownReason } from '../../page/report';
import { ruleFault } from '../reading/classifyRule';
import { type Explained, type ExplainedRule, explainedRule } from '../reading/explainRule';
import type { Person } from '../reading/personSides';
import type { FoundRows } from '../reading/translateRule';
import { conditionsMet, countRows, idsThatPass, isAsked, ruleCall, translate } from '../ruleAnswers';
import * as seenAs from '../seenAs';

/** The result for the list rule and the search of one person. */
export type Verdict =
  | { readonly kind: 'asking' | 'everyone' | 'adminsOnly' | 'deleted' | 'onlyAdminsSearch' }
  /** Includes the search. */
  | FoundRows
  /** The reason is a sentence. */
  | { readonly kind: 'fails' | 'searchFails' | 'notSimulated' | 'failed'; readonly reason: string };

/** The verdict on one row. */
export interface SeenRow {
  readonly isSeen: boolean;
  /** By the conditions of the rule; null until the server has responded. */
  readonly holds: ReadonlyMap<Condition, boolean> | null;
  /** The row with the records behind the rule's paths; null until they are loaded. */
  readonly record: AnyRecord | null;
  /** The reason why the server did not judge the conditions; null if it did, or is being asked. */
  readonly fault: string | null;
}

export interface SeenRowsState {
  verdict: Verdict;
  /** Null for a guest, and until the person is loaded. */
  person: Person | null;
  rule: ExplainedRule | null;
  /** By `rowKey`. */
  rows: ReadonlyMap<string, SeenRow>;
  /** The number of records that the person gets. */
  count: number | 'counting' | 'onDemand' | 'unknown';
}

/** The person, and the list on the page. */
export interface Seeing {
  readonly as: string;
  readonly collection: Collection;
  readonly search: string;
}

export interface SeenRows {
  state: SeenRowsState;
  /** Judges the rule for a person. The same question again does nothing. */
  open(seeing: Seeing): Promise<void>;
  /** Asks for the rows that have no verdict yet, a page at a time. */
  showRows(rows: readonly ListedRecord[]): Promise<void>;
  /** Asks again; the old verdicts stay until then. */
  refresh(): Promise<void>;
  countNow(): Promise<void>;
  /** The page searches. A person's search compares public e-mail addresses only. */
  hasSearch(): boolean;
  /** The names for a sentence about a row; null while they load. */
  explained(row: ListedRecord): Explained | null;
  close(): void;
}

/** A record that was changed has another key, so its old verdict is not used. */
export const rowKey = (row: AnyRecord) => `${row.id} ${stampOf(row) ?? JSON.stringify(row)}`;

const asking: Verdict = { kind: 'asking' };

interface Judgement {
  readonly verdict: Verdict;
  readonly person: Person | null;
  readonly rule: ExplainedRule | null;
}

const lookup = () => lookupOf(collections.state.all as Collection[]);

/** Finds the rows of a list that a person gets. It sends reads of an admin only. */
export function createSeenRows(): SeenRows {
  const state = proxy<SeenRowsState>({
    verdict: asking,
    person: null,
    rule: null,
    rows: ref(new Map()),
    count: 'unknown',
  }) as SeenRowsState;
  let seeing: Seeing | null = null;
  let request = seenAs.requestBy('GET');
  let shown: readonly ListedRecord[] = [];
  let asked = new Set<string>();
  let pending: ListedRecord[] = [];
  let isStale = false;
  let isJudging = false;
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
    Object.assign(state, {
      verdict: asking,
      person: null,
      rule: null,
      rows: ref(new Map()),
      count: 'unknown',
    });
  }

  async function judge(mine: Seeing): Promise<void> {
    const signal = begin();
    isJudging = true;
    try {
      const judged = await judgement(mine, signal);
      if (signal.aborted) return;
      isJudging = false;
      const { verdict, person, rule } = judged;
      Object.assign(state, { verdict: ref(verdict), person: person && ref(person), rule: rule && ref(rule) });
      if (!isAsked(verdict)) return;
      // The old verdicts stay on the screen until the new ones are known.
      isStale = true;
      await Promise.all([count(mine, signal, false), showRows(shown)]);
    } catch (error) {
      fail(error, signal);
    }
  }

  function fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    isJudging = false;
    report(error, { isSilent: true });
    if (!(error instanceof ApiError)) throw error;
    state.verdict = ref({ kind: 'failed', reason: shownReason(error) });
  }

  async function judgement({ as, collection, search }: Seeing, signal: AbortSignal): Promise<Judgement> {
    const who = seenAs.parseSeenAs(as);
    const text = ruleOf(collection, 'listRule');
    const tree = text ? tryParseRule(text) : null;
    const account = who?.kind === 'account' ? who.collection : null;
    const rule = tree && text ? explainedOnce(tree, text, collection, account) : null;
    const read = await seenAs.readPerson(who, { expand: rule?.personExpand ?? '', signal });
    const person = read === 'gone' ? null : read;
    const answer = (verdict: Verdict): Judgement => ({ verdict, person, rule });
    if (read === 'gone') return answer({ kind: 'deleted' });
    if (text === null) return answer({ kind: 'adminsOnly' });
    if (text === '' && search === '') return answer({ kind: 'everyone' });
    return answer(await translated({ as, collection, search }, text, person, signal));
  }

  /** The same object while nothing changes, because the verdicts are kept by its conditions. */
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

  /** The search and the rule together, because the server lets both use the same related record. */
  async function translated(
    { collection, search }: Seeing,
    rule: string,
    person: Person | null,
    signal: AbortSignal,
  ): Promise<Verdict> {
    const filter = toFilter(search, searchColumnsOf(collection));
    // The server refuses these names even in a text (`checkForAdminOnlyRuleFields`).
    if (/@(collection|request)\./.test(filter)) return { kind: 'onlyAdminsSearch' };
    const searchTree = filter === '' ? null : tryParseRule(filter);
    const fault = searchTree && ruleFault(searchTree, collection, lookup());
    if (fault !== null || (filter !== '' && !searchTree)) {
      return { kind: 'searchFails', reason: fault ?? 'The search cannot be read.' };
    }
    const answer = await translate(
      ruleCall(collection, 'listRule', person, joinFilters(filter, rule)),
      signal,
    );
    return answer.kind === 'always' ? { kind: 'everyone' } : answer;
  }

  async function count({ collection }: Seeing, signal: AbortSignal, isWanted: boolean): Promise<void> {
    const { verdict } = state;
    if (!isAsked(verdict)) return;
    if (!isWanted && preferences.isSlowToCount(collection.id)) {
      state.count = 'onDemand';
      return;
    }
    state.count = 'counting';
    try {
      const found = await countRows(collection, verdict, signal);
      if (!signal.aborted) state.count = found;
    } catch (error) {
      if (signal.aborted) return;
      report(error, { isSilent: true });
      state.count = 'onDemand';
    }
  }

  async function showRows(rows: readonly ListedRecord[]): Promise<void> {
    shown = rows;
    const unknown = rows.filter((row) => !asked.has(rowKey(row)));
    // While the rule is judged again, the old filter must not judge new rows.
    if (!seeing || isJudging || !isAsked(state.verdict) || unknown.length === 0) return;
    for (const row of unknown) asked.add(rowKey(row));
    const isWorking = pending.length > 0;
    pending.push(...unknown);
    if (!isWorking) await work(seeing, stopping.signal);
  }

  /** Judges the pending rows, a page at a time. */
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
    const { verdict } = state;
    if (!isAsked(verdict)) return;
    const ids = rows.map(({ id }) => id);
    const seen = await idsThatPass(mine.collection, ids, verdict, signal);
    if (signal.aborted) return;
    if (isStale) state.rows = ref(new Map());
    isStale = false;
    add(rows, (row) => ({ isSeen: seen.has(row.id), holds: null, record: null, fault: null }));
    try {
      await explainRows(mine, rows, seen, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      // The rows are judged; only their reasons are missing.
      report(error, { isSilent: true });
      add(rows, (row) => ({ isSeen: seen.has(row.id), holds: null, record: null, fault: error.message }));
    }
  }

  /** Asks which rows meet each condition of the rule, and loads what the explanations name. */
  async function explainRows(
    { collection }: Seeing,
    rows: readonly ListedRecord[],
    seen: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<void> {
    const { rule, person } = state;
    if (!rule) return;
    const ids = rows.map(({ id }) => id);
    const call = ruleCall(collection, 'listRule', person);
    const [met, full] = await Promise.all([
      // A rule of one condition is judged already.
      rule.tree.kind === 'condition' && !seeing?.search
        ? new Map([[rule.tree, seen]])
        : conditionsMet(rule, ids, call, signal),
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
    async open(next) {
      const nextRequest = seenAs.requestBy('GET');
      if (isEqual(seeing, next) && isEqual(request, nextRequest)) return;
      if (seeing?.collection !== next.collection) shown = [];
      seeing = next;
      request = nextRequest;
      forget();
      await judge(next);
    },
    showRows,
    async refresh() {
      if (seeing) await judge(seeing);
    },
    async countNow() {
      if (seeing) await count(seeing, stopping.signal, true);
    },
    hasSearch: () => Boolean(seeing?.search),
    explained(row) {
      const record = state.rows.get(rowKey(row))?.record;
      return record ? { record, person: state.person, lookup: lookup() } : null;
    },
    close() {
      seeing = null;
      begin();
      forget();
    },
  };
}

/** Loads the records behind the paths of a rule; without such paths the rows are enough. */
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
