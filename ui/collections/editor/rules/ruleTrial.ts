import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../../backend/ApiError';
import * as listedRecords from '../../../backend/listedRecords';
import { readByIds, toListed } from '../../../backend/recordPages';
import type { Collection } from '../../../model/collection';
import { operandsOf, tryParseRule } from '../../../model/filter/parseRule';
import { textOfRule } from '../../../model/mentions';
import { displayText } from '../../../model/recordName';
import { lookupOf } from '../../../model/rulePaths';
import { can } from '../../../page/capabilities';
import * as collections from '../../../page/collections';
import { report } from '../../../page/report';
import {
  askRule,
  foundBy,
  idsOf,
  mostIds,
  noWriteVerdicts,
  type Question,
  questionOf,
  type Unknown,
  type Verdict,
} from '../../../rules/askRule';
import { isKnownAccountPath, ruleFault } from '../../../rules/reading/classifyRule';
import { emptyPathOfRule, namesPerson } from '../../../rules/reading/guests';
import type { Person } from '../../../rules/reading/personSides';
import { parseBody } from '../../../rules/reading/requestText';
import * as seenAs from '../../../rules/seenAs';
import { isWriting, type RuleKey } from '../collectionForm';

export type Trial =
  | { readonly kind: 'asking' | 'unsavedFields' }
  | {
      readonly kind: 'tried';
      readonly verdict: Verdict;
      /** The number of all records; null for a new record, and for a verdict that needs no number. */
      readonly total: number | null;
      /** The verdict of the stored rule; null if it is the same rule, or was not asked. */
      readonly stored: Verdict | null;
      readonly hasBody: boolean;
      /** Set if guests pass the rule. `empty` is a path that lets them pass while its value is empty. */
      readonly guests: { readonly found: number; readonly empty: string | null } | null;
    };

export type RuleDifference =
  | { readonly kind: 'asking' }
  | { readonly kind: 'known'; readonly more: FoundRecords; readonly fewer: FoundRecords }
  | Unknown;

export interface FoundRecords {
  readonly count: number;
  readonly first: readonly { readonly id: string; readonly name: string }[];
}

/** Above this number, records are not compared. */
export const mostCompared = mostIds;
const mostNamed = 20;

/** Rules of requests with a body. The server checks the manage rule with the body of the update. */
const takesBody: ReadonlySet<RuleKey> = new Set(['createRule', 'updateRule', 'manageRule']);
const bodyValues = () => parseBody(seenAs.state.body).values;

interface State {
  as: string;
  /** Null for a guest, and until the person is loaded. */
  person: Person | null;
  isGone: boolean;
  byRule: Partial<Record<RuleKey, Trial>>;
  differences: Partial<Record<RuleKey, RuleDifference>>;
}

export type RuleTrial = ReturnType<typeof createRuleTrial>;

export function createRuleTrial(collectionId: string) {
  const state = proxy<State>({ as: '', person: null, isGone: false, byRule: {}, differences: {} }) as State;
  const trying = new Map<RuleKey, AbortController>();
  const comparing = new Map<RuleKey, AbortController>();
  const asked = new Map<RuleKey, { text: string | null; edited: Collection }>();
  let choosing = new AbortController();
  let total: Promise<number> | null = null;

  /** `as` is 'guest' or `users:ID`. Tries all rules again. */
  async function choose(as: string): Promise<void> {
    close();
    choosing = new AbortController();
    const { signal } = choosing;
    Object.assign(state, { as, person: null, isGone: false, byRule: {}, differences: {} });
    try {
      const person = await seenAs.readPerson(seenAs.parseSeenAs(as), { signal });
      if (signal.aborted) return;
      const isGone = person === 'gone';
      Object.assign(state, { isGone, person: isGone || person === null ? null : ref(person) });
    } catch (error) {
      if (!signal.aborted) report(error);
      return;
    }
    await Promise.all([...asked].map(([key, { text, edited }]) => tryRule(key, text, edited)));
  }

  /** `edited` is the collection with its unsaved fields. */
  async function tryRule(key: RuleKey, text: string | null, edited: Collection): Promise<void> {
    asked.set(key, { text, edited });
    const signal = begin(trying, key);
    if (state.isGone || (state.as !== 'guest' && !state.person)) return;
    state.byRule[key] = { kind: 'asking' };
    forgetDifference(key);
    const trial = await trialOf(key, text, edited, signal).catch(triedInVain);
    if (!signal.aborted && trial) state.byRule[key] = ref(trial);
  }

  async function trialOf(
    key: RuleKey,
    text: string | null,
    edited: Collection,
    signal: AbortSignal,
  ): Promise<Trial> {
    const collection = collections.find(collectionId) as Collection | undefined;
    if (!collection) return tried(failed('The collection was deleted.'));
    if (text && takesBody.has(key) && !can('writeVerdicts')) {
      return tried({ ...failed(noWriteVerdicts), isFailure: false });
    }
    if (text && readsUnsavedField(text, edited)) return { kind: 'unsavedFields' };
    const isNew = key === 'createRule';
    const ask = (rule: string | null, person = state.person) =>
      askRule(questionBy(collection, key, rule, person), isNew ? 'new' : 'count', signal);
    const verdict = await ask(text);
    const isRefused = verdict.kind === 'no' && verdict.why !== 'rule';
    if (isRefused && text && isFaultOfUnsaved(text, edited)) return { kind: 'unsavedFields' };
    if (isRefused || verdict.kind === 'unknown') return tried(verdict);
    const all = isNew ? null : countAll();
    const before = textOfRule(collection, key);
    // No rule lets a guest manage accounts.
    const isNobody = key === 'manageRule' && !state.person;
    const stored = text && before && before !== text && !isNobody ? await ask(before) : null;
    const mayTell = text && !isNew && (isWriting(key) ? key !== 'manageRule' : namesPerson(text));
    const found = mayTell ? foundBy(state.person ? await ask(text, null) : verdict) : 0;
    const lookup = lookupOf(collections.state.all as Collection[]);
    const guests =
      text && typeof found === 'number' && found > 0
        ? { found, empty: emptyPathOfRule(text, collection, lookup) }
        : null;
    const hasBody = takesBody.has(key) && Object.keys(bodyValues()).length > 0;
    return { kind: 'tried', verdict, total: await all, stored, hasBody, guests };
  }

  /** Counts the records once for all rules. After an error, the next try counts again. */
  function countAll(): Promise<number> {
    if (total) return total;
    const asked = listedRecords.count(collectionId, '', { signal: choosing.signal, isBackground: true });
    total = asked;
    // After a cancelled try nobody awaits the number, so its error needs a handler here.
    asked.catch(() => {
      if (total === asked) total = null;
    });
    return asked;
  }

  function questionBy(
    collection: Collection,
    key: RuleKey,
    rule: string | null,
    person = state.person,
  ): Question {
    const question = questionOf(collection, key, person, rule);
    if (!takesBody.has(key)) return question;
    const body = bodyValues();
    const created = key === 'createRule' ? { created: body } : {};
    return { ...question, ...created, request: { ...question.request, body } };
  }

  /** Compares the records that the typed and the stored rule let pass. */
  async function compare(key: RuleKey): Promise<void> {
    const collection = collections.find(collectionId) as Collection | undefined;
    const text = asked.get(key)?.text;
    const before = collection && textOfRule(collection, key);
    if (!collection || !text || !before) return;
    const signal = begin(comparing, key);
    state.differences[key] = { kind: 'asking' };
    try {
      const ask = (rule: string) => askRule(questionBy(collection, key, rule), 'ids', signal);
      const difference = await differenceOf(collection, await Promise.all([ask(text), ask(before)]), signal);
      if (!signal.aborted) state.differences[key] = ref(difference);
    } catch (error) {
      const failure = failureOf(error);
      if (signal.aborted) return;
      if (failure) state.differences[key] = failure;
      else delete state.differences[key];
    }
  }

  /** Also cancels the comparison, whose result would show it again. */
  function forgetDifference(key: RuleKey): void {
    comparing.get(key)?.abort();
    delete state.differences[key];
  }

  /** True if the rule would work after a save of the edited fields. */
  function isFaultOfUnsaved(text: string, edited: Collection): boolean {
    const tree = tryParseRule(text);
    return tree !== null && ruleFault(tree, edited, lookupWith(edited)) === null;
  }

  /** True if the rule reads an unsaved field of the person. The server does not know it and treats it as empty. */
  function readsUnsavedField(text: string, edited: Collection): boolean {
    const tree = tryParseRule(text);
    const [stored, next] = [lookupOf(collections.state.all as Collection[]), lookupWith(edited)];
    return (
      tree !== null &&
      operandsOf(tree).some(
        (operand) => isKnownAccountPath(operand, next) && !isKnownAccountPath(operand, stored),
      )
    );
  }

  function lookupWith(edited: Collection) {
    const others = (collections.state.all as Collection[]).filter(({ id }) => id !== collectionId);
    return lookupOf([...others, edited]);
  }

  function close(): void {
    choosing.abort();
    for (const controller of [...trying.values(), ...comparing.values()]) controller.abort();
    total = null;
  }

  return { collectionId, state, choose, tryRule, compare, forgetDifference, close };
}

/** Cancels the earlier work for this rule. */
function begin(running: Map<RuleKey, AbortController>, key: RuleKey): AbortSignal {
  running.get(key)?.abort();
  const controller = new AbortController();
  running.set(key, controller);
  return controller.signal;
}

const tried = (verdict: Verdict): Trial => ({
  kind: 'tried',
  verdict,
  total: null,
  stored: null,
  hasBody: false,
  guests: null,
});

const failed = (reason: string): Unknown => ({ kind: 'unknown', reason, isFailure: true });

/** Null for a cancelled call. */
function failureOf(error: unknown): Unknown | null {
  if (!(error instanceof ApiError)) throw error;
  return error.isAborted ? null : failed(error.message);
}

function triedInVain(error: unknown): Trial | null {
  const failure = failureOf(error);
  return failure && tried(failure);
}

async function differenceOf(
  collection: Collection,
  [now, before]: readonly [Verdict, Verdict],
  signal: AbortSignal,
): Promise<RuleDifference> {
  for (const one of [now, before]) if (one.kind === 'unknown') return one;
  const named = (verdict: Verdict, other: Verdict) =>
    foundRecords(
      collection,
      [...idsOf(verdict)].filter((id) => !idsOf(other).has(id)),
      signal,
    );
  const [more, fewer] = await Promise.all([named(now, before), named(before, now)]);
  return { kind: 'known', more, fewer };
}

async function foundRecords(
  collection: Collection,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<FoundRecords> {
  const named = ids.slice(0, mostNamed);
  const fields = ['*:excerpt(200)'];
  const rows = await readByIds(collection.id, named, { fields, signal });
  const byId = new Map(rows.map((row) => [row.id, toListed(row)]));
  const nameOf = (id: string) => {
    const row = byId.get(id);
    return row ? displayText(row, collection) : id;
  };
  return { count: ids.length, first: named.map((id) => ({ id, name: nameOf(id) })) };
}
