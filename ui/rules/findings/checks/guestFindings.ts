import type { Collection } from '../../../model/collection';
import { isInOptions, type MentioningRule } from '../../../model/mentions';
import type { Lookup } from '../../../model/rulePaths';
import { emptyOwnerPath, guestsChoose } from '../../reading/guests';
import { emailGuard } from '../../reading/ruleSide';
import {
  type Check,
  eachCollection,
  plainWords,
  type Report,
  ruleCode,
  rulePlace,
  type Sentence,
  say,
  verbs,
} from './finding';
import {
  guestTest,
  hasSide,
  type Rule,
  reportUnread,
  ruleNamed,
  rulesOf,
  stopsGuests,
  type Test,
  tooManyAlternatives,
} from './ruleParts';
import { guestBranch, isFree } from './whoPasses';

export const guestChecks: readonly Check[] = [
  {
    id: 'guests-pass',
    passed: 'No guest passes a rule that tests the user.',
    scope: 'rules',
    run: eachCollection((one, { lookup }, report) => {
      reportUnread(one, lookup, report);
      findGuestsCreate(one, lookup, report);
      for (const { names, filter, why, uncounted } of guestRules(one, lookup)) {
        const place = { ...rulePlace(one, names[0]), text: `${one.name}, ${verbs(names)}` };
        if (uncounted !== null) {
          report.cannotTell(place.text, uncounted);
          continue;
        }
        const count = filter === '' ? null : report.count(one, filter, names[0]);
        if (filter !== '' && !count) continue;
        const records = count
          ? say`${count} ${plainWords(count === 1 ? 'record' : 'records')}`
          : plainWords('all records');
        report.find({
          severity: 'high',
          title: say`Guests can ${plainWords(verbs(names))} ${records} of ${one}`,
          why,
          parts: names.map((name) => ruleCode(one, name)),
          fix: say`Add ${guestTest} to the rule.`,
          place,
        });
      }
    }),
  },
  {
    id: 'guests-will-pass',
    passed: 'No empty field will let guests pass a rule.',
    scope: 'rules',
    run: eachCollection((one, { lookup }, report) => {
      reportUnread(one, lookup, report);
      for (const { names, filter, empty, uncounted } of guestRules(one, lookup)) {
        if (!empty || filter === '') continue;
        if (uncounted !== null) report.cannotTell(rulePlace(one, names[0]).text, uncounted);
        if (uncounted !== null || report.count(one, filter, names[0]) !== 0) continue;
        report.find({
          severity: 'medium',
          title: say`Guests will get records of ${one} whose ${empty} is empty`,
          why: say`No record is like this today, but ${empty} may be empty. For a guest, the user's fields are empty, too.`,
          parts: names.map((name) => ruleCode(one, name)),
          fix:
            // A view has no required fields.
            one.type === 'view'
              ? say`Add ${guestTest} to the rule.`
              : say`Add ${guestTest} to the rule, or make the field required.`,
          place: { ...rulePlace(one, names[0]), text: `${one.name}, ${verbs(names)}` },
        });
      }
    }),
  },
];

/**
 * Reports a create rule that guests pass. In an auth collection only if it tests the person, because a sign-up is
 * for guests.
 */
function findGuestsCreate(collection: Collection, lookup: Lookup, report: Report): void {
  const create = ruleNamed(collection, 'createRule', lookup);
  const branch = create && guestBranch(create);
  if (!branch || (collection.type === 'auth' && !branch.some(testsPerson))) return;
  report.find({
    severity: 'high',
    title: say`Guests can create records of ${collection}`,
    why: whyGuestsPass([branch]),
    parts: [ruleCode(collection, 'createRule')],
    fix: say`Add ${guestTest} to the rule.`,
    place: rulePlace(collection, 'createRule'),
  });
}

const testsPerson = (test: Test) => hasSide(test, ({ kind }) => kind === 'auth');

interface GuestRules {
  /** Rules with the same text are one finding. */
  readonly names: readonly [MentioningRule, ...MentioningRule[]];
  /** The part of the rules that guests pass; '' if they pass for all records. */
  readonly filter: string;
  readonly why: Sentence;
  /** A path that lets guests pass while its value is empty. */
  readonly empty: string | null;
  /** The reason why no count would be certain; null if it would. */
  readonly uncounted: string | null;
}

/** Returns the rules that guests may pass. A list or view rule without a test of the person is public on purpose. */
function guestRules(collection: Collection, lookup: Lookup): GuestRules[] {
  const found = new Map<string, GuestRules>();
  for (const rule of rulesOf(collection, lookup)) {
    if (rule.name === 'createRule' || isInOptions(rule.name)) continue;
    const isReading = rule.name === 'listRule' || rule.name === 'viewRule';
    const all = rule.branches ?? [rule.tests];
    const open = all.filter(
      (branch) => !(rule.branches && branch.some(stopsGuests)) && (!isReading || branch.some(testsPerson)),
    );
    if (open.length === 0) continue;
    const branches = open.map((branch) => branch.filter((test) => !isChosen(test, rule)));
    const isWhole = branches.flat().length === rule.branches?.flat().length;
    const text = isWhole || !rule.branches ? rule.text : printed(branches);
    // Only in lists does the server hide records by the visibility of their email, so their counts differ.
    const isOfList =
      rule.name === 'listRule' &&
      rule.tests.some((test) => hasSide(test, (side) => emailGuard(side) !== null));
    const key = `${isOfList} ${text}`;
    const other = found.get(key);
    found.set(key, {
      names: other ? [...other.names, rule.name] : [rule.name],
      filter: text,
      why: whyGuestsPass(branches),
      empty: branches.map((branch) => emptyOwnerPath(branch)).find((path) => path !== null) ?? null,
      uncounted: rule.branches ? guestsChoose(text) : tooManyAlternatives,
    });
  }
  return [...found.values()];
}

/** True if a guest can meet the test by the body of an update. */
const isChosen = (test: Test, { name, collection }: Rule) =>
  name === 'updateRule' &&
  test.sides.every(({ kind }) => kind === 'data' || kind === 'literal') &&
  isFree(test, collection);

/** '' if one of the alternatives has no test, because it lets all records pass. */
function printed(branches: readonly (readonly Test[])[]): string {
  if (branches.some((branch) => branch.length === 0)) return '';
  return branches.map((branch) => branch.map(({ source }) => source).join(' && ')).join(' || ');
}

function whyGuestsPass(branches: readonly (readonly Test[])[]): Sentence {
  const path = branches.map((branch) => emptyOwnerPath(branch)).find((one) => one !== null);
  const test = branches.flat().find(testsPerson);
  if (path && test) return say`${test.source} holds for guests where ${path} is empty.`;
  return test ? say`${test.source} holds for guests.` : plainWords('The rule does not check who is asking.');
}
