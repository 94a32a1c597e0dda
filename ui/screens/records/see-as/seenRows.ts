import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../../api/ApiError';
import * as listedRecords from '../../../api/listedRecords';
import { type Collection, ruleOf } from '../../../model/collection';
import { joinFilters, toFilter } from '../../../model/filter';
import type { AnyRecord, ListedRecord } from '../../../model/record';
import { searchColumnsOf } from '../../../model/recordsQuery';
import { lookupOf } from '../../../model/rulePaths';
import { type Explained, type ExplainedRule, explainedRule } from '../../../model/rules/explainRule';
import { type Condition, tryParseRule } from '../../../model/rules/parseRule';
import type { Person } from '../../../model/rules/personSides';
import type { ExtraQuery } from '../../../model/rules/ruleLiterals';
import { isEqual } from '../../../platform/equal';
import * as collections from '../../../state/collections';
import * as filterDialect from '../../../state/filterDialect';
import * as preferences from '../../../state/preferences';
import { report } from '../../../state/report';
import { conditionsMet, idsThatPass, translate } from '../../../state/ruleAnswers';
import * as seenAs from '../../../state/seenAs';

/** What the list rule and the search give to the person. */
export type Verdict =
  | { readonly kind: 'asking' | 'everyone' | 'adminsOnly' | 'deleted' | 'onlyAdminsSearch' }
  /** The person gets the records that an admin finds by the filter. It includes the search. */
  | { readonly kind: 'rows'; readonly filter: string; readonly query: ExtraQuery }
  /** The reason is a sentence. */
  | { readonly kind: 'fails' | 'notSimulated' | 'failed'; readonly reason: string };

/** The verdict on one row. */
export interface SeenRow {
  readonly isSeen: boolean;
  /** By the conditions of the rule; null until the server has told. */
  readonly holds: ReadonlyMap<Condition, boolean> | null;
  /** The row with the records behind the rule's paths; null until they are loaded. */
  readonly record: AnyRecord | null;
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

/** What the page shows. */
export interface Seeing {
  readonly as: string;
  readonly collection: Collection;
  readonly search: string;
}

export interface SeenRows {
  state: SeenRowsState;
  /** Judges the rule for a person. The same question again does nothing. */
  open(seeing: Seeing): Promise<void>;
  /** Asks for the rows that have no verdict yet. */
  showRows(rows: readonly ListedRecord[]): Promise<void>;
  /** Forgets all verdicts, and asks again. */
  refresh(): Promise<void>;
  countNow(): Promise<void>;
  /** The names for a sentence about a row; null while they load. */
  explained(row: ListedRecord): Explained | null;
  close(): void;
}

/** A changed record has another key, so its old verdict is not used. */
export const rowKey = (row: AnyRecord) => `${row.id} ${String((row as { updated?: unknown }).updated ?? '')}`;

const asking: Verdict = { kind: 'asking' };

/** Judges the rows of a list with the eyes of a person. It sends reads of an admin only. */
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
  let stopping = new AbortController();

  function begin(): AbortSignal {
    stopping.abort();
    stopping = new AbortController();
    asked = new Set();
    Object.assign(state, { verdict: asking, rows: ref(new Map()), count: 'unknown' });
    return stopping.signal;
  }

  async function judge(mine: Seeing): Promise<void> {
    const signal = begin();
    try {
      const verdict = await verdictOn(mine, signal);
      if (signal.aborted) return;
      state.verdict = ref(verdict);
      if (verdict.kind !== 'rows') return;
      await Promise.all([countRows(mine, signal, false), showRows(shown)]);
    } catch (error) {
      fail(error, signal);
    }
  }

  function fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted || (error instanceof ApiError && error.isAborted)) return;
    report(error, { isSilent: true });
    const reason = error instanceof ApiError ? error.message : String(error);
    state.verdict = ref({ kind: 'failed', reason });
  }

  async function verdictOn({ as, collection, search }: Seeing, signal: AbortSignal): Promise<Verdict> {
    const who = seenAs.parseSeenAs(as);
    const rule = ruleOf(collection, 'listRule');
    const lookup = lookupOf(collections.state.all as Collection[]);
    const tree = rule === null ? null : tryParseRule(rule);
    const account = who?.kind === 'account' ? who.collection : null;
    const explainable = tree ? explainedRule(tree, collection, account, lookup) : null;
    Object.assign(state, { rule: explainable && ref(explainable), person: null });
    let person: Person | null = null;
    if (who?.kind === 'account') {
      const expand = explainable?.personExpand ?? '';
      person = await seenAs.readPerson(who.collection, who.id, { expand, signal });
      if (signal.aborted) return asking;
      if (!person) return { kind: 'deleted' };
      state.person = ref(person);
      seenAs.remember(person);
    } else if (!who) {
      return { kind: 'deleted' };
    }
    if (rule === null) return { kind: 'adminsOnly' };
    if (rule.trim() === '' && search === '') return { kind: 'everyone' };
    return translated({ as, collection, search }, rule, person, signal);
  }

  /** The search and the rule together, because the server lets both use the same related record. */
  async function translated(
    { collection, search }: Seeing,
    rule: string,
    person: Person | null,
    signal: AbortSignal,
  ): Promise<Verdict> {
    const call = { rule, isList: true, collection, person, request };
    const filter = toFilter(search, searchColumnsOf(collection), await filterDialect.rulesFor(search));
    // The server refuses these names even in a text (`checkForAdminOnlyRuleFields`).
    if (/@(collection|request)\./.test(filter)) return { kind: 'onlyAdminsSearch' };
    const answer = await translate({ ...call, rule: joinFilters(filter, rule) }, signal);
    return answer.kind === 'always' ? { kind: 'everyone' } : answer;
  }

  async function countRows(mine: Seeing, signal: AbortSignal, isAsked: boolean): Promise<void> {
    const { verdict } = state;
    if (verdict.kind !== 'rows') return;
    if (!isAsked && preferences.isSlowToCount(mine.collection.id)) {
      state.count = 'onDemand';
      return;
    }
    state.count = 'counting';
    const { filter, query } = verdict;
    try {
      const count = await listedRecords.count(mine.collection.id, filter, {
        query,
        signal,
        isBackground: true,
      });
      if (!signal.aborted) state.count = count;
    } catch (error) {
      if (signal.aborted) return;
      report(error, { isSilent: true });
      state.count = 'onDemand';
    }
  }

  async function showRows(rows: readonly ListedRecord[]): Promise<void> {
    shown = rows;
    const mine = seeing;
    const { verdict } = state;
    const { signal } = stopping;
    const unknown = rows.filter((row) => !asked.has(rowKey(row)));
    if (!mine || verdict.kind !== 'rows' || unknown.length === 0) return;
    for (const row of unknown) asked.add(rowKey(row));
    try {
      const ids = unknown.map(({ id }) => id);
      const seen = await idsThatPass(mine.collection, ids, verdict, signal);
      if (signal.aborted) return;
      add(unknown, (row) => ({ isSeen: seen.has(row.id), holds: null, record: null }));
      await explainRows(mine, unknown, seen, signal);
    } catch (error) {
      fail(error, signal);
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
    const call = { isList: true, collection, person, request };
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
      await judge(next);
    },
    showRows,
    async refresh() {
      if (seeing) await judge(seeing);
    },
    async countNow() {
      if (seeing) await countRows(seeing, stopping.signal, true);
    },
    explained(row) {
      const record = state.rows.get(rowKey(row))?.record;
      const lookup = lookupOf(collections.state.all as Collection[]);
      return record ? { record, person: state.person, lookup } : null;
    },
    close() {
      seeing = null;
      begin();
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
  const options = { fields: '*:excerpt(200),expand', query: { expand }, signal };
  const found = await listedRecords.listByIds(collection.id, ids, options);
  return new Map(found.map((row) => [row.id, row]));
}
