import { type Collection, fieldOf, ruleOf } from '../../../model/collection';
import { isHidden, optionOf } from '../../../model/field';
import { atRequest, bodyWord, isOfNewer, issetOf } from '../../../model/filter/ruleWords';
import { textOfRule } from '../../../model/mentions';
import type { Lookup } from '../../../model/rulePaths';
import type { RuleSide, SidePath } from '../../reading/ruleSide';
import {
  type Check,
  eachAccount,
  type Facts,
  listed,
  plainWords,
  type Report,
  ruleCode,
  rulePlace,
  say,
  verbs,
} from './finding';
import {
  eachWay,
  isData,
  isSignedIn,
  plainOf,
  type Rule,
  reportUnjudged,
  ruleNamed,
  rulesOf,
  stopsValue,
  type Test,
  type Write,
} from './ruleParts';
import { isForMost, isForOthers, isSignUpOpen, letsAllIn, needsTrust } from './whoPasses';

/** A value that a rule trusts; null for one that the rule does not name. */
type Value = string | null;

interface Trusted {
  readonly account: Collection;
  readonly field: string;
  /** By rule: its tests of the field. */
  readonly rules: Map<Rule, Trust[]>;
}

interface Trust {
  readonly test: Test;
  readonly value: Value;
}

/** Collects the fields of accounts that rules trust. */
function trustedFields({ collections, lookup }: Facts, isNew: boolean): Trusted[] {
  const found = new Map<string, Trusted>();
  for (const rule of collections.flatMap((one) => rulesOf(one, lookup))) {
    for (const branch of rule.branches ?? [rule.tests]) {
      for (const { account, field, trust } of branch.flatMap((test) => fieldsIn(test, rule, lookup, isNew))) {
        if (rule.branches && branch.some((test) => isForOthers(test, account))) continue;
        const key = `${account.id} ${field}`;
        const trusted = found.get(key) ?? { account, field, rules: new Map() };
        found.set(key, trusted);
        trusted.rules.set(rule, [...(trusted.rules.get(rule) ?? []), trust]);
      }
    }
  }
  return [...found.values()];
}

function fieldsIn(
  test: Test,
  rule: Rule,
  lookup: Lookup,
  isNew: boolean,
): { account: Collection; field: string; trust: Trust }[] {
  return eachWay(test).flatMap(([side, other]) => {
    if (isNew && isMetByDefault(test, other)) return [];
    // The rule of the sign-in trusts the account itself.
    if (rule.name === 'authRule' && side.kind === 'own' && fieldOf(rule.collection, side.first)) {
      const trust = { test, value: valueIn(test, side, other) };
      return [{ account: rule.collection, field: side.first, trust }];
    }
    if (side.kind !== 'auth') return [];
    return (
      lookup.accounts
        .filter((account) => fieldOf(account, side.first))
        // Such a test compares the new value with the person's own, so it protects the field.
        .filter((account) => account !== rule.collection || !isField(other, side.first))
        .map((account) => ({
          account,
          field: side.first,
          trust: { test, value: valueIn(test, side, other) },
        }))
    );
  });
}

const isDefault = (side: RuleSide) =>
  side.kind === 'literal' && (side.isEmpty || /^(false|0)$/i.test(side.value));

/** True if an account with an empty field meets the test, so that nobody gains by choosing a value. */
function isMetByDefault(test: Test, other: RuleSide): boolean {
  const plain = plainOf(test);
  return other.kind === 'literal' && (plain === '=' ? isDefault(other) : plain === '!=' && !isDefault(other));
}

function valueIn(test: Test, side: SidePath, other: RuleSide): Value {
  const isNamed = ['=', '~'].includes(plainOf(test));
  if (!isNamed || other.kind !== 'literal' || side.props.length > 1) return null;
  return other.isEmpty ? '' : other.value;
}

const isField = (side: RuleSide, field: string) =>
  isData(side, field) || (side.kind === 'own' && side.first === field && side.props.length === 1);

/** Finds fields that rules trust, and that people can set for themselves by the create or the update rule. */
function findTrusted(facts: Facts, report: Report, name: 'createRule' | 'updateRule'): void {
  const isNew = name === 'createRule';
  for (const { account, field, rules } of trustedFields(facts, isNew)) {
    const text = textOfRule(account, name);
    if (text === null) continue;
    const own = ruleNamed(account, name, facts.lookup);
    const place = rulePlace(account, name);
    if (text !== '' && !own?.branches) {
      report.cannotTell(place.text, 'The rule cannot be read, or has too many alternatives.');
      continue;
    }
    const trusts = [...rules.values()].flat();
    const write = { collection: account, field, isNew };
    const judged = own?.branches?.map((branch) => judge(branch, write, trusts)) ?? ['open'];
    if (judged.includes('open')) {
      const some = [...rules.keys()];
      const many = some.length === 1 ? 'One rule trusts' : `${some.length} rules trust`;
      const suffix = plainWords(some.length === 1 ? '1 rule trusts it' : `${some.length} rules trust it`);
      report.find({
        severity: 'critical',
        title: isNew
          ? say`Anyone can choose ${field} when signing up; ${suffix}`
          : say`Users can change their own ${field}, which ${plainWords(some.length === 1 ? '1 rule trusts' : `${some.length} rules trust`)}`,
        why: say`${plainWords(many)} ${field} of the signed-in user. The ${plainWords(verbs([name]))} rule of ${account} does not stop ${plainWords(isNew ? 'this' : 'the change')}.`,
        parts: [
          ruleCode(account, name),
          ...some
            .filter((rule) => rule !== own && !(rule.collection === account && rule.name === name))
            .map((rule) => ruleCode(rule.collection, rule.name)),
        ],
        fix: say`Add ${`${issetOf(`${bodyWord(account)}.${field}`)} = false`} to the ${plainWords(verbs([name]))} rule.`,
        place: { ...place, text: `${account.name}.${field}` },
      });
    } else if (judged.includes('unclear')) {
      const reason = `It is unknown who may ${isNew ? 'choose' : 'change'} ${field}.`;
      report.cannotTell(place.text, reason);
    }
  }
}

/** Returns 'open' if this branch lets a person without rights set the field to one of the trusted values. */
function judge(
  branch: readonly Test[],
  write: Write,
  trusts: readonly Trust[],
): 'limited' | 'open' | 'unclear' {
  const { collection: account, field, isNew } = write;
  // Not the values that the branch itself demands: who has them already gains nothing.
  const values = new Set(trusts.flatMap(({ test, value }) => (branch.includes(test) ? [] : [value])));
  const isStopped = (value: Value) => branch.some((test) => stopsValue(test, write, value));
  if ([...values].every(isStopped)) return 'limited';
  const rights = branch.filter((test) => needsTrust(test, account));
  if (rights.length > 0) {
    // Such a test may ask for a right, or for something that all users have. Only a trusted value of the field is
    // certain.
    const isRight = (test: Test) =>
      isForOthers(test, account) ||
      eachWay(test).some(
        ([side, other]) =>
          side.kind === 'auth' &&
          side.first === field &&
          (values.has(null) || values.has(valueIn(test, side, other))),
      );
    return !branch.some(isOwnAccount) || rights.some(isRight) ? 'limited' : 'unclear';
  }
  const isOfAnother = (test: Test) =>
    eachWay(test).some(
      ([side, other]) =>
        side.kind === 'request' ||
        (side.kind === 'collection' && (other.kind === 'auth' || other.kind === 'data')),
    );
  if (branch.some(isOfAnother)) return 'unclear';
  if (isNew || branch.some(isOwnAccount)) return 'open';
  // The rule compares the account with the person in another way, such as by team.
  return branch.some((test) =>
    eachWay(test).some(([side, other]) => side.kind === 'own' && other.kind === 'auth'),
  )
    ? 'unclear'
    : 'open';
}

const isOwnAccount = (test: Test) =>
  test.operator.endsWith('=') &&
  !test.operator.endsWith('!=') &&
  eachWay(test).some(
    ([side, other]) =>
      side.kind === 'own' &&
      side.props.join() === 'id' &&
      other.kind === 'auth' &&
      other.props.join() === 'id',
  );

export const accountChecks: readonly Check[] = [
  {
    id: 'chosen-at-sign-up',
    passed: 'Nobody can choose a field at sign-up that rules trust, except email and username.',
    scope: 'rules',
    run: (facts, report) => findTrusted(facts, report, 'createRule'),
  },
  {
    id: 'own-field-changed',
    passed: 'Users cannot change a field of their own that rules trust, except email and username.',
    scope: 'rules',
    run: (facts, report) => findTrusted(facts, report, 'updateRule'),
  },
  {
    id: 'accounts-taken-over',
    passed: 'No manage rule lets all users in.',
    scope: 'accounts',
    run: eachAccount((account, { lookup }, report) => {
      const rule = ruleNamed(account, 'manageRule', lookup);
      if (!rule) return;
      reportUnjudged(rule, report);
      const managers = lookup.accounts.filter((one) => letsMostIn(rule, one));
      if (!managers.some((one) => one === account || isSignUpOpen(one, lookup))) return;
      const title = isSignedIn(rule)
        ? say`Any signed-in user can take over users of ${account}`
        : say`Nearly any user can take over users of ${account}`;
      report.find({
        severity: 'critical',
        title,
        why: say`The manage rule tests nothing that only some have been given. It lets them set a password and an email.`,
        parts: [ruleCode(account, 'manageRule')],
        fix: say`Name the managers, such as ${`${atRequest.auth}.collectionName = "staff"`}, or set Admins only.`,
        place: rulePlace(account, 'manageRule'),
      });
    }),
  },
  {
    id: 'open-sign-up',
    passed: 'No rule lets in every user of an open sign-up.',
    scope: 'rules',
    run({ collections, lookup }, report) {
      const rules = collections.flatMap((one) => rulesOf(one, lookup)).filter(isSignedIn);
      const accounts = lookup.accounts.filter((one) => isSignUpOpen(one, lookup));
      if (accounts.length > 0) for (const rule of rules) reportUnjudged(rule, report);
      for (const account of accounts) {
        const open = rules.filter((rule) => letsAllIn(rule, account));
        if (open.length === 0) continue;
        const isWrite = open.some(({ name }) => !['listRule', 'viewRule'].includes(name));
        report.find({
          severity: isWrite ? 'high' : 'medium',
          title: say`Anyone can become "signed in": sign-up to ${account} is open`,
          why: say`${plainWords(open.length === 1 ? 'One rule lets' : `${open.length} rules let`)} in every signed-in user, and anyone can sign up.`,
          parts: [
            ruleCode(account, 'createRule'),
            ...open.map(({ collection, name }) => ruleCode(collection, name)),
          ],
          fix: say`Add ${`${atRequest.auth}.verified = true`} to these rules, or close the sign-up.`,
          place: rulePlace(account, 'createRule'),
        });
      }
    },
  },
  {
    id: 'accounts-listed',
    passed: 'Not everyone can list users.',
    scope: 'accounts',
    run: eachAccount((account, _, report) => {
      if (ruleOf(account, 'listRule') !== '') return;
      const emails = report.count(account, 'emailVisibility=true');
      const own = isOfNewer(account) ? 'id' : 'username';
      const shown = account.schema.filter((field) => !isHidden(field));
      const fields = [own, ...shown.map(({ name }) => name)];
      const tail =
        emails === null ? '' : emails === 1 ? '; 1 email is public' : `; ${emails} emails are public`;
      report.find({
        severity: 'medium',
        title: say`Everyone can list users of ${account}: ${listed(fields)}${plainWords(tail)}`,
        why: say`The list rule is empty.`,
        parts: [ruleCode(account, 'listRule')],
        fix: say`Set the list rule to ${`id = ${atRequest.auth}.id`}.`,
        place: rulePlace(account, 'listRule'),
        what: fields.join(),
      });
    }),
  },
  {
    id: 'short-password',
    passed: 'Passwords have at least 8 characters.',
    scope: 'accounts',
    run: eachAccount((account, _, report) => {
      const length = optionOf(account, 'minPasswordLength');
      const isUsed = ['allowEmailAuth', 'allowUsernameAuth'].some((name) => optionOf(account, name) === true);
      const { enabled } = Object(optionOf(account, 'passwordAuth')) as { enabled?: unknown };
      if (!(isUsed || enabled === true) || typeof length !== 'number' || length >= 8) return;
      report.find({
        severity: 'medium',
        title: say`Passwords of ${length} characters are enough`,
        why: say`This is the shortest password that ${account} takes.`,
        fix: say`Demand at least 8 characters.`,
        place: {
          text: account.name,
          collectionId: account.id,
          at: 'options.minPasswordLength',
        },
        what: String(length),
      });
    }),
  },
];

/** True if the rule admits accounts of this collection to which nobody gave a right. */
function letsMostIn({ branches }: Rule, account: Collection): boolean {
  return branches?.some((branch) => branch.every((test) => isForMost(test, account))) === true;
}
