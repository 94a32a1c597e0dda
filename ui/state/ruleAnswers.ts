import * as listedRecords from '../api/listedRecords';
import type { Collection } from '../model/collection';
import { idsFilter, joinFilters } from '../model/filter';
import type { KnownRules } from '../model/filterPieces';
import { type MentioningRule, textOfRule } from '../model/mentions';
import { serverQueryLength } from '../model/queryLength';
import { lookupOf } from '../model/rulePaths';
import type { ExplainedRule } from '../model/rules/explainRule';
import { type Condition, printCondition } from '../model/rules/parseRule';
import type { Ask, Person, RuleQuestion } from '../model/rules/personSides';
import type { ExtraQuery } from '../model/rules/ruleLiterals';
import { type Translation, translateRule } from '../model/rules/translateRule';
import * as collections from './collections';
import * as filterDialect from './filterDialect';
import * as queryLimit from './queryLimit';
import * as seenAs from './seenAs';

// Asks the server, as an admin, what a rule gives a person. All calls are reads.

/** A rule for a person. */
export type RuleCall = Omit<RuleQuestion, 'lookup' | 'escapes'>;

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
  | Exclude<Translation, { kind: 'rows' }>
  | { readonly kind: 'counted'; readonly found: number };

const atATime = 4;
const mostRecords = 500;

/** Translates a rule to a filter. A filter that is too long for a request is not simulated. */
export async function translate(call: RuleCall, signal: AbortSignal): Promise<Translation> {
  const ask: Ask = async (collection, { filter, expand }) => {
    const query = { perPage: String(mostRecords), skipTotal: '1', filter, ...(expand && { expand }) };
    return (await listedRecords.list(collection.id, query, { signal })).items;
  };
  const lookup = lookupOf(collections.state.all as Collection[]);
  const answer = await translateRule({ ...call, lookup, escapes: await escapesFor(call) }, ask);
  if (answer.kind === 'rows' && isTooLong(answer)) {
    return { kind: 'notSimulated', reason: 'The rule is too long for a request.' };
  }
  return answer;
}

/** Counts the records that a rule gives the person. */
export async function countFor(call: RuleCall, signal: AbortSignal): Promise<CountedTranslation> {
  const answer = await translate(call, signal);
  if (answer.kind !== 'rows') return answer;
  const { filter, query } = answer;
  const options = { query, signal, isBackground: true };
  return { kind: 'counted', found: await listedRecords.count(call.collection.id, filter, options) };
}

/** Returns those of the ids whose records the filter finds. */
export async function idsThatPass(
  collection: Collection,
  ids: readonly string[],
  { filter, query }: { filter: string; query: ExtraQuery },
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const found = await listedRecords.listByIds(collection.id, ids, { fields: 'id', filter, query, signal });
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
  const left = conditions.map(({ condition }) => condition);
  const work = async () => {
    for (let one = left.shift(); one && !signal.aborted; one = left.shift()) {
      const answer = await translate({ ...call, rule: printCondition(one) }, signal);
      met.set(
        one,
        answer.kind === 'rows' ? await idsThatPass(call.collection, ids, answer, signal) : new Set(),
      );
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return met;
}

/** A backslash has two meanings, so the server is asked which one it knows; without one both are the same. */
async function escapesFor({ rule, person, request, created }: RuleCall): Promise<KnownRules> {
  const texts = `${rule}${JSON.stringify([person?.record, request, created])}`;
  const rules = await filterDialect.rulesFor(texts);
  return rules === 'plain' ? 'new' : rules;
}

/** Tells whether the filter is too long for a request about one record. */
function isTooLong({ filter, query }: { filter: string; query: ExtraQuery }): boolean {
  const oneId = idsFilter(['0'.repeat(15)], 'plain');
  const call = { ...query, filter: joinFilters(oneId, filter), fields: 'id', perPage: '1', skipTotal: '1' };
  return serverQueryLength(call) > queryLimit.current();
}
