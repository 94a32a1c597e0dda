// Asks the server, as an admin, what a rule gives a person. All calls are reads.
// A filter that is too long for one request is not split at the rule's `||`: its parts can find a record twice, and
// SQLite might refuse a whole whose parts it takes.

import * as listedRecords from '../backend/listedRecords';
import { readByIds } from '../backend/recordPages';
import { createPool } from '../base/pool';
import type { Collection } from '../model/collection';
import { idsFilter, joinFilters } from '../model/filter/filter';
import { type Condition, printCondition } from '../model/filter/parseRule';
import { type MentioningRule, textOfRule } from '../model/mentions';
import { maxQueryLength, serverQueryLength } from '../model/queryLength';
import { lookupOf } from '../model/rulePaths';
import * as collections from '../page/collections';
import type { ExplainedRule } from './reading/explainRule';
import type { Ask, Person, RuleQuestion } from './reading/personSides';
import { type FoundRows, type Translation, translateRule } from './reading/translateRule';
import * as seenAs from './seenAs';

/** A rule for a person. */
export type RuleCall = Omit<RuleQuestion, 'lookup'>;

const methods: Readonly<Record<MentioningRule, string>> = {
  listRule: 'GET',
  viewRule: 'GET',
  createRule: 'POST',
  updateRule: 'PATCH',
  deleteRule: 'DELETE',
  // The server asks for it when an account is changed.
  manageRule: 'PATCH',
};

/** Returns the question whether a rule of a collection lets the person pass, with the request they typed. */
export function ruleCall(
  collection: Collection,
  key: MentioningRule,
  person: Person | null,
  rule: string | null = textOfRule(collection, key),
): RuleCall {
  const request = seenAs.requestBy(methods[key]);
  return { rule, isList: key === 'listRule', collection, person, request };
}

/** The number of records that a rule gives, or why there is no number. */
export type CountedTranslation =
  | Exclude<Translation, FoundRows>
  | { readonly kind: 'counted'; readonly found: number };

const atATime = 4;
const mostRecords = 500;
/** More records are not read to count or compare them. */
export const mostIds = 2000;

/** Translates a rule to a filter for one request. */
export async function translate(call: RuleCall, signal: AbortSignal): Promise<Translation> {
  const ask: Ask = async (collection, { filter, expand }) => {
    const query = { perPage: String(mostRecords), skipTotal: '1', filter, ...(expand && { expand }) };
    return (await listedRecords.list(collection.id, query, { signal })).items;
  };
  const lookup = lookupOf(collections.state.all as Collection[]);
  const answer = await translateRule({ ...call, lookup }, ask);
  return isAsked(answer) && isTooLong(answer)
    ? { kind: 'notSimulated', reason: 'The rule is too long for a request.' }
    : answer;
}

/** True if the filter leaves no room for an id. */
function isTooLong({ filter, query }: FoundRows): boolean {
  const withId = joinFilters(idsFilter(['0'.repeat(15)]), filter);
  return (
    serverQueryLength({ ...query, filter: withId, fields: 'id', perPage: '1', skipTotal: '1' }) >
    maxQueryLength
  );
}

/** Counts the records that a rule gives the person. */
export async function countFor(call: RuleCall, signal: AbortSignal): Promise<CountedTranslation> {
  const answer = await translate(call, signal);
  if (!isAsked(answer)) return answer;
  return { kind: 'counted', found: await countRows(call.collection, answer, signal) };
}

export const isAsked = (answer: { readonly kind: string }): answer is FoundRows => answer.kind === 'rows';

export const countRows = (collection: Collection, { filter, query }: FoundRows, signal: AbortSignal) =>
  listedRecords.count(collection.id, filter, { query, signal, isBackground: true });

/** Reads the ids of the records that pass, until there are more than `mostIds`. */
export async function readIds(
  collection: Collection,
  { filter, query }: FoundRows,
  signal: AbortSignal,
): Promise<Set<string>> {
  const ids = new Set<string>();
  const asked = { ...query, filter, fields: 'id', sort: 'id', perPage: String(mostRecords), skipTotal: '1' };
  const options = { signal, isBackground: true };
  for (let page = 1; ids.size <= mostIds; page += 1) {
    const { items } = await listedRecords.list(collection.id, { ...asked, page: String(page) }, options);
    for (const { id } of items) ids.add(id);
    if (items.length < mostRecords) break;
  }
  return ids;
}

/** Returns those of the ids whose records pass. */
export async function idsThatPass(
  collection: Collection,
  ids: readonly string[],
  { filter, query }: FoundRows,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const found = await readByIds(collection.id, ids, { fields: ['id'], filter, query, signal });
  return new Set(found.map(({ id }) => id));
}

/** Returns for each condition of a rule which of the ids meet it. */
export async function conditionsMet(
  { conditions }: ExplainedRule,
  ids: readonly string[],
  call: Omit<RuleCall, 'rule'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<Condition, ReadonlySet<string>>> {
  const met = new Map<Condition, ReadonlySet<string>>();
  const judge = async ({ condition }: (typeof conditions)[number]) => {
    const answer = await translate({ ...call, rule: printCondition(condition) }, signal);
    met.set(condition, isAsked(answer) ? await idsThatPass(call.collection, ids, answer, signal) : new Set());
  };
  await createPool(atATime, signal, judge).add(conditions);
  return met;
}
