import { type Collection, ruleOf } from '../collection';
import { optionOf } from '../field';
import { type Check, listed, plainWords, ruleCode, rulePlace, say } from './finding';
import { isSignedIn, type Rule, reportUnjudged, ruleNamed, rulesOf } from './ruleParts';
import { findTrusted } from './trustedFields';
import { isForMost, isSignUpOpen, letsAllIn } from './whoPasses';

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
        const rule = ruleNamed(account, 'manageRule', lookup);
        if (!rule) continue;
        reportUnjudged(rule, report);
        const managers = lookup.accounts.filter((one) => letsMostIn(rule, one));
        if (!managers.some((one) => one === account || isSignUpOpen(one, lookup))) continue;
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
      const accounts = lookup.accounts.filter((one) => isSignUpOpen(one, lookup));
      if (accounts.length > 0) for (const rule of rules) reportUnjudged(rule, report);
      for (const account of accounts) {
        const open = rules.filter((rule) => letsAllIn(rule, account));
        if (open.length === 0) continue;
        const isWrite = open.some(({ name }) => !['listRule', 'viewRule'].includes(name));
        report.find({
          severity: isWrite ? 'high' : 'medium',
          title: say`"Signed in" means anyone: sign-up to ${account} is open`,
          why: say`${plainWords(open.length === 1 ? 'One rule only tests' : `${open.length} rules only test`)} that there is an account, and anyone can make one.`,
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
          title: say`Everyone can list accounts of ${account}: ${listed(fields)}${plainWords(tail)}`,
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

/** True if the rule lets in accounts of this collection whom nobody gave a right. */
function letsMostIn({ branches }: Rule, account: Collection): boolean {
  return branches?.some((branch) => branch.every((test) => isForMost(test, account))) === true;
}
