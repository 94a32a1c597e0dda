import { namesOf } from '../../../model/rulePaths';

/** Everything that is no name or operator: texts and comments. A quote that is not closed reaches to the end. */
const quoted = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|$)|'[^'\\]*(?:\\[\s\S][^'\\]*)*(?:'|$)|\/\/[^\n]*/g;

/** What only newer servers know, and what it is called in a sentence. */
const unknownHere: readonly (readonly [RegExp, string])[] = [
  [/:lower\b/, ':lower'],
  [/:changed\b/, ':changed'],
  [/\bgeoDistance\s*\(/, 'geoDistance()'],
  [/\bstrftime\s*\(/, 'strftime()'],
  [/@yesterday\b/, '@yesterday'],
  [/@tomorrow\b/, '@tomorrow'],
];

export interface RuleHere {
  readonly rule: string | null;
  /** What of it this server does not know; the rule is null then, for admins only, and never for everyone. */
  readonly unknown: string | null;
}

/** A rule of a newer server as one of this. `lost` are the names of what does not come along. */
export function ruleHere(rule: string | null, lost: RuleLosses): RuleHere {
  if (rule === null) return { rule, unknown: null };
  const here = outsideQuotes(rule, (part) => part.replace(/@request\.body\b/g, '@request.data'));
  const code = rule.replace(quoted, ' ');
  const unknown = unknownHere.find(([pattern]) => pattern.test(code))?.[1] ?? lostName(here, lost);
  return unknown === null ? { rule: here, unknown } : { rule: null, unknown };
}

export interface RuleLosses {
  /** Ids and names of the collections of the newer system, in lower case. */
  readonly collections: ReadonlySet<string>;
  /** Names of the fields of the rule's own collection. */
  readonly fields: ReadonlySet<string>;
}

function lostName(rule: string, { collections, fields }: RuleLosses): string | null {
  for (const name of namesOf(rule)) {
    const [first = '', second = '', third = ''] = name.split(/[.:]/);
    if (first === '@collection' && collections.has(second.toLowerCase())) return second;
    const field = first === '@request' && second === 'data' ? third : first;
    if (fields.has(field)) return field;
    const source = /(?:^|\.)(\w+?)_via_/.exec(name)?.[1] ?? '';
    if (collections.has(source.toLowerCase())) return source;
  }
  return null;
}

function outsideQuotes(rule: string, change: (part: string) => string): string {
  let result = '';
  let at = 0;
  for (const found of rule.matchAll(quoted)) {
    result += change(rule.slice(at, found.index)) + found[0];
    at = found.index + found[0].length;
  }
  return result + change(rule.slice(at));
}
