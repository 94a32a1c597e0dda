// The advice of a finding, taken word by word: the finding is gone, and no other check falls silent because of it.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import { type MentioningRule, textOfRule } from '../../../../ui/model/mentions';
import { type Finding, textOfSentence } from '../../../../ui/rules/findings/checks/finding';
import { factsOf, findingsOf, outcomesOf } from '../../../support/findingFacts';
import { accountsOf, baseOf, fieldOf, holes, relationOf } from '../../../support/findingHoles';

const ruleNames = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule', 'manageRule'];

/** Returns the rules that a finding shows, such as `update rule of posts`. */
const shownRules = ({ parts }: Finding) =>
  parts.flatMap(({ label }) => {
    const [, act = '', name = ''] = /^(\w+) rule of (.+)$/.exec(textOfSentence(label)) ?? [];
    return act ? [{ name, rule: `${act}Rule` }] : [];
  });

const placeOf = ({ place }: Finding, collections: readonly Collection[]) => ({
  name: collections.find(({ id }) => id === place.collectionId)?.name ?? '',
  rule: place.at?.replace('options.', '') ?? '',
});

/** Changes rules; a rule is the text of the collection, or one of its options. */
function change(
  collections: readonly Collection[],
  places: readonly { name: string; rule: string }[],
  next: (rule: string) => string | null,
): Collection[] {
  return collections.map((one) => {
    let changed = one;
    for (const { rule } of places.filter(({ name }) => name === one.name)) {
      assert.ok(ruleNames.includes(rule), rule);
      const isOption = rule === 'manageRule';
      const old = (isOption ? changed.options : changed) as unknown as Record<string, string | null>;
      const value = next(old[rule] ?? '');
      changed = isOption
        ? { ...changed, options: { ...changed.options, [rule]: value } }
        : { ...changed, [rule]: value };
    }
    return changed;
  });
}

const and = (added: string) => (rule: string) => (rule === '' ? added : `(${rule}) && ${added}`);

/** Follows the advice if it is about a rule; returns null for other advice. */
function follow(finding: Finding, collections: readonly Collection[]): Collection[] | null {
  const fix = textOfSentence(finding.fix);
  const [code = ''] = finding.fix.flatMap(({ kind, text }) => (kind === 'code' ? [text] : []));
  const shown = shownRules(finding);
  if (/^Add .+ to the (create|update) rule\.$/.test(fix)) {
    return change(collections, [placeOf(finding, collections)], and(code));
  }
  if (/^Add .+ to the rule\b/.test(fix)) return change(collections, shown, and(code));
  // The first one is the sign-up.
  if (/^Add .+ to these rules,/.test(fix)) return change(collections, shown.slice(1), and(code));
  if (/^Set the list rule to /.test(fix)) return change(collections, shown, () => code);
  if (/^Set Admins only, or a rule such as /.test(fix)) return change(collections, shown, () => code);
  if (/or set Admins only\.$/.test(fix)) return change(collections, shown, () => null);
  const written = /^Write (.+)\.$/.exec(fix)?.[1];
  if (written === undefined) return null;
  // The reason begins with the test.
  const [old = ''] = finding.why.flatMap(({ kind, text }) => (kind === 'code' ? [text] : []));
  return change(collections, shown, (rule) => {
    assert.ok(rule.includes(old), `${old} in ${rule}`);
    return rule.replaceAll(old, written);
  });
}

/** Is one of the rules for admins only now? */
const isClosedIn = (finding: Finding, collections: readonly Collection[]) =>
  shownRules(finding).some(({ name, rule }) => {
    const one = collections.find((other) => other.name === name);
    return one && textOfRule(one, rule as MentioningRule) === null;
  });

const hasRule = (finding: Finding, { name, rule }: ReturnType<typeof shownRules>[number]) =>
  shownRules(finding).some((one) => one.name === name && one.rule === rule);

const keyOf = ({ id, place }: Finding) => `${id}: ${place.text}`;

const role = fieldOf('select', 'role');
const author = relationOf('author', 'users');
const signedIn = '@request.auth.id != ""';
const isAdmin = '@request.auth.role = "admin"';

/** Schemas with several holes, beside those that have one each. */
const schemas: readonly (readonly Collection[])[] = [
  ...holes.map(({ open }) => open),
  [
    accountsOf('users', { create: '', update: 'id = @request.auth.id', list: '', manage: signedIn }, [role]),
    baseOf(
      'posts',
      { list: signedIn, create: signedIn, update: `${isAdmin} || author = @request.auth.id`, delete: '' },
      [fieldOf('text', 'title'), author],
    ),
    baseOf('secrets', { list: isAdmin, create: '@request.auth.role != "b"' }, [
      fieldOf('text', 'title'),
      author,
    ]),
  ],
  [
    accountsOf('users', { create: '@request.auth.role != "b"', update: '' }, [role]),
    accountsOf('staff', { create: signedIn, manage: '@request.auth.verified = true' }),
    baseOf(
      'posts',
      {
        list: `${signedIn} || ${isAdmin}`,
        create: 'title != ""',
        update: `${isAdmin} || ${signedIn} && author = @request.auth.id && editors != @request.auth.id`,
      },
      [fieldOf('text', 'title'), author, relationOf('editors', 'users', { maxSelect: 3 })],
    ),
  ],
];

/** Checks whose advice is not about a rule. */
const others = [
  ...['view-secrets', 'missing-name', 'failing-rule', 'hidden-emails', 'open-files', 'cascade-delete'],
  ...['guessed-fields', 'wider-view', 'short-password', 'missing-index'],
];

test('advice about a rule ends its finding, and silences no other', () => {
  let followed = 0;
  for (const collections of schemas) {
    for (const count of [0, 1]) {
      const before = findingsOf(outcomesOf(factsOf(collections), count));
      for (const finding of before) {
        const next = follow(finding, collections);
        assert.is(next === null, others.includes(finding.id), keyOf(finding));
        if (!next) continue;
        followed += 1;
        const after = findingsOf(outcomesOf(factsOf(next), count));
        const about = `${keyOf(finding)}: ${textOfSentence(finding.fix)}`;
        assert.not.ok(
          after.some((one) => keyOf(one) === keyOf(finding)),
          about,
        );
        for (const one of before) {
          // Rules with the same text are one finding.
          const isOpen = after.some(
            (other) =>
              other.place.text === one.place.text ||
              (other.id === one.id && shownRules(one).every((rule) => hasRule(other, rule))),
          );
          const isSignUpClosed = finding.id === 'guests-pass' && one.id === 'open-sign-up';
          // A list of own records shows nothing of others.
          const isOwnList = one.id === 'guessed-fields';
          assert.ok(
            one === finding || isOpen || isClosedIn(one, next) || isSignUpClosed || isOwnList,
            `${about} ${keyOf(one)}`,
          );
        }
      }
    }
  }
  assert.ok(followed > 40, `${followed}`);
});

test.run();
