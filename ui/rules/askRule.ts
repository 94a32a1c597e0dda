// One question about a rule, and one verdict for all screens. All calls are reads by the admin. Only the number of
// records that guests list is read as a guest, because then the server itself decides. No rule of a guest is sent
// as written: a newer server would take the admin for `@request.auth`. A rule that is too long for one request has
// no verdict. Rejected: to split it at its `||`, because two parts can find the same record, and SQLite may refuse
// a whole whose parts it accepts.

import { ApiError } from '../backend/ApiError';
import * as listedRecords from '../backend/listedRecords';
import { readByIds } from '../backend/recordPages';
import { createPool } from '../base/pool';
import { type Collection, ruleOf } from '../model/collection';
import { idsFilter, joinFilters } from '../model/filter/filter';
import { type Condition, printCondition } from '../model/filter/parseRule';
import { type MentioningRule, textOfRule } from '../model/mentions';
import { maxQueryLength, serverQueryLength } from '../model/queryLength';
import { type Lookup, lookupOf } from '../model/rulePaths';
import { can, learnMore } from '../page/capabilities';
import * as collections from '../page/collections';
import type { ExplainedRule } from './reading/explainRule';
import { guestsChoose } from './reading/guests';
import type { Ask, Person, RuleQuestion, RuleRequest } from './reading/personSides';
import { type FoundRows, type Translation, translateRule } from './reading/translateRule';
import * as seenAs from './seenAs';

/** A rule and a person. Keep the object to ask again: its translation is reused. */
export interface Question extends Omit<RuleQuestion, 'lookup' | 'isList' | 'request'> {
  readonly name: MentioningRule;
  /** Null for any request. Then a rule that reads the request has no verdict. */
  readonly request: RuleRequest | null;
  /** By default, that of the loaded collections. */
  readonly lookup?: Lookup;
}

export type Verdict =
  | {
      readonly kind: 'yes';
      /** True if the rule is empty. */
      readonly isForAll: boolean;
      /** How an admin finds the records; null if not needed or not known. */
      readonly rows: FoundRows | null;
      /** The records that pass, if the question names some, or asks for all ids. */
      readonly ids: ReadonlySet<string>;
      /** The number of records that pass; null if all pass, or if they were not counted. */
      readonly found: number | null;
    }
  /** `fault` means that the server cannot run the rule. The reason is a sentence; null for none. */
  | { readonly kind: 'no'; readonly why: 'locked' | 'rule' | 'fault'; readonly reason: string | null }
  | Unknown;

/** `reason` is a sentence. `isFailure`: a call has failed, so a new try can succeed. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly reason: string;
  readonly isFailure: boolean;
}

/**
 * The records of the question: some ids, all ids, their number, or a new record. `filter` asks only how to find
 * them; most rules then need no call.
 */
export type Of = readonly string[] | 'ids' | 'count' | 'new' | 'filter';

const methods: Readonly<Record<MentioningRule, string>> = {
  listRule: 'GET',
  viewRule: 'GET',
  createRule: 'POST',
  updateRule: 'PATCH',
  deleteRule: 'DELETE',
  // The server checks it when an account is changed.
  manageRule: 'PATCH',
  authRule: 'POST',
};

/** Takes the query, headers and body that the person's request has in View as. */
export function questionOf(
  collection: Collection,
  name: MentioningRule,
  person: Person | null,
  rule: string | null = textOfRule(collection, name),
): Question & { readonly request: RuleRequest } {
  return { rule, name, collection, person, request: seenAs.requestBy(methods[name]) };
}

/** For screens on servers without the capability `writeVerdicts`. */
export const noWriteVerdicts = 'Creates and updates cannot be judged on this server.';

const atATime = 4;
const rowsOfPage = 500;
/** More ids than these are not read. */
export const mostIds = 2000;
const noIds: ReadonlySet<string> = new Set();

/**
 * Asks whether a rule lets a person pass. After a failed call the verdict is unknown. Throws only if the question
 * was cancelled, or the session has ended.
 */
export async function askRule(question: Question, of: Of, signal: AbortSignal): Promise<Verdict> {
  try {
    return await verdictOn(question, of, signal);
  } catch (error) {
    if (!(error instanceof ApiError) || error.isAborted) throw error;
    return unknown(error.message, true);
  }
}

/** Returns how many records pass, 'all', or why the number is unknown. */
export function foundBy(verdict: Verdict): number | 'all' | Unknown {
  if (verdict.kind === 'yes') return verdict.found ?? 'all';
  if (verdict.kind === 'unknown') return verdict;
  return verdict.why === 'fault' ? unknown(`The server refuses the rule. ${verdict.reason}`) : 0;
}

export const idsOf = (verdict: Verdict): ReadonlySet<string> =>
  verdict.kind === 'yes' ? verdict.ids : noIds;

/** For each condition of a rule, returns the ids whose records meet it. Throws an ApiError. */
export async function conditionsMet(
  { conditions }: ExplainedRule,
  ids: readonly string[],
  question: Question,
  signal: AbortSignal,
): Promise<ReadonlyMap<Condition, ReadonlySet<string>>> {
  const met = new Map<Condition, ReadonlySet<string>>();
  const judge = async ({ condition }: (typeof conditions)[number]) => {
    const rule = printCondition(condition);
    met.set(condition, idsOf(await verdictOn({ ...question, rule }, ids, signal)));
  };
  await createPool(atATime, signal, judge).add(conditions);
  return met;
}

async function verdictOn(question: Question, of: Of, signal: AbortSignal): Promise<Verdict> {
  const { collection, name, person } = question;
  const answer = await translated(question, signal);
  if (answer.kind === 'adminsOnly') return no('locked');
  if (answer.kind === 'fails') return no('fault', answer.reason);
  const choice = guestsChoose(question.rule);
  if (choice !== null && !question.request) return unknown(choice);
  if (name === 'manageRule' && !person) return no('rule', 'A guest manages nobody.');
  if (of === 'count' && choice === null && isOwnList(question)) {
    return counted(answer, await listedRecords.countAsGuest(collection.id, { signal, isBackground: true }));
  }
  if (answer.kind === 'notSimulated') return unknown(answer.reason);
  if (answer.kind === 'always' || of === 'filter') return yes(answer);
  if (of === 'new') return newVerdict(collection, answer, signal);
  if (of === 'count') return counted(answer, await countRows(collection, answer, signal));
  const ids =
    of === 'ids' ? await readIds(collection, answer, signal) : await pass(collection, of, answer, signal);
  return ids.size > 0 ? { ...yes(answer), ids, found: ids.size } : no('rule');
}

const no = (why: 'locked' | 'rule' | 'fault', reason: string | null = null): Verdict => ({
  kind: 'no',
  why,
  reason,
});
const unknown = (reason: string, isFailure = false): Unknown => ({ kind: 'unknown', reason, isFailure });
const yes = (answer: Translation) =>
  ({
    kind: 'yes',
    isForAll: answer.kind === 'always',
    rows: answer.kind === 'rows' ? answer : null,
    ids: noIds,
    found: null,
  }) as const;
const counted = (answer: Translation, found: number): Verdict =>
  found > 0 || answer.kind === 'always' ? { ...yes(answer), found } : no('rule');

/** True if the list that a guest gets answers the question. */
const isOwnList = ({ name, person, rule, collection }: Question) =>
  name === 'listRule' && person === null && rule === ruleOf(collection, 'listRule');

const anyRequest: RuleRequest = { method: 'GET', context: 'default', query: {}, headers: {}, body: {} };
const translations = new WeakMap<Question, Promise<Translation>>();

function translated(question: Question, signal: AbortSignal): Promise<Translation> {
  const running = translations.get(question) ?? translate(question, signal);
  translations.set(question, running);
  running.catch(() => translations.delete(question));
  return running;
}

async function translate(question: Question, signal: AbortSignal): Promise<Translation> {
  const { name, request, lookup = lookupOf(collections.state.all as Collection[]) } = question;
  const ask: Ask = async (collection, { filter, expand }) => {
    const query = { perPage: String(rowsOfPage), skipTotal: '1', filter, ...(expand && { expand }) };
    return (await listedRecords.list(collection.id, query, { signal })).items;
  };
  // The server treats an empty manage rule like none (`hasAuthManageAccess`).
  const rule = name === 'manageRule' && question.rule === '' ? null : question.rule;
  const isList = name === 'listRule';
  const asked = { ...question, rule, isList, request: request ?? anyRequest, lookup };
  const inFilter = () => translateRule({ ...asked, isLenient: can('lenientRules') }, ask);
  let answer = await inFilter();
  if (answer.kind === 'notSimulated' && (await learnMore())) answer = await inFilter();
  return answer.kind === 'rows' && isTooLong(answer)
    ? { kind: 'notSimulated', reason: 'The rule is too long for a request.' }
    : answer;
}

/** True if the request has no room for an id beside the filter. */
function isTooLong({ filter, query }: FoundRows): boolean {
  const withId = joinFilters(idsFilter(['0'.repeat(15)]), filter);
  return (
    serverQueryLength({ ...query, filter: withId, fields: 'id', perPage: '1', skipTotal: '1' }) >
    maxQueryLength
  );
}

const countRows = (collection: Collection, { filter, query }: FoundRows, signal: AbortSignal) =>
  listedRecords.count(collection.id, filter, { query, signal, isBackground: true });

/** The filter reads no stored row of this collection, so any row gives the verdict. */
async function newVerdict(collection: Collection, answer: FoundRows, signal: AbortSignal): Promise<Verdict> {
  const isAnyFound = async (rows: Pick<FoundRows, 'filter' | 'query'>) => {
    const query = { ...rows.query, filter: rows.filter, fields: 'id', perPage: '1', skipTotal: '1' };
    const { items } = await listedRecords.list(collection.id, query, { signal, isBackground: true });
    return items.length > 0;
  };
  if (await isAnyFound(answer)) return yes(answer);
  return (await isAnyFound({ filter: '', query: {} }))
    ? no('rule')
    : unknown('The collection has no records, so the rule cannot be tried.');
}

/** Reads the ids of the records that pass; stops above `mostIds`. */
async function readIds(
  collection: Collection,
  { filter, query }: FoundRows,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const asked = { ...query, filter, fields: 'id', sort: 'id', perPage: String(rowsOfPage), skipTotal: '1' };
  const options = { signal, isBackground: true };
  for (let page = 1; ids.size <= mostIds; page += 1) {
    const { items } = await listedRecords.list(collection.id, { ...asked, page: String(page) }, options);
    for (const { id } of items) ids.add(id);
    if (items.length < rowsOfPage) break;
  }
  return ids;
}

/** Returns the ids whose records pass. */
async function pass(
  collection: Collection,
  ids: readonly string[],
  { filter, query }: FoundRows,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const found = await readByIds(collection.id, ids, { fields: ['id'], filter, query, signal });
  return new Set(found.map(({ id }) => id));
}
