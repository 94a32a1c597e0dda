import * as listedRecords from '../../../api/listedRecords';
import { textOfRule } from '../../../model/mentions';
import { displayText } from '../../../model/record';
import { report } from '../../../state/report';
import { translate } from '../../../state/ruleAnswers';
import { type CountRule, createRuleCounts, type RuleCounts } from '../../../state/ruleCounts';
import * as seenAs from '../../../state/seenAs';
import * as toasts from '../../../state/toasts';

/** The counts of what rules give one person. */
export interface PersonCounts {
  readonly as: string;
  /** Null for a guest. */
  readonly name: string | null;
  readonly counts: RuleCounts;
}

const methods = { listRule: 'GET', viewRule: 'GET', updateRule: 'PATCH', deleteRule: 'DELETE' };

/** Prepares the counts for a person. Null, after a message, if the account cannot be read. */
export async function openPersonCounts(as: string): Promise<PersonCounts | null> {
  const who = seenAs.parseSeenAs(as);
  if (!who) return null;
  if (who.kind === 'guest') return { as, name: null, counts: createRuleCounts(countsFor(null)) };
  const { signal } = new AbortController();
  const person = await seenAs
    .readPerson(who.collection, who.id, { expand: '', signal })
    .catch((error: unknown) => void report(error));
  if (person === null) toasts.error('This account was deleted.');
  if (!person) return null;
  seenAs.remember(person);
  const name = displayText(person.record, person.collection);
  return { as, name, counts: createRuleCounts(countsFor(person)) };
}

function countsFor(person: Awaited<ReturnType<typeof seenAs.readPerson>>): CountRule {
  return async (collection, rule, signal) => {
    const options = { signal, isBackground: true };
    const call = {
      rule: textOfRule(collection, rule),
      isList: rule === 'listRule',
      collection,
      person,
      request: seenAs.requestBy(methods[rule]),
    };
    const answer = await translate(call, signal);
    if (answer.kind === 'notSimulated') return answer;
    if (answer.kind === 'fails') {
      return { kind: 'notSimulated', reason: `The server refuses the rule. ${answer.reason}` };
    }
    const total = await listedRecords.count(collection.id, '', options);
    if (answer.kind === 'adminsOnly') return { kind: 'counted', found: 0, total };
    if (answer.kind === 'always') return { kind: 'counted', found: total, total };
    const { filter, query } = answer;
    const found = await listedRecords.count(collection.id, filter, { ...options, query });
    return { kind: 'counted', found, total };
  };
}
