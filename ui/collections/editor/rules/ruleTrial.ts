import { proxy, ref } from 'valtio/vanilla';
import * as listedRecords from '../../../backend/listedRecords';
import type { Collection } from '../../../model/collection';
import { operandsOf, tryParseRule } from '../../../model/filter/parseRule';
import { textOfRule } from '../../../model/mentions';
import { lookupOf } from '../../../model/rulePaths';
import * as collections from '../../../page/collections';
import { report } from '../../../page/report';
import { isKnownAccountPath, ruleFault } from '../../../rules/reading/classifyRule';
import { emptyPathOfRule, namesPerson } from '../../../rules/reading/guestFilter';
import type { Person } from '../../../rules/reading/personSides';
import { parseBody } from '../../../rules/reading/requestText';
import type { FoundRows } from '../../../rules/reading/translateRule';
import { countFor, isAsked, type RuleCall, ruleCall, translate } from '../../../rules/ruleAnswers';
import * as seenAs from '../../../rules/seenAs';
import { isWriting, type RuleKey } from '../collectionForm';
import { createDifferences, failureOf, type RuleDifferences } from './ruleDifference';

/** The result of a trial of one rule. */
export type Trial =
  | { readonly kind: 'asking' | 'adminsOnly' | 'unsavedFields' }
  /** `total`: the number of records; null for a new one. */
  | { readonly kind: 'everyone'; readonly total: number | null }
  /** `stored` is the number for the stored rule; null if it is the same rule, or has no number. */
  | {
      readonly kind: 'counted';
      readonly found: number;
      readonly total: number;
      readonly stored: number | null;
      readonly hasBody: boolean;
      /** Set if guests pass the rule; `empty` is a path whose empty value lets them. */
      readonly guests: { readonly found: number; readonly empty: string | null } | null;
    }
  /** A new record. `stored` is the verdict of the stored rule; null if it is the same rule, or has no verdict. */
  | {
      readonly kind: 'created';
      readonly isAllowed: boolean;
      readonly stored: boolean | null;
      readonly hasBody: boolean;
    }
  /** The reason is a sentence. */
  | { readonly kind: 'fails' | 'notSimulated' | 'failed'; readonly reason: string };

const noRecord = 'The collection has no records, so the rule cannot be tried.';

/** The rules of requests with a body. The server judges the manage rule with the body of the update. */
const takesBody: ReadonlySet<RuleKey> = new Set(['createRule', 'updateRule', 'manageRule']);
const bodyValues = () => parseBody(seenAs.state.body).values;
const hasBody = () => Object.keys(bodyValues()).length > 0;

export interface RuleTrial {
  readonly collectionId: string;
  state: {
    as: string;
    /** Null for a guest, and until the person is loaded. */
    person: Person | null;
    isGone: boolean;
    byRule: Partial<Record<RuleKey, Trial>>;
    differences: RuleDifferences;
  };
  /** Chooses the person; `as` is 'guest' or `users:ID`. All rules are tried again. */
  choose(as: string): Promise<void>;
  /** Tries the text of a rule. `edited` is the collection with its unsaved fields. */
  tryRule(key: RuleKey, text: string | null, edited: Collection): Promise<void>;
  /** Compares the records of the last tried text with those of the stored rule. */
  compare(key: RuleKey): Promise<void>;
  forgetDifference(key: RuleKey): void;
  close(): void;
}

/** Tries rules on the stored records. It sends reads of an admin only. */
export function createRuleTrial(collectionId: string): RuleTrial {
  const state = proxy<RuleTrial['state']>({
    as: '',
    person: null,
    isGone: false,
    byRule: {},
    differences: {},
  }) as RuleTrial['state'];
  const running = new Map<RuleKey, AbortController>();
  const differences = createDifferences(state);
  const asked = new Map<RuleKey, { text: string | null; edited: Collection }>();
  let choosing = new AbortController();
  let total: Promise<number> | null = null;

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

  async function tryRule(key: RuleKey, text: string | null, edited: Collection): Promise<void> {
    asked.set(key, { text, edited });
    running.get(key)?.abort();
    const controller = new AbortController();
    running.set(key, controller);
    const { signal } = controller;
    if (state.isGone || (state.as !== 'guest' && !state.person)) return;
    state.byRule[key] = { kind: 'asking' };
    differences.forget(key);
    const trial = await trialOf(key, text, edited, signal).catch(failureOf);
    if (!signal.aborted && trial) state.byRule[key] = trial;
  }

  async function trialOf(
    key: RuleKey,
    text: string | null,
    edited: Collection,
    signal: AbortSignal,
  ): Promise<Trial> {
    const collection = collections.find(collectionId) as Collection | undefined;
    if (!collection) return { kind: 'failed', reason: 'The collection was deleted.' };
    if (text === null) return { kind: 'adminsOnly' };
    if (text === '' && key === 'manageRule') return { kind: 'adminsOnly' };
    if (text === '') return { kind: 'everyone', total: key === 'createRule' ? null : await countAll() };
    if (readsUnsavedField(text, edited)) return { kind: 'unsavedFields' };
    if (key === 'createRule') return createTrial(collection, text, edited, signal);
    const count = (rule: string) => countFor(callOf(collection, key, rule), signal);
    // A guest manages nobody, under any rule.
    const isNobody = key === 'manageRule' && !state.person;
    const now = isNobody ? ({ kind: 'counted', found: 0 } as const) : await count(text);
    if (now.kind === 'fails' && isFaultOfUnsaved(text, edited)) return { kind: 'unsavedFields' };
    if (now.kind !== 'counted')
      return now.kind === 'always' ? { kind: 'everyone', total: await countAll() } : now;
    const all = countAll();
    const before = textOfRule(collection, key);
    const stored = !before || before === text || isNobody ? null : await count(before);
    const guests = await guestsOf(collection, key, text, signal);
    return {
      kind: 'counted',
      found: now.found,
      total: await all,
      stored: stored?.kind === 'counted' ? stored.found : null,
      hasBody: takesBody.has(key) && hasBody(),
      guests,
    };
  }

  /** Counts the records once for all rules. After a failure the next try counts again. */
  function countAll(): Promise<number> {
    if (total) return total;
    const asked = listedRecords.count(collectionId, '', { signal: choosing.signal, isBackground: true });
    total = asked;
    // A try that is cancelled early does not wait for the number, and leaves no unhandled failure.
    asked.catch(() => {
      if (total === asked) total = null;
    });
    return asked;
  }

  function callOf(collection: Collection, key: RuleKey, rule: string, person = state.person): RuleCall {
    const call = ruleCall(collection, key, person, rule);
    return takesBody.has(key) ? { ...call, request: { ...call.request, body: bodyValues() } } : call;
  }

  /** Tries whether the rule lets the person create a record with the typed body. */
  async function createTrial(
    collection: Collection,
    text: string,
    edited: Collection,
    signal: AbortSignal,
  ): Promise<Trial> {
    const judge = async (rule: string): Promise<Trial> => {
      const answer = await translate(
        { ...callOf(collection, 'createRule', rule), created: bodyValues() },
        signal,
      );
      if (answer.kind === 'always') return { kind: 'everyone', total: null };
      if (!isAsked(answer)) return answer;
      // The filter names no field of the row that is asked, so any row gives the answer.
      const ask = async (rows: Pick<FoundRows, 'filter' | 'query'>) => {
        const query = { ...rows.query, filter: rows.filter, fields: 'id', perPage: '1', skipTotal: '1' };
        return (
          (await listedRecords.list(collection.id, query, { signal, isBackground: true })).items.length > 0
        );
      };
      const isAllowed = await ask(answer);
      if (!isAllowed && !(await ask({ filter: '', query: {} }))) {
        return { kind: 'notSimulated', reason: noRecord };
      }
      return { kind: 'created', isAllowed, stored: null, hasBody: hasBody() };
    };
    const now = await judge(text);
    if (now.kind === 'fails' && isFaultOfUnsaved(text, edited)) return { kind: 'unsavedFields' };
    const before = textOfRule(collection, 'createRule');
    if (now.kind !== 'created' || !before || before === text) return now;
    const stored = await judge(before);
    return { ...now, stored: stored.kind === 'created' ? stored.isAllowed : null };
  }

  /** Reading without a test of the person is public on purpose. */
  async function guestsOf(collection: Collection, key: RuleKey, text: string, signal: AbortSignal) {
    if (key === 'manageRule' || (!isWriting(key) && !namesPerson(text))) return null;
    const counted = await countFor(callOf(collection, key, text, null), signal);
    if (counted.kind !== 'counted' || counted.found === 0) return null;
    const lookup = lookupOf(collections.state.all as Collection[]);
    return { found: counted.found, empty: emptyPathOfRule(text, collection, lookup) };
  }

  async function compare(key: RuleKey): Promise<void> {
    const collection = collections.find(collectionId) as Collection | undefined;
    const text = asked.get(key)?.text;
    const before = collection && textOfRule(collection, key);
    if (!collection || !text || !before) return;
    await differences.compare(key, callOf(collection, key, text), callOf(collection, key, before));
  }

  /** The rule runs once the edited fields are saved. */
  function isFaultOfUnsaved(text: string, edited: Collection): boolean {
    const tree = tryParseRule(text);
    return tree !== null && ruleFault(tree, edited, lookupWith(edited)) === null;
  }

  /** True if the rule reads a new field of the person. The server knows none, and takes it for empty. */
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
    for (const controller of running.values()) controller.abort();
    differences.close();
    total = null;
  }

  return { collectionId, state, choose, tryRule, compare, forgetDifference: differences.forget, close };
}
