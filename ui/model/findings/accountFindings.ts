import { type Collection, fieldOf, ruleOf } from '../collection';
import { optionOf } from '../field';
import { textOfRule } from '../mentions';
import type { Lookup } from '../rulePaths';
import type { RuleSide } from '../rules/ruleSide';
import {
  type Check,
  type Facts,
  listed,
  type Report,
  ruleCode,
  rulePlace,
  say,
  verbs,
  words,
} from './finding';
import {
  eachWay,
  hasSide,
  isData,
  isSignedIn,
  type Rule,
  reportUnjudged,
  rulesOf,
  stopsGuests,
  type Test,
} from './ruleParts';

export const accountChecks: readonly Check[] = [
  {
    id: 'chosen-at-sign-up',
    passed: 'Nobody can choose a field at sign-up that rules trust, except e-mail and username.',
    scope: 'rules',
    run: (facts, report) => findTrusted(facts, report, 'createRule'),
  },
  {
    id: 'own-field-changed',
    passed: 'Users cannot change a field of their own that rules trust, except e-mail and username.',
    scope: 'rules',
    run: (facts, report) => findTrusted(facts, report, 'updateRule'),
  },
  {
    id: 'accounts-taken-over',
    passed: 'No manage rule lets all users in.',
    scope: 'accounts',
    run({ lookup }, report) {
      for (const account of lookup.accounts) {
        const rule = rulesOf(account, lookup).find(({ name }) => name === 'manageRule');
        if (!rule) continue;
        reportUnjudged(rule, report);
        const managers = lookup.accounts.filter((one) => letsMostIn(rule, one));
        if (!managers.some((one) => one === account || ruleOf(one, 'createRule') === '')) continue;
        const title = isSignedIn(rule)
          ? say`Any signed-in user can take over accounts of ${account}`
          : say`Nearly any user can take over accounts of ${account}`;
        report.find({
          severity: 'critical',
          title,
          why: say`The manage rule tests nothing that only some have been given. It lets them set a password and an e-mail.`,
          parts: [ruleCode(account, 'manageRule')],
          fix: say`Name the managers, such as ${'@request.auth.collectionName = "staff"'}, or set Admins only.`,
          place: rulePlace(account, 'manageRule'),
        });
      }
    },
  },
  {
    id: 'open-sign-up',
    passed: 'No rule lets in each account of an open sign-up.',
    scope: 'rules',
    run({ collections, lookup }, report) {
      const rules = collections.flatMap((one) => rulesOf(one, lookup)).filter(isSignedIn);
      const accounts = lookup.accounts.filter((one) => ruleOf(one, 'createRule') === '');
      if (accounts.length > 0) for (const rule of rules) reportUnjudged(rule, report);
      for (const account of accounts) {
        const open = rules.filter((rule) => isOpenTo(rule, account));
        if (open.length === 0) continue;
        const isWrite = open.some(({ name }) => !['listRule', 'viewRule'].includes(name));
        report.find({
          severity: isWrite ? 'high' : 'medium',
          title: say`"Signed in" means anyone: sign-up to ${account} is open`,
          why: say`${words(open.length === 1 ? 'One rule only tests' : `${open.length} rules only test`)} that there is an account, and anyone can make one.`,
          parts: [
            ruleCode(account, 'createRule'),
            ...open.map(({ collection, name }) => ruleCode(collection, name)),
          ],
          fix: say`Add ${'@request.auth.verified = true'} to these rules, or close the sign-up.`,
          place: rulePlace(account, 'createRule'),
        });
      }
    },
  },
  {
    id: 'accounts-listed',
    passed: 'Not everyone can list accounts.',
    scope: 'accounts',
    run({ lookup }, report) {
      for (const account of lookup.accounts) {
        if (ruleOf(account, 'listRule') !== '') continue;
        const emails = report.count(account, 'emailVisibility=true');
        const fields = ['username', ...account.schema.map(({ name }) => name)];
        const tail =
          emails === null ? '' : emails === 1 ? '; 1 e-mail is public' : `; ${emails} e-mails are public`;
        report.find({
          severity: 'medium',
          title: say`Everyone can list accounts of ${account}: ${listed(fields)}${words(tail)}`,
          why: say`The list rule is empty.`,
          parts: [ruleCode(account, 'listRule')],
          fix: say`Set the list rule to ${'id = @request.auth.id'}.`,
          place: rulePlace(account, 'listRule'),
          what: fields.join(),
        });
      }
    },
  },
  {
    id: 'short-password',
    passed: 'Passwords have at least 8 characters.',
    scope: 'accounts',
    run({ lookup }, report) {
      for (const account of lookup.accounts) {
        const length = optionOf(account, 'minPasswordLength');
        const isUsed = ['allowEmailAuth', 'allowUsernameAuth'].some(
          (name) => optionOf(account, name) === true,
        );
        if (!isUsed || typeof length !== 'number' || length >= 8) continue;
        report.find({
          severity: 'medium',
          title: say`Passwords of ${length} characters are enough`,
          why: say`This is the shortest password that ${account} takes.`,
          fix: say`Demand at least 8 characters.`,
          place: {
            text: account.name,
            button: 'Open options',
            collectionId: account.id,
            at: 'options.minPasswordLength',
          },
          what: String(length),
        });
      }
    },
  },
];

/** Does the rule let in the accounts of this collection? */
function isOpenTo({ branches }: Rule, account: Collection): boolean {
  return branches?.some((branch) => branch.every((test) => !isForOthers(test, account))) === true;
}

/** Does the rule let in accounts of this collection whom nobody gave a right? */
function letsMostIn({ branches }: Rule, account: Collection): boolean {
  const isForMost = (test: Test) =>
    test.sides.every(({ kind }) => kind === 'auth' || kind === 'literal') && !needsTrust(test, account);
  return branches?.some((branch) => branch.every(isForMost)) === true;
}

/** Does the test let in only accounts of another collection? */
function isForOthers(test: Test, account: Collection): boolean {
  return eachWay(test).some(([side, other]) => {
    if (side.kind !== 'auth' || side.props.length > 1 || other.kind !== 'literal') return false;
    if (side.first !== 'collectionId' && side.first !== 'collectionName') return false;
    const own = side.first === 'collectionId' ? account.id : account.name;
    return test.operator.endsWith('!=') ? other.value === own : other.value !== own;
  });
}

interface Trusted {
  readonly account: Collection;
  readonly field: string;
  readonly rules: Set<Rule>;
}

/** Collects the fields of accounts that rules read, with the rules. */
function trustedFields({ collections, lookup }: Facts): Trusted[] {
  const found = new Map<string, Trusted>();
  for (const rule of collections.flatMap((one) => rulesOf(one, lookup))) {
    for (const branch of rule.branches ?? [rule.tests]) {
      for (const { account, field } of branch.flatMap((test) => fieldsIn(test, rule, lookup))) {
        if (rule.branches && branch.some((test) => isForOthers(test, account))) continue;
        const key = `${account.id} ${field}`;
        const trusted = found.get(key) ?? { account, field, rules: new Set() };
        found.set(key, trusted);
        trusted.rules.add(rule);
      }
    }
  }
  return [...found.values()];
}

function fieldsIn(test: Test, rule: Rule, lookup: Lookup): { account: Collection; field: string }[] {
  return eachWay(test).flatMap(([side, other]) => {
    if (side.kind !== 'auth') return [];
    return (
      lookup.accounts
        .filter((account) => fieldOf(account, side.first))
        // The test protects the field itself: the new value must be the person's.
        .filter((account) => account !== rule.collection || !isField(other, side.first))
        .map((account) => ({ account, field: side.first }))
    );
  });
}

const isField = (side: RuleSide, field: string) =>
  isData(side, field) || (side.kind === 'own' && side.first === field && side.props.length === 1);

function findTrusted(facts: Facts, report: Report, name: 'createRule' | 'updateRule'): void {
  const isNew = name === 'createRule';
  for (const { account, field, rules } of trustedFields(facts)) {
    const text = textOfRule(account, name);
    if (text === null) continue;
    const own = rulesOf(account, facts.lookup).find((rule) => rule.name === name);
    const place = rulePlace(account, name);
    if (text !== '' && !own?.branches) {
      report.cannotTell(place.text, 'The rule cannot be read, or has too many alternatives.');
      continue;
    }
    const judged = own?.branches?.map((branch) => judge(branch, account, field, isNew)) ?? ['open'];
    if (judged.includes('open')) {
      const some = [...rules];
      const many = some.length === 1 ? 'One rule trusts' : `${some.length} rules trust`;
      const suffix = words(some.length === 1 ? '1 rule trusts it' : `${some.length} rules trust it`);
      report.find({
        severity: 'critical',
        title: isNew
          ? say`Anyone can choose ${field} when signing up; ${suffix}`
          : say`Users can change their own ${field}, which ${words(some.length === 1 ? '1 rule trusts' : `${some.length} rules trust`)}`,
        why: say`${words(many)} ${field} of the signed-in person. The ${words(verbs([name]))} rule of ${account} does not test it.`,
        parts: [
          ruleCode(account, name),
          ...some
            .filter((rule) => rule !== own && !(rule.collection === account && rule.name === name))
            .map((rule) => ruleCode(rule.collection, rule.name)),
        ],
        fix: say`Add ${`@request.data.${field}:isset = false`} to the ${words(verbs([name]))} rule.`,
        place: { ...place, text: `${account.name}.${field}` },
      });
    } else if (judged.includes('unclear')) {
      const reason = `It is not known whom the rule lets ${isNew ? 'choose' : 'change'} ${field}.`;
      report.cannotTell(place.text, reason);
    }
  }
}

/** Can a person without rights set the field through this branch? */
function judge(branch: readonly Test[], account: Collection, field: string, isNew: boolean) {
  if (branch.some((test) => limitsField(test, field, isNew))) return 'limited';
  const rights = branch.filter((test) => needsTrust(test, account));
  if (rights.length > 0) {
    // It may be a right, or something that all users have: only a test of the field itself tells.
    const isRight = (test: Test) =>
      isForOthers(test, account) || hasSide(test, (side) => side.kind === 'auth' && side.first === field);
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
  // The rule compares the account with the person in another way, such as its team.
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

/** Does the test restrict the new value of the field? An update rule sees the old value of the record. */
function limitsField(test: Test, field: string, isNew: boolean): boolean {
  return eachWay(test).some(([side, other]) => {
    const isOwn = isNew && side.kind === 'own' && side.first === field;
    if (!isOwn && !isData(side, field)) return false;
    const isUnequal = test.operator.endsWith('!=');
    if (side.kind === 'data' && side.props[0]?.endsWith(':isset')) {
      return other.kind === 'literal' && (other.value === 'false') !== isUnequal;
    }
    return !(isUnequal && other.kind === 'literal' && other.isEmpty);
  });
}

/** Does the test let in only people whom somebody gave a right? */
function needsTrust(test: Test, account: Collection): boolean {
  if (isForOthers(test, account)) return true;
  return eachWay(test).some(([side, other]) => {
    if (side.kind !== 'auth' || other.kind !== 'literal' || other.isEmpty || !stopsGuests(test)) return false;
    if (/^(false|0)$/.test(other.value)) return false;
    const isForAll = ['verified', 'emailVisibility', 'created', 'updated', 'collectionId', 'collectionName'];
    return side.props.length > 1 || !isForAll.includes(side.first);
  });
}
