// Findings are facts, not guesses: a check finds only what follows from the collections, settings, backups, admins
// and counts. It reports a rule that it cannot judge, and then has not passed. A rule is judged by its
// alternatives, up to 64. Checks are pure. A check asks for a count by `report.count`, and all run again with the
// responses. The key of an accepted finding has no count in it, so the finding is open again when a rule changes,
// but not with each new record. Rejected: to sign in as a person, because a run must only read.

import { countOf, printCount } from '../../../base/text';
import type { Backup } from '../../../model/backup';
import type { Collection } from '../../../model/collection';
import { isInOptions, type MentioningRule, ruleVerbs, textOfRule } from '../../../model/mentions';
import type { Lookup } from '../../../model/rulePaths';
import type { AllSettings } from '../../../model/settings';

export const severities = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof severities)[number];

/** A piece of a sentence. `words` are those of this page; the other kinds are data, which is never translated. */
export interface Piece {
  readonly kind: 'words' | 'name' | 'code' | 'data';
  readonly text: string;
}
export type Sentence = readonly Piece[];

/** A rule or query, with a label such as `create rule of users`. */
export interface ShownCode {
  readonly label: Sentence;
  /** Null means admins only, '' everyone. */
  readonly code: string | null;
  readonly language: 'filter' | 'sql';
}

/** The part of a collection, or the page of the settings, to which a finding links. */
export interface Place {
  readonly text: string;
  readonly path?: string;
  readonly collectionId?: string;
  /** The path of an error in the form of the collection, such as `createRule` or `schema.role`. */
  readonly at?: string;
  /** The field for which a new index is suggested. */
  readonly indexed?: string;
}

export interface Finding {
  readonly id: string;
  readonly severity: Severity;
  readonly title: Sentence;
  readonly why: Sentence;
  readonly parts: readonly ShownCode[];
  readonly fix: Sentence;
  readonly place: Place;
  /** Identifies the finding by its place and what was found, without counts. */
  readonly key: string;
}

export interface Unjudged {
  readonly place: string;
  readonly reason: string;
}

export interface Outcome {
  readonly id: string;
  /** The sentence if nothing is found, such as "All names in rules exist." */
  readonly passed: string;
  /** The parts of the server that the check has read, such as "the rules of 12 collections". */
  readonly looked: string;
  readonly findings: readonly Finding[];
  readonly unjudged: readonly Unjudged[];
  /** The error of a call that left the check incomplete. */
  readonly error: string | null;
}

/** The response of a call, or the reason why there is none. `canRetry` is false if the call was not made. */
export type Answer<Value> =
  | { readonly value: Value }
  | { readonly reason: string; readonly canRetry: boolean };

export interface Facts {
  readonly collections: readonly Collection[];
  readonly lookup: Lookup;
  readonly settings: Answer<AllSettings>;
  readonly backups: Answer<readonly Backup[]>;
  readonly admins: Answer<readonly { readonly email: string }[]>;
  /** The collection of the admins of a newer server; null on 0.22. */
  readonly adminAccounts: Answer<Collection | null>;
  /** By `countKey`. */
  readonly counts: ReadonlyMap<string, Answer<number>>;
  /** The address of this page. */
  readonly address: URL;
  /** In milliseconds since 1970. */
  readonly now: number;
}

export interface WantedCount {
  readonly collectionId: string;
  readonly filter: string;
  /** Set if the filter is this rule of the collection: then it counts the records for which guests pass it. */
  readonly asGuest?: MentioningRule;
}

export const countKey = ({ collectionId, filter, asGuest }: WantedCount) =>
  [collectionId, ...(asGuest ? [asGuest] : []), filter].join(' ');

export type Found = Omit<Finding, 'id' | 'parts' | 'key'> & { parts?: readonly ShownCode[]; what?: string };

export interface Report {
  /** `what` has details that `parts` do not show. If it changes, an accepted finding is open again. */
  find(found: Found): void;
  cannotTell(place: string, reason: string): void;
  /** Null if the number is not known yet, or is unknown; the report notes it. */
  count(collection: Collection, filter: string, asGuest?: MentioningRule): number | null;
  /** Null if the value is unknown; the report notes it. */
  known<Value>(answer: Answer<Value>): Value | null;
}

const scopes = {
  rules: ({ collections }: Facts) => `the rules of ${countOf(collections.length, 'collection')}`,
  accounts: ({ lookup }: Facts) => countOf(lookup.accounts.length, 'auth collection'),
  views: ({ collections }: Facts) =>
    countOf(collections.filter(({ type }) => type === 'view').length, 'view'),
  fields: ({ collections }: Facts) => `the fields of ${countOf(collections.length, 'collection')}`,
  settings: () => 'the settings',
  backups: () => 'the backups and the settings',
  admins: () => 'the admins',
  address: () => 'the address of this page',
} as const;

export interface Check {
  readonly id: string;
  readonly passed: string;
  readonly scope: keyof typeof scopes;
  /** False if the server lacks what is checked. By default, all servers have it. */
  readonly isOn?: (facts: Facts) => boolean;
  run(facts: Facts, report: Report): void;
}

type CheckOne = (collection: Collection, facts: Facts, report: Report) => void;

export const eachCollection =
  (check: CheckOne): Check['run'] =>
  (facts, report) => {
    for (const one of facts.collections) check(one, facts, report);
  };

/** Checks the auth collections. */
export const eachAccount =
  (check: CheckOne): Check['run'] =>
  (facts, report) => {
    for (const account of facts.lookup.accounts) check(account, facts, report);
  };

/** `onWanted` gets each count that is not known yet. */
export function runCheck(check: Check, facts: Facts, onWanted: (count: WantedCount) => void): Outcome {
  const findings: Finding[] = [];
  const unjudged: Unjudged[] = [];
  let error: string | null = null;
  function known<Value>(answer: Answer<Value>, place: string): Value | null {
    if ('value' in answer) return answer.value;
    if (answer.canRetry) error ??= answer.reason;
    else unjudged.push({ place, reason: answer.reason });
    return null;
  }
  check.run(facts, {
    find: ({ parts = [], what = '', ...found }) => {
      const codes = parts.map(({ label, code }) => `${textOfSentence(label)}: ${code}`);
      const key = JSON.stringify([check.id, found.place.text, found.place.at ?? '', what, ...codes]);
      findings.push({ ...found, parts, id: check.id, key });
    },
    cannotTell: (place, reason) => unjudged.push({ place, reason }),
    count(collection, filter, asGuest) {
      const wanted = { collectionId: collection.id, filter, ...(asGuest && { asGuest }) };
      const answer = facts.counts.get(countKey(wanted));
      if (answer) return known(answer, asGuest ? rulePlace(collection, asGuest).text : collection.name);
      onWanted(wanted);
      return null;
    },
    known: (answer) => known(answer, ''),
  });
  const { id, passed, scope } = check;
  return { id, passed, looked: scopes[scope](facts), findings, unjudged, error };
}

type Value = string | number | Collection | Sentence;

/** Makes a sentence from a template. In it, a text is code, a collection is a name, a number is printed. */
export function say(words: TemplateStringsArray, ...values: readonly Value[]): Sentence {
  return words.flatMap((text, at) => {
    const value = values[at];
    return [
      ...(text ? [{ kind: 'words' as const, text }] : []),
      ...(value === undefined ? [] : piecesOf(value)),
    ];
  });
}

function piecesOf(value: Value): Sentence {
  if (typeof value === 'string') return [{ kind: 'code', text: value }];
  if (typeof value === 'number') return [{ kind: 'words', text: printCount(value) }];
  return 'schema' in value ? [{ kind: 'name', text: value.name }] : (value as Sentence);
}

/** Words of this page, as a sentence or a part of one. */
export const plainWords = (text: string): Sentence => [{ kind: 'words', text }];

/** A sentence that contains names of the data. */
export const data = (text: string): Sentence => [{ kind: 'data', text }];

/** Joins names: `a, b and c`. Of many it counts the rest: `a, b, c and 4 more`. */
export function listed(values: readonly (string | Collection)[], most = 4): Sentence {
  const shown = values.slice(0, values.length > most ? most - 1 : most).map((one) => piecesOf(one));
  const more = values.length - shown.length;
  const items = more > 0 ? [...shown, plainWords(`${more} more`)] : shown;
  return items.flatMap((item, at) =>
    at === 0 ? item : [...plainWords(at === items.length - 1 ? ' and ' : ', '), ...item],
  );
}

export const textOfSentence = (sentence: Sentence) => sentence.map(({ text }) => text).join('');

/** Such as `list and view`. */
export const verbs = (rules: readonly MentioningRule[]): string =>
  textOfSentence(
    listed(
      rules.map((rule) => ruleVerbs[rule]),
      9,
    ),
  );

export function ruleCode(collection: Collection, rule: MentioningRule): ShownCode {
  const label = say`${plainWords(ruleVerbs[rule])} rule of ${collection}`;
  return { label, code: textOfRule(collection, rule), language: 'filter' };
}

export function rulePlace({ id, name }: Collection, rule: MentioningRule): Place {
  // The rule of the sign-in has no input: the options show it as a text.
  const at = rule === 'authRule' ? 'options' : isInOptions(rule) ? `options.${rule}` : rule;
  return {
    text: `${name}, ${ruleVerbs[rule]}`,
    collectionId: id,
    at,
  };
}

export function fieldPlace({ id, name }: Collection, field: string): Place {
  return { text: `${name}.${field}`, collectionId: id, at: `schema.${field}` };
}

export function pagePlace(text: string, path: string): Place {
  return { text, path: `/settings${path}` };
}
