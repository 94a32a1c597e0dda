import * as listedRecords from '../../api/listedRecords';
import { readByIds } from '../../api/recordPages';
import type { Collection } from '../../model/collection';
import { idsFilter, joinFilters } from '../../model/filters/filter';
import { type MentioningRule, textOfRule } from '../../model/mentions';
import { idBatches, maxQueryLength, serverQueryLength } from '../../model/queryLength';
import { lookupOf } from '../../model/rulePaths';
import type { ExplainedRule } from '../../model/rules/explainRule';
import { type Condition, printCondition } from '../../model/rules/parseRule';
import type { Ask, Person, RuleQuestion } from '../../model/rules/personSides';
import {
  type AskedTranslation,
  partsOf,
  type SplitTranslation,
  splitRule,
} from '../../model/rules/splitRule';
import type { FoundRows } from '../../model/rules/translateRule';
import { createPool } from '../../platform/pool';
import * as collections from '../collections';
import * as seenAs from './seenAs';

// Asks the server, as an admin, what a rule gives a person. All calls are reads.

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
  | Exclude<SplitTranslation, AskedTranslation>
  | { readonly kind: 'counted'; readonly found: number };

const atATime = 4;
const mostRecords = 500;
/** More records are not read to count or compare them. */
export const mostIds = 2000;

/** Translates a rule to a filter, or to several if it is too long for a request. */
export async function translate(call: RuleCall, signal: AbortSignal): Promise<SplitTranslation> {
  const ask: Ask = async (collection, { filter, expand }) => {
    const query = { perPage: String(mostRecords), skipTotal: '1', filter, ...(expand && { expand }) };
    return (await listedRecords.list(collection.id, query, { signal })).items;
  };
  const lookup = lookupOf(collections.state.all as Collection[]);
  return splitRule({ ...call, lookup }, ask, isTooLong);
}

/** Counts the records that a rule gives the person. */
export async function countFor(call: RuleCall, signal: AbortSignal): Promise<CountedTranslation> {
  const answer = await translate(call, signal);
  if (!isAsked(answer)) return answer;
  const found = await countRows(call.collection, answer, signal);
  return found === null ? { kind: 'notSimulated', reason: tooLongToCount } : { kind: 'counted', found };
}

export const isAsked = (answer: { readonly kind: string }): answer is AskedTranslation =>
  answer.kind === 'rows' || answer.kind === 'split';

const tooLongToCount = `The rule is too long for one request, so only single records can be judged, and no more than ${mostIds} counted.`;

/** Null: the records of several filters are too many to count. One filter may find what another finds, too. */
export async function countRows(
  collection: Collection,
  answer: AskedTranslation,
  signal: AbortSignal,
): Promise<number | null> {
  if (answer.kind === 'rows') {
    const { filter, query } = answer;
    return listedRecords.count(collection.id, filter, { query, signal, isBackground: true });
  }
  const ids = await readIds(collection, answer, signal);
  return ids.size > mostIds ? null : ids.size;
}

/** Reads the ids of the records that pass, until there are more than `mostIds`. */
export async function readIds(
  collection: Collection,
  answer: AskedTranslation,
  signal: AbortSignal,
): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const { filter, query } of partsOf(answer)) {
    for (let page = 1; ids.size <= mostIds; page += 1) {
      const { items } = await listedRecords.list(
        collection.id,
        {
          ...query,
          filter,
          fields: 'id',
          sort: 'id',
          page: String(page),
          perPage: String(mostRecords),
          skipTotal: '1',
        },
        { signal, isBackground: true },
      );
      for (const { id } of items) ids.add(id);
      if (items.length < mostRecords) break;
    }
  }
  return ids;
}

/** Returns those of the ids whose records pass. */
export async function idsThatPass(
  collection: Collection,
  ids: readonly string[],
  answer: AskedTranslation,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const passed = new Set<string>();
  const asks = partsOf(answer).flatMap((rows) =>
    idBatches(ids, idsBeside(rows)).map((batch) => ({ rows, batch })),
  );
  const askBatch = async ({ rows: { filter, query }, batch }: (typeof asks)[number]) => {
    const open = batch.filter((id) => !passed.has(id));
    if (open.length === 0) return;
    const found = await readByIds(collection.id, open, { fields: ['id'], filter, query, signal });
    for (const { id } of found) passed.add(id);
  };
  await createPool(atATime, signal, askBatch).add(asks);
  return passed;
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

const idLength = 15;

/** Returns the request about so many records. */
function requestFor({ filter, query }: FoundRows, count: number) {
  const ids = idsFilter(new Array(count).fill('0'.repeat(idLength)));
  return { ...query, filter: joinFilters(ids, filter), fields: 'id', perPage: String(count), skipTotal: '1' };
}

const isTooLong = (rows: FoundRows, count: number) =>
  serverQueryLength(requestFor(rows, count)) > maxQueryLength;

/** Returns how many ids fit into one request beside the filter. */
function idsBeside(rows: FoundRows): number {
  const [one = 0, two = 0] = [1, 2].map((count) => serverQueryLength(requestFor(rows, count)));
  return Math.min(50, Math.max(1, 1 + Math.floor((maxQueryLength - one - 1) / (two - one))));
}
