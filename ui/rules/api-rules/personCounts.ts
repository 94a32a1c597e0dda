import * as listedRecords from '../../backend/listedRecords';
import { displayText } from '../../model/recordName';
import { report } from '../../page/report';
import * as toasts from '../../page/toasts';
import type { Person } from '../reading/personSides';
import { countFor, ruleCall } from '../ruleAnswers';
import * as seenAs from '../seenAs';
import { type CountRule, createRuleCounts, type RuleCounts } from './ruleCounts';

/** The numbers of records that rules give one person. */
export interface PersonCounts {
  readonly as: string;
  /** Null for a guest. */
  readonly name: string | null;
  readonly counts: RuleCounts;
}

/** Prepares the counts for a person. Null if it is cancelled, or, after a message, if the account cannot be read. */
export async function openPersonCounts(as: string, signal: AbortSignal): Promise<PersonCounts | null> {
  try {
    const person = await seenAs.readPerson(seenAs.parseSeenAs(as), { signal });
    if (signal.aborted) return null;
    if (person === 'gone') {
      toasts.error('This user was deleted.');
      return null;
    }
    const name = person && displayText(person.record, person.collection);
    return { as, name, counts: createRuleCounts(countsFor(person)) };
  } catch (error) {
    report(error);
    return null;
  }
}

function countsFor(person: Person | null): CountRule {
  // All rules of a collection need the same total; a refresh has another signal.
  const totals = new WeakMap<AbortSignal, Map<string, Promise<number>>>();

  function totalOf(collectionId: string, signal: AbortSignal): Promise<number> {
    const known = totals.get(signal) ?? new Map<string, Promise<number>>();
    totals.set(signal, known);
    const total =
      known.get(collectionId) ?? listedRecords.count(collectionId, '', { signal, isBackground: true });
    known.set(collectionId, total);
    // A retry of one rule counts again.
    total.catch(() => known.delete(collectionId));
    return total;
  }

  return async (collection, rule, signal) => {
    const answer = await countFor(ruleCall(collection, rule, person), signal);
    if (answer.kind === 'notSimulated') return answer;
    if (answer.kind === 'fails') {
      return { kind: 'notSimulated', reason: `The server refuses the rule. ${answer.reason}` };
    }
    const total = await totalOf(collection.id, signal);
    const found = answer.kind === 'counted' ? answer.found : answer.kind === 'always' ? total : 0;
    return { kind: 'counted', found, total };
  };
}
