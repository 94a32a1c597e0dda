import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../../api/ApiError';
import * as listedRecords from '../../../api/listedRecords';
import { type Collection, ruleOf } from '../../../model/collection';
import { textOfRule } from '../../../model/mentions';
import { lookupOf } from '../../../model/rulePaths';
import { ruleFault } from '../../../model/rules/classifyRule';
import { tryParseRule } from '../../../model/rules/parseRule';
import type { Person } from '../../../model/rules/personSides';
import * as collections from '../../../state/collections';
import { report } from '../../../state/report';
import { translate } from '../../../state/ruleAnswers';
import * as seenAs from '../../../state/seenAs';
import type { RuleKey } from '../collectionForm';

/** What a rule that is being typed gives the person. */
export type Trial =
  | { readonly kind: 'asking' | 'everyone' | 'adminsOnly' | 'create' | 'unsavedFields' }
  /** `stored` is the number for the stored rule; null if it is the same rule, or has no number. */
  | {
      readonly kind: 'counted';
      readonly found: number;
      readonly total: number;
      readonly stored: number | null;
    }
  /** The reason is a sentence. */
  | { readonly kind: 'fails' | 'notSimulated' | 'failed'; readonly reason: string };

export interface RuleTrial {
  state: {
    as: string;
    /** Null for a guest, and until the person is loaded. */
    person: Person | null;
    isGone: boolean;
    byRule: Partial<Record<RuleKey, Trial>>;
  };
  /** Chooses the person; `as` is 'guest' or `users:ID`. All rules are tried again. */
  choose(as: string): Promise<void>;
  /** Tries the text of a rule. `edited` is the collection with its unsaved fields. */
  tryRule(key: RuleKey, text: string | null, edited: Collection): Promise<void>;
  close(): void;
}

const methods: Readonly<Record<Exclude<RuleKey, 'createRule'>, string>> = {
  listRule: 'GET',
  viewRule: 'GET',
  updateRule: 'PATCH',
  deleteRule: 'DELETE',
  manageRule: 'PATCH',
};

/** Tries rules on the stored records. It sends reads of an admin only. */
export function createRuleTrial(collectionId: string): RuleTrial {
  const state = proxy<RuleTrial['state']>({
    as: '',
    person: null,
    isGone: false,
    byRule: {},
  }) as RuleTrial['state'];
  const running = new Map<RuleKey, AbortController>();
  const asked = new Map<RuleKey, { text: string | null; edited: Collection }>();
  let choosing = new AbortController();
  let total: Promise<number> | null = null;

  async function choose(as: string): Promise<void> {
    close();
    choosing = new AbortController();
    const { signal } = choosing;
    Object.assign(state, { as, person: null, isGone: false, byRule: {} });
    const who = seenAs.parseSeenAs(as);
    try {
      if (who?.kind === 'account') {
        const person = await seenAs.readPerson(who.collection, who.id, { expand: '', signal });
        if (signal.aborted) return;
        if (person) seenAs.remember(person);
        Object.assign(state, { person: person && ref(person), isGone: person === null });
      } else {
        state.isGone = who === null;
      }
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
    if (key === 'createRule') return { kind: text === '' ? 'everyone' : 'create' };
    if (text === '') return { kind: key === 'manageRule' ? 'adminsOnly' : 'everyone' };
    const found = await countOf(collection, key, text, signal);
    if (typeof found !== 'number') {
      return found.kind === 'fails' && isFaultOfUnsaved(text, edited) ? { kind: 'unsavedFields' } : found;
    }
    total ??= listedRecords.count(collection.id, '', { signal: choosing.signal, isBackground: true });
    const before = key === 'manageRule' ? textOfRule(collection, key) : ruleOf(collection, key);
    const stored =
      before === null || before === '' || before === text
        ? null
        : await countOf(collection, key, before, signal);
    return { kind: 'counted', found, total: await total, stored: typeof stored === 'number' ? stored : null };
  }

  async function countOf(
    collection: Collection,
    key: Exclude<RuleKey, 'createRule'>,
    rule: string,
    signal: AbortSignal,
  ): Promise<number | Exclude<Trial, { kind: 'counted' }>> {
    const { person } = state;
    // A guest manages nobody, whatever the rule.
    if (key === 'manageRule' && !person) return 0;
    const request = seenAs.requestBy(methods[key]);
    const call = { rule, isList: key === 'listRule', collection, person, request };
    const answer = await translate(call, signal);
    if (answer.kind === 'fails' || answer.kind === 'notSimulated') return answer;
    if (answer.kind !== 'rows') return { kind: 'everyone' };
    const { filter, query } = answer;
    return listedRecords.count(collection.id, filter, { query, signal, isBackground: true });
  }

  /** The rule runs once the edited fields are saved. */
  function isFaultOfUnsaved(text: string, edited: Collection): boolean {
    const tree = tryParseRule(text);
    const others = (collections.state.all as Collection[]).filter(({ id }) => id !== collectionId);
    return tree !== null && ruleFault(tree, edited, lookupOf([...others, edited])) === null;
  }

  function close(): void {
    choosing.abort();
    for (const controller of running.values()) controller.abort();
    total = null;
  }

  return { state, choose, tryRule, close };
}

/** Null for a cancelled call. */
function failureOf(error: unknown): Trial | null {
  if (!(error instanceof ApiError)) throw error;
  if (error.isAborted) return null;
  report(error, { isSilent: true });
  return { kind: 'failed', reason: error.message };
}
