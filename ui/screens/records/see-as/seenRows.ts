import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../../api/ApiError';
import * as listedRecords from '../../../api/listedRecords';
import { type Collection, ruleOf } from '../../../model/collection';
import { idsFilter, joinFilters, toFilter } from '../../../model/filter';
import type { KnownRules } from '../../../model/filterPieces';
import { maxQueryLength, serverQueryLength } from '../../../model/queryLength';
import { type AnyRecord, displayText, type ListedRecord } from '../../../model/record';
import { searchColumnsOf } from '../../../model/recordsQuery';
import { lookupOf } from '../../../model/rulePaths';
import { type Explained, type ExplainedRule, explainedRule } from '../../../model/rules/explainRule';
import { type Condition, printCondition, tryParseRule } from '../../../model/rules/parseRule';
import type { Ask, Person, RuleQuestion } from '../../../model/rules/personSides';
import type { ExtraQuery } from '../../../model/rules/ruleLiterals';
import { translateRule } from '../../../model/rules/translateRule';
import { isEqual } from '../../../platform/equal';
import * as collections from '../../../state/collections';
import * as filterDialect from '../../../state/filterDialect';
import * as preferences from '../../../state/preferences';
import { report } from '../../../state/report';
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

export const nameOf = ({ record, collection }: Person) => displayText(record, collection);

const atATime = 4;
const mostRowsAtOnce = 500;
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
  let request = seenAs.listRequest();
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

  const ask =
    (signal: AbortSignal): Ask =>
    async (collection, { filter, expand }) => {
      const query = { perPage: String(mostRowsAtOnce), skipTotal: '1', filter, ...(expand && { expand }) };
      return (await listedRecords.list(collection.id, query, { signal })).items;
    };

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
    return translated({ collection, search, rule, person, signal });
  }

  async function translated(question: {
    collection: Collection;
    search: string;
    rule: string;
    person: Person | null;
    signal: AbortSignal;
  }): Promise<Verdict> {
    const { collection, search, rule, person, signal } = question;
    const escapes = await escapesFor(rule, search, person);
    const filter = toFilter(search, searchColumnsOf(collection), escapes);
    // The server refuses these names even in a text (`checkForAdminOnlyRuleFields`).
    if (/@(collection|request)\./.test(filter)) return { kind: 'onlyAdminsSearch' };
    const whole = questionFor(collection, joinFilters(filter, rule), person, escapes);
    const answer = await translateRule(whole, ask(signal));
    if (answer.kind === 'always') return { kind: 'everyone' };
    if (answer.kind === 'rows' && isTooLong(answer.filter)) {
      return { kind: 'notSimulated', reason: 'The rule is too long for a request.' };
    }
    return answer;
  }

  function questionFor(
    collection: Collection,
    rule: string,
    person: Person | null,
    escapes: KnownRules,
  ): RuleQuestion {
    const lookup = lookupOf(collections.state.all as Collection[]);
    return { rule, isList: true, collection, lookup, person, request, escapes };
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
      const { filter, query } = verdict;
      const seen = new Set(
        (await listedRecords.listByIds(mine.collection.id, ids, { fields: 'id', filter, query, signal })).map(
          ({ id }) => id,
        ),
      );
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
    const met = new Map<Condition, ReadonlySet<string>>();
    const full = new Map<string, AnyRecord>(rows.map((row) => [row.id, row]));
    const jobs = rule.conditions.map(({ condition }) => async () => {
      const [only] = rule.conditions;
      const isWholeRule = rule.conditions.length === 1 && only?.condition === condition && !seeing?.search;
      met.set(condition, isWholeRule ? seen : await idsThatMeet(collection, condition, person, ids, signal));
    });
    if (rule.expand !== '') {
      jobs.push(async () => {
        const options = { fields: '*:excerpt(200),expand', query: { expand: rule.expand }, signal };
        for (const row of await listedRecords.listByIds(collection.id, ids, options)) full.set(row.id, row);
      });
    }
    const work = async () => {
      for (let job = jobs.shift(); job && !signal.aborted; job = jobs.shift()) await job();
    };
    await Promise.all(Array.from({ length: atATime }, work));
    if (signal.aborted) return;
    add(rows, (row) => ({
      isSeen: seen.has(row.id),
      holds: new Map([...met].map(([condition, found]) => [condition, found.has(row.id)])),
      record: full.get(row.id) ?? row,
    }));
  }

  async function idsThatMeet(
    collection: Collection,
    condition: Condition,
    person: Person | null,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const text = printCondition(condition);
    const escapes = await escapesFor(text, '', person);
    const answer = await translateRule(questionFor(collection, text, person, escapes), ask(signal));
    if (answer.kind !== 'rows') return new Set();
    const { filter, query } = answer;
    const options = { fields: 'id', filter, query, signal };
    const found = await listedRecords.listByIds(collection.id, ids, options);
    return new Set(found.map(({ id }) => id));
  }

  function add(rows: readonly ListedRecord[], verdictOf: (row: ListedRecord) => SeenRow): void {
    const verdicts = rows.map((row) => [rowKey(row), verdictOf(row)] as const);
    state.rows = ref(new Map([...state.rows, ...verdicts]));
  }

  return {
    state,
    async open(next) {
      const nextRequest = seenAs.listRequest();
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

/** A backslash has two meanings, so the server is asked which one it knows; without one both are the same. */
async function escapesFor(rule: string, search: string, person: Person | null): Promise<KnownRules> {
  const rules = await filterDialect.rulesFor(`${rule}${search}${JSON.stringify(person?.record ?? '')}`);
  return rules === 'plain' ? 'new' : rules;
}

/** Even for a single row. */
function isTooLong(filter: string): boolean {
  const query = {
    filter: joinFilters(idsFilter(['0'.repeat(15)], 'plain'), filter),
    fields: 'id',
    perPage: '1',
  };
  return serverQueryLength(query) > maxQueryLength;
}
