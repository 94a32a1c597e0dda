import { type Collection, hasField } from '../../../model/collection';
import { atRequest, isIsset, isOfNewer, issetOf, lengthOf } from '../../../model/filter/ruleWords';
import type { Lookup } from '../../../model/rulePaths';
import { emailGuard, type RuleSide, sideFault } from '../../reading/ruleSide';
import {
  type Check,
  data,
  eachCollection,
  plainWords,
  ruleCode,
  rulePlace,
  type Sentence,
  say,
} from './finding';
import {
  accountEnds,
  eachWay,
  hasSide,
  plainOf,
  type Rule,
  reportUnread,
  rulesOf,
  type Test,
} from './ruleParts';

export const conditionChecks: readonly Check[] = [
  conditionCheck(
    'nearly-everyone',
    'No condition of a rule holds for nearly everyone.',
    'high',
    plainWords('This condition holds for nearly everyone'),
    (test) => {
      if (plainOf(test) === '!=' && comparesWholeList(test)) {
        const fix = withLength(test, '>') ?? withOperator(test, '!~');
        return [{ why: say`${test.source} compares the whole list.`, fix }];
      }
      if (test.operator !== '?!=' || !hasSide(test, isForeign) || hasSide(test, isEmpty)) return [];
      return [
        { why: say`${test.source} holds as soon as one record differs.`, fix: withOperator(test, '!=') },
      ];
    },
  ),
  conditionCheck(
    'nearly-nobody',
    'No condition of a rule excludes nearly everyone.',
    'medium',
    plainWords('This condition excludes nearly everyone'),
    (test) => {
      for (const side of test.sides) {
        if (side.kind !== 'auth' || !isIsset(side.props.at(-1) ?? '')) continue;
        const path = `${atRequest.auth}.${side.props.join('.').slice(0, -issetOf('').length)}`;
        const why = say`${test.source} compares the value of the field. It does not tell whether there is one.`;
        return [{ why, fix: say`Write ${`${path} != ""`}.` }];
      }
      if (plainOf(test) === '=' && comparesWholeList(test)) {
        const isAny = hasSide(test, isForeign) || (test.operator === '?=' && hasSide(test, isSeveral));
        const fix = withLength(test, '=') ?? withOperator(test, isAny ? '?~' : '~');
        return [{ why: say`${test.source} compares the whole list.`, fix }];
      }
      if (!['=', '~', '<', '<=', '>', '>='].includes(test.operator) || !hasSide(test, isForeign)) return [];
      const why = say`In ${test.source} every record of the collection has to match.`;
      return [{ why, fix: withOperator(test, `?${test.operator}`) }];
    },
  ),
  conditionCheck(
    'missing-name',
    'All names in rules exist.',
    'high',
    plainWords('The rule names what does not exist'),
    (test, rule, lookup) =>
      test.sides.flatMap((side): Explanation[] => {
        const fix = say`Create what is missing, or remove ${test.source}.`;
        const fault = sideFault(side);
        if (fault !== null) return [{ why: say`${data(fault)} The server refuses each request.`, fix }];
        if (side.kind === 'auth') {
          const ends = accountEnds(side, lookup);
          return ends.length > 0 && ends.every(({ end }) => end.kind === 'null')
            ? [{ why: say`No user has the field ${side.first}. It counts as empty.`, fix }]
            : [];
        }
        return side.kind === 'data' && !isInBody(side.first, rule.collection)
          ? [
              {
                why: say`${rule.collection} has no field ${side.first}. The sender chooses any value for it.`,
                fix,
              },
            ]
          : [];
      }),
  ),
  conditionCheck(
    'failing-rule',
    'Rules run for all users.',
    'high',
    (account) => say`The rule fails for users of ${account}`,
    (test, _, lookup) =>
      test.sides.flatMap((side) =>
        (side.kind === 'auth' ? accountEnds(side, lookup) : []).flatMap(({ account, end }): Explanation[] => {
          // A newer server reads nothing there.
          if (end.kind !== 'fails' || (end.isForeign && isOfNewer(account))) return [];
          const why = say`${data(end.reason)} The server refuses their requests.`;
          return [{ why, fix: say`Change ${test.source}.`, subject: account }];
        }),
      ),
  ),
  conditionCheck(
    'hidden-emails',
    'No list rule leaves out users with a hidden email.',
    'medium',
    plainWords('The list leaves out users with a hidden email'),
    (test, rule) =>
      rule.name === 'listRule' &&
      !isOfNewer(rule.collection) &&
      hasSide(test, (side) => emailGuard(side) !== null)
        ? [
            {
              why: say`${test.source} only finds users whose email is public.`,
              fix: say`Test another field than the email, such as ${'id'}.`,
            },
          ]
        : [],
  ),
];

interface Explanation {
  readonly why: Sentence;
  readonly fix: Sentence;
  /** The collection in the title; by default that of the rule. */
  readonly subject?: Collection;
}

/** Advises to use another operator. `~` looks for its right side in its left side, so it may turn them. */
function withOperator({ sources: [left, right], sides }: Test, better: string): Sentence {
  const isTurned = better.endsWith('~') && isWholeList(sides[1]) && !isWholeList(sides[0]);
  return say`Write ${isTurned ? `${right} ${better} ${left}` : `${left} ${better} ${right}`}.`;
}

/** Advises to compare the length of a list instead of the list with an empty text. Null for other comparisons. */
function withLength({ sources, sides }: Test, operator: '=' | '>'): Sentence | null {
  const empty = sides.findIndex(isEmpty);
  return empty < 0 ? null : say`Write ${`${lengthOf(sources[1 - empty] ?? '')} ${operator} 0`}.`;
}

/** Makes a check of single tests. Each rule has at most one finding per title. */
function conditionCheck(
  id: string,
  passed: string,
  severity: 'high' | 'medium',
  title: Sentence | ((subject: Collection) => Sentence),
  explain: (test: Test, rule: Rule, lookup: Lookup) => readonly Explanation[],
): Check {
  return {
    id,
    passed,
    scope: 'rules',
    run: eachCollection((one, { lookup }, report) => {
      reportUnread(one, lookup, report);
      for (const rule of rulesOf(one, lookup)) {
        const found = new Map<Collection, { explained: Explanation[]; sources: Set<string> }>();
        for (const test of rule.tests) {
          for (const explained of explain(test, rule, lookup)) {
            const { subject = one } = explained;
            const same = found.get(subject) ?? { explained: [], sources: new Set() };
            found.set(subject, same);
            if (!same.sources.has(test.source)) same.explained.push(explained);
            same.sources.add(test.source);
          }
        }
        for (const [subject, { explained, sources }] of found) {
          report.find({
            severity,
            title: typeof title === 'function' ? title(subject) : title,
            why: joined(explained.map(({ why }) => why)),
            parts: [ruleCode(one, rule.name)],
            fix: joined(explained.map(({ fix }) => fix)),
            place: rulePlace(one, rule.name),
            what: [subject.id, ...sources].join(' '),
          });
        }
      }
    }),
  };
}

const joined = (sentences: readonly Sentence[]): Sentence =>
  sentences.flatMap((sentence, at) => (at === 0 ? sentence : [...plainWords(' '), ...sentence]));

const isForeign = (side: RuleSide) => side.kind === 'collection' && side.end.kind === 'column';

const isEmpty = (side: RuleSide) => side.kind === 'literal' && side.isEmpty;

const isSeveral = (side: RuleSide) => 'end' in side && side.end.kind === 'column' && side.end.isSeveral;

const isWholeList = (side: RuleSide) =>
  'end' in side && side.end.kind === 'column' && side.end.columnClass === 'list';

/** True if a list is compared with a single value. The server compares the JSON of the list. */
const comparesWholeList = (test: Test) =>
  eachWay(test).some(([side, other]) => isWholeList(side) && !isWholeList(other) && !isListValue(other));

/** True for a value that may be the JSON of a list. */
const isListValue = (side: RuleSide) =>
  side.kind === 'data' ||
  side.kind === 'request' ||
  (side.kind === 'literal' && /^[[@]/.test(side.value)) ||
  ('end' in side && side.end.kind === 'column' && ['json', 'unknown'].includes(side.end.columnClass));

const isInBody = (name: string, collection: Collection) =>
  hasField(collection, name) ||
  (collection.type === 'auth' && ['password', 'passwordConfirm', 'oldPassword'].includes(name));
