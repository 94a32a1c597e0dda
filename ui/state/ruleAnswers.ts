import * as listedRecords from '../api/listedRecords';
import type { Collection } from '../model/collection';
import { idsFilter, joinFilters } from '../model/filter';
import type { KnownRules } from '../model/filterPieces';
import { serverQueryLength } from '../model/queryLength';
import { lookupOf } from '../model/rulePaths';
import type { ExplainedRule } from '../model/rules/explainRule';
import { type Condition, printCondition } from '../model/rules/parseRule';
import type { Ask, RuleQuestion } from '../model/rules/personSides';
import type { ExtraQuery } from '../model/rules/ruleLiterals';
import { type Translation, translateRule } from '../model/rules/translateRule';
import * as collections from './collections';
import * as filterDialect from './filterDialect';
import * as queryLimit from './queryLimit';

// Asks the server, as an admin, what a rule gives a person. All calls are reads.

/** A rule for a person. */
export type RuleCall = Omit<RuleQuestion, 'lookup' | 'escapes'>;

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
