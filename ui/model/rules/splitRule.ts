import { conditionsOf, halvesOf, operandsOf, parseRule, printRule, type RuleNode } from './parseRule';
import type { Ask, RuleQuestion } from './personSides';
import { type FoundRows, type Translation, translateRule } from './translateRule';

/** A translation that may need several requests. */
export type SplitTranslation =
  | Translation
  /** The person gets the records that an admin finds by at least one of these filters. */
  | { readonly kind: 'split'; readonly parts: readonly FoundRows[] };

/** The translations with which the server is asked for records. */
export type AskedTranslation = Extract<SplitTranslation, { kind: 'rows' | 'split' }>;

const mostParts = 64;
/** A page of the table. A part with room for it takes one request. */
const pageOfIds = 40;
/** SQLite refuses more than 1000 operators in each other. */
const mostConditions = 200;
/** SQLite joins 64 tables, and a relation to several records takes two. */
const mostPaths = 30;

/**
 * Translates a rule as `translateRule` does, for requests of a limited length. A filter that is too long becomes
 * one for each of some alternatives of the rule. Together they find what the rule finds: one related row has to
 * meet one alternative, "all of them" is asked in each condition alone, and items of `:each` are alternatives.
 */
export async function splitRule(
  question: RuleQuestion,
  ask: Ask,
  /** With the ids of so many records. */
  isTooLong: (rows: FoundRows, ids: number) => boolean,
): Promise<SplitTranslation> {
  const { rule } = question;
  const askOnce = remembering(ask);
  const whole = await translateRule(question, askOnce);
  if (rule === null || whole.kind !== 'rows' || !isTooLong(whole, 1)) return whole;
  const tree = parseRule(rule);
  if (isTooMuch(tree)) return tooLong;
  const partFor = async (node: RuleNode) => translateRule({ ...question, rule: printRule(node) }, askOnce);
  const parts = (await partsBeside(pageOfIds)) ?? (await partsBeside(1));
  return parts ? { kind: 'split', parts } : tooLong;

  /** Returns parts that leave room for the ids, if they can be split so far; null if they are too many. */
  async function partsBeside(ids: number): Promise<FoundRows[] | null> {
    const found: FoundRows[] = [];
    const waiting: RuleNode[] = [tree];
    for (let node = waiting.shift(); node; node = waiting.shift()) {
      const part = await partFor(node);
      const halves = part.kind === 'rows' && isTooLong(part, ids) ? halvesOf(node) : null;
      if (halves) waiting.unshift(...halves);
      else if (part.kind !== 'rows' || isTooLong(part, 1)) return null;
      else found.push(part);
      if (found.length + waiting.length > mostParts) return null;
    }
    return found;
  }
}

const tooLong: Translation = { kind: 'notSimulated', reason: 'The rule is too long for a request.' };

export function partsOf(answer: AskedTranslation): readonly FoundRows[] {
  return answer.kind === 'split' ? answer.parts : [answer];
}

/** The server may be unable to run the whole, which the parts would not show. */
function isTooMuch(tree: RuleNode): boolean {
  const paths = operandsOf(tree).flatMap(({ kind, source }) => (kind === 'name' ? pathsIn(source) : []));
  return conditionsOf(tree).length > mostConditions || new Set(paths).size > mostPaths;
}

/** Returns the path before each dot and before `:each`; each may be joined. */
const pathsIn = (name: string) =>
  [...name.matchAll(/\.|:each$/g)].map(({ index }) => name.slice(0, index + 1));

/** The parts read the same records as the whole. */
function remembering(ask: Ask): Ask {
  const known = new Map<string, ReturnType<Ask>>();
  return (collection, query) => {
    const key = JSON.stringify([collection.id, query]);
    const answer = known.get(key) ?? ask(collection, query);
    known.set(key, answer);
    return answer;
  };
}
