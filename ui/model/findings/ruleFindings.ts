import { type Collection, fieldOf, hasField, indexesOf, ruleOf, systemFieldNames } from '../collection';
import { isMultiple, isProtected, optionOf, targetOf } from '../field';
import { mentioningRules, textOfRule } from '../mentions';
import type { Lookup } from '../rulePaths';
import { type GuestFilter, guestFilter } from '../rules/guestFilter';
import { parseCreateIndex } from '../sql/parse';
import { isSameName } from '../sql/tokens';
import { accessRank } from './accessRank';
import {
  type AnyRuleName,
  type Check,
  data,
  fieldPlace,
  listed,
  type Report,
  ruleCode,
  rulePlace,
  type Sentence,
  say,
  verbs,
  words,
} from './finding';
import {
  accountEnds,
  eachWay,
  isData,
  isSignedIn,
  ownerPath,
  type Rule,
  rulesOf,
  type Side,
  stopsGuests,
  type Test,
} from './ruleParts';

const guestTest = '@request.auth.id != ""';

export const ruleChecks: readonly Check[] = [
  {
    id: 'public-write',
    passed: 'Nobody can change records without a rule.',
    scope: 'rules',
    run({ collections }, report) {
      for (const one of collections) {
        const rules = (['createRule', 'updateRule', 'deleteRule'] as const)
          // An empty create rule of accounts is an open sign-up.
          .filter((name) => ruleOf(one, name) === '' && !(name === 'createRule' && one.type === 'auth'));
        const [first] = rules;
        if (!first || one.type === 'view') continue;
        report.find({
          severity: 'high',
          title: say`Everyone can ${words(verbs(rules))} ${one}`,
          why: say`${words(rules.length === 1 ? 'The rule is' : 'The rules are')} empty, so no sign-in is needed.`,
          parts: rules.map((rule) => ruleCode(one, rule)),
          fix: say`Set Admins only, or a rule such as ${guestTest}.`,
          place: rulePlace(one, first),
        });
      }
    },
  },
  {
    id: 'guests-pass',
    passed: 'No guest passes a rule that tests the person.',
    scope: 'rules',
    run({ collections, lookup }, report) {
      for (const one of collections) {
        tellUnread(one, lookup, report);
        for (const { names, filter, why, uncounted } of guestRules(one, lookup)) {
          const place = rulePlace(one, names[0]);
          if (uncounted !== null) {
            report.cannotTell(place.text, uncounted);
            continue;
          }
          const count = report.count(one, filter);
          if (!count) continue;
          report.find({
            severity: 'high',
            title: say`Guests can ${words(verbs(names))} ${count} ${words(count === 1 ? 'record' : 'records')} of ${one}`,
            why,
            parts: names.map((name) => ruleCode(one, name)),
            fix: say`Add ${guestTest} to the rule.`,
            place,
          });
        }
      }
    },
  },
  {
    id: 'guests-will-pass',
    passed: 'No empty field will let guests pass a rule.',
    scope: 'rules',
    run({ collections, lookup }, report) {
      for (const one of collections) {
        tellUnread(one, lookup, report);
        for (const { names, filter, empty, uncounted } of guestRules(one, lookup)) {
          if (!empty) continue;
          if (uncounted !== null) report.cannotTell(rulePlace(one, names[0]).text, uncounted);
          if (uncounted !== null || report.count(one, filter) !== 0) continue;
          report.find({
            severity: 'medium',
            title: say`Guests will get records of ${one} whose ${empty} is empty`,
            why: say`No record is like this today, but ${empty} is not required. For a guest, the person's id is empty, too.`,
            parts: names.map((name) => ruleCode(one, name)),
            fix: say`Add ${guestTest} to the rule, or make the field required.`,
            place: rulePlace(one, names[0]),
          });
        }
      }
    },
  },
  testCheck(
    'nearly-everyone',
    'No part of a rule holds for nearly everyone.',
    'high',
    words('This part holds for nearly everyone'),
    (test) => {
      if (test.operator === '?!=' && hasSide(test, isForeign) && !hasSide(test, isEmpty)) {
        return [{ why: say`${test.source} holds as soon as one record differs.`, fix: write(test, '!=') }];
      }
      if (test.operator !== '!=' || !hasSide(test, isWholeList)) return [];
      return [{ why: say`${test.source} compares the whole list.`, fix: write(test, '!~') }];
    },
  ),
  testCheck(
    'nearly-nobody',
    'No part of a rule holds for nearly nobody.',
    'medium',
    words('This part holds for nearly nobody'),
    (test) => {
      for (const side of test.sides) {
        if (side.kind !== 'auth' || !side.props.at(-1)?.endsWith(':isset')) continue;
        const path = `@request.auth.${side.props.join('.').replace(/:isset$/, '')}`;
        const why = say`${test.source} compares the value of the field. It does not tell whether there is one.`;
        return [{ why, fix: say`Write ${`${path} != ""`}.` }];
      }
      if (['=', '~', '<', '<=', '>', '>='].includes(test.operator) && hasSide(test, isForeign)) {
        const why = say`In ${test.source} every record of the collection has to match.`;
        return [{ why, fix: write(test, `?${test.operator}`) }];
      }
      const isList = eachWay(test).some(
        ([side, other]) => isWholeList(side) && !isWholeList(other) && !isListValue(other),
      );
      if (test.operator !== '=' || !isList) return [];
      return [{ why: say`${test.source} compares the whole list.`, fix: write(test, '~') }];
    },
  ),
  testCheck(
    'missing-name',
    'All names in rules exist.',
    'high',
    words('The rule names what does not exist'),
    (test, rule, lookup) =>
      test.sides.flatMap((side): Told[] => {
        const fix = say`Create what is missing, or remove ${test.source}.`;
        if ((side.kind === 'own' || side.kind === 'collection') && side.end.kind === 'fails') {
          return [{ why: say`${data(side.end.reason)} The server refuses each request.`, fix }];
        }
        if (side.kind === 'auth') {
          const ends = accountEnds(side, lookup);
          return ends.length > 0 && ends.every(({ end }) => end.kind === 'null')
            ? [{ why: say`No account has the field ${side.first}. It counts as empty.`, fix }]
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
  testCheck(
    'failing-rule',
    'Rules run for all accounts.',
    'high',
    (account) => say`The rule fails for users of ${account}`,
    (test, _, lookup) =>
      test.sides.flatMap((side) =>
        (side.kind === 'auth' ? accountEnds(side, lookup) : []).flatMap(({ account, end }): Told[] => {
          if (end.kind !== 'fails') return [];
          const why = say`${data(end.reason)} The server refuses their requests.`;
          return [{ why, fix: say`Change ${test.source}.`, subject: account }];
        }),
      ),
  ),
  testCheck(
    'hidden-emails',
    'No list rule leaves out accounts with a hidden e-mail.',
    'medium',
    words('The list leaves out accounts with a hidden e-mail'),
    (test, rule) =>
      rule.name === 'listRule' && hasSide(test, isOwnEmail)
        ? [
            {
              why: say`${test.source} only finds accounts whose e-mail is public.`,
              fix: say`Test another field than the e-mail, such as ${'id'}.`,
            },
          ]
        : [],
  ),
  {
    id: 'made-for-another',
    passed: 'Nobody can create records in another name.',
    scope: 'rules',
    run({ collections, lookup }, report) {
      for (const one of collections) {
        const rules = rulesOf(one, lookup);
        const create = rules.find(({ name }) => name === 'createRule');
        if (!create || !isSignedIn(create)) continue;
        const others = rules.filter(({ name }) => name !== 'createRule' && name !== 'manageRule');
        for (const field of new Set(others.flatMap(ownerFields))) {
          const using = others.filter((rule) => ownerFields(rule).includes(field));
          report.find({
            severity: 'medium',
            title: say`Records of ${one} can be made in another's name`,
            why: say`Any user may create a record and choose its ${field}, which other rules take for its owner.`,
            parts: [create, ...using].map(({ name }) => ruleCode(one, name)),
            fix: say`Add ${`${field} = @request.auth.id`} to the create rule.`,
            place: rulePlace(one, 'createRule'),
            what: field,
          });
        }
      }
    },
  },
  {
    id: 'given-away',
    passed: 'Owners cannot give their records away.',
    scope: 'rules',
    run({ collections, lookup }, report) {
      for (const one of collections) {
        const update = rulesOf(one, lookup).find(({ name }) => name === 'updateRule');
        if (!update) continue;
        const open = ownerFields(update).filter((field) =>
          update.branches?.some(
            (branch) =>
              branch.some((test) => ownerFieldOf(test, one) === field) &&
              !branch.some((test) => hasSide(test, (side) => isData(side, field))),
          ),
        );
        const [first] = open;
        if (first === undefined) continue;
        report.find({
          severity: 'medium',
          title: say`Owners of ${one} can give records away`,
          why: say`The update rule tests the stored ${listed(open)}, but not the new value.`,
          parts: [ruleCode(one, 'updateRule')],
          fix: say`Add ${`@request.data.${first}:isset = false`} to the update rule.`,
          place: rulePlace(one, 'updateRule'),
          what: open.join(),
        });
      }
    },
  },
  {
    id: 'open-files',
    passed: 'Files of closed collections are protected.',
    scope: 'fields',
    run({ collections }, report) {
      for (const one of collections) {
        if (one.type === 'view' || ruleOf(one, 'viewRule') === '') continue;
        for (const field of one.schema) {
          if (field.type !== 'file' || isProtected(field)) continue;
          report.find({
            severity: 'medium',
            title: say`Files of a closed collection are open`,
            why: say`${field.name} of ${one} is not protected: everyone who has the address of a file can read it.`,
            parts: [ruleCode(one, 'viewRule')],
            fix: say`Switch on Protected in the options of ${field.name}.`,
            place: fieldPlace(one, field.name),
          });
        }
      }
    },
  },
  {
    id: 'cascade-delete',
    passed: 'No delete takes closed records along.',
    scope: 'fields',
    run({ collections, lookup }, report) {
      for (const one of collections) {
        for (const field of one.schema) {
          const target = lookup.byId.get(targetOf(field) ?? '');
          if (!target || target === one || optionOf(field, 'cascadeDelete') !== true || one.type === 'view')
            continue;
          const rank = accessRank(target, 'deleteRule', lookup);
          if (rank >= accessRank(one, 'deleteRule', lookup)) continue;
          const count = report.count(one, `${field.name}${isMultiple(field) ? ':length>0' : '!=""'}`);
          report.find({
            severity: 'medium',
            title: count
              ? say`Deleting ${target} deletes ${count} closed ${words(count === 1 ? 'record' : 'records')} of ${one}`
              : say`Deleting ${target} deletes closed records of ${one}`,
            why: say`The relation ${field.name} deletes them without asking their delete rule.`,
            parts: [ruleCode(target, 'deleteRule'), ruleCode(one, 'deleteRule')],
            fix: say`Switch off Cascade delete of ${field.name}, or close the delete rule of ${target}.`,
            place: fieldPlace(one, field.name),
          });
        }
      }
    },
  },
  {
    id: 'guessed-fields',
    passed: 'No list leads to the fields of a closed collection.',
    scope: 'rules',
    run({ collections, lookup }, report) {
      const backs = backRelations(collections);
      for (const closed of collections) {
        const field = closed.schema.find(({ type }) => type !== 'relation') ?? closed.schema[0];
        if (ruleOf(closed, 'listRule') !== null || !field) continue;
        const ways = waysTo(closed, lookup, backs);
        const [first] = ways;
        if (!first) continue;
        const from = [...new Set(ways.map((way) => way.from))];
        report.find({
          severity: 'medium',
          title: say`Closed fields of ${closed} can be guessed through ${listed(from)}`,
          why: say`A list of ${first.from} takes a filter such as ${`${first.path}.${field.name} ~ "a"`}, although the list of ${closed} is closed.`,
          parts: from.slice(0, 5).map((one) => ruleCode(one, 'listRule')),
          fix: say`Close the list of ${listed(from)}, or keep secrets in a collection without relations.`,
          place: {
            ...rulePlace(first.from, 'listRule'),
            text: `${from.length > 1 ? `${from.length} lists` : first.from.name} → ${closed.name}`,
          },
          what: ways.map(({ from: { name }, path }) => `${name} ${path}`).join(),
        });
      }
    },
  },
  {
    id: 'missing-index',
    passed: 'Large collections have an index for the fields that rules read.',
    scope: 'rules',
    run({ collections, lookup }, report) {
      for (const one of collections) {
        if (one.type === 'view') continue;
        const rule = rulesOf(one, lookup).find(({ name }) => name === 'listRule');
        const fields = new Set(
          rule?.tests.flatMap((test) => test.sides.flatMap((side) => searched(side, one))),
        );
        for (const field of fields) {
          if (hasIndex(one, field)) continue;
          const count = report.count(one, '');
          if (count === null || count <= 1000) continue;
          report.find({
            severity: 'low',
            title: say`No index for ${field}, which rules read`,
            why: say`Each list of ${one} reads all ${count} records.`,
            parts: [ruleCode(one, 'listRule')],
            fix: say`Add an index that begins with ${field}.`,
            place: {
              text: `${one.name}.${field}`,
              button: 'Add index',
              collectionId: one.id,
              at: 'indexes',
              indexed: field,
            },
          });
        }
      }
    },
  },
];

/** A rule that cannot be parsed is in no check. */
function tellUnread(collection: Collection, lookup: Lookup, report: Report): void {
  const read = rulesOf(collection, lookup).map(({ name }) => name);
  for (const name of mentioningRules) {
    if (textOfRule(collection, name) && !read.includes(name)) {
      report.cannotTell(rulePlace(collection, name).text, 'The rule cannot be read.');
    }
  }
}

interface Told {
  readonly why: Sentence;
  readonly fix: Sentence;
  /** The collection that the title names. */
  readonly subject?: Collection;
}

/** The test with another operator. What contains the other is on the left of `~`. */
function write({ sources: [left, right], sides }: Test, better: string): Sentence {
  const isTurned = better.endsWith('~') && isWholeList(sides[1]) && !isWholeList(sides[0]);
  return say`Write ${isTurned ? `${right} ${better} ${left}` : `${left} ${better} ${right}`}.`;
}

/** A check of the single tests of all rules; one finding for each rule and title. */
function testCheck(
  id: string,
  passed: string,
  severity: 'high' | 'medium',
  title: Sentence | ((subject: Collection) => Sentence),
  explain: (test: Test, rule: Rule, lookup: Lookup) => readonly Told[],
): Check {
  return {
    id,
    passed,
    scope: 'rules',
    run({ collections, lookup }, report) {
      for (const one of collections) {
        tellUnread(one, lookup, report);
        for (const rule of rulesOf(one, lookup)) {
          const found = new Map<Collection, { told: Told[]; sources: Set<string> }>();
          for (const test of rule.tests) {
            for (const told of explain(test, rule, lookup)) {
              const { subject = one } = told;
              const same = found.get(subject) ?? { told: [], sources: new Set() };
              found.set(subject, same);
              if (!same.sources.has(test.source)) same.told.push(told);
              same.sources.add(test.source);
            }
          }
          for (const [subject, { told, sources }] of found) {
            report.find({
              severity,
              title: typeof title === 'function' ? title(subject) : title,
              why: joined(told.map(({ why }) => why)),
              parts: [ruleCode(one, rule.name)],
              fix: joined(told.map(({ fix }) => fix)),
              place: rulePlace(one, rule.name),
              what: [subject.id, ...sources].join(' '),
            });
          }
        }
      }
    },
  };
}

const joined = (sentences: readonly Sentence[]): Sentence =>
  sentences.flatMap((sentence, at) => (at === 0 ? sentence : [...words(' '), ...sentence]));

const hasSide = (test: Test, is: (side: Side) => boolean) => test.sides.some(is);
const isForeign = (side: Side) => side.kind === 'collection' && side.end.kind === 'column';
const isEmpty = (side: Side) => side.kind === 'literal' && side.isEmpty;
const isWholeList = (side: Side) =>
  'end' in side && side.end.kind === 'column' && side.end.columnClass === 'list' && !side.end.isSeveral;
/** A value that may be the JSON of a list. */
const isListValue = (side: Side) =>
  side.kind === 'data' ||
  side.kind === 'request' ||
  (side.kind === 'literal' && /^[[@]/.test(side.value)) ||
  ('end' in side && side.end.kind === 'column' && ['json', 'unknown'].includes(side.end.columnClass));
const isOwnEmail = (side: Side) =>
  side.kind === 'own' &&
  side.end.kind === 'column' &&
  side.end.name === 'email' &&
  side.end.field === null &&
  side.end.collection.type === 'auth';
const isInBody = (name: string, collection: Collection) =>
  hasField(collection, name) ||
  (collection.type === 'auth' && ['password', 'passwordConfirm', 'oldPassword'].includes(name));

interface GuestRules {
  /** Rules with the same text. */
  readonly names: readonly [AnyRuleName, ...AnyRuleName[]];
  /** Finds the records for which guests pass. */
  readonly filter: string;
  readonly why: Sentence;
  /** A path whose empty value lets guests pass. */
  readonly empty: string | null;
  /** The reason why no count can tell. */
  readonly uncounted: string | null;
}

/**
 * Returns the rules that a guest may pass. An admin's filter sees no person, exactly as a guest's, so the rule
 * itself can be counted. Reading without a test of the person is public on purpose.
 */
function guestRules(collection: Collection, lookup: Lookup): GuestRules[] {
  const found = new Map<string, GuestRules>();
  for (const rule of rulesOf(collection, lookup)) {
    if (rule.name === 'createRule' || rule.name === 'manageRule') continue;
    const isReading = rule.name === 'listRule' || rule.name === 'viewRule';
    const all = rule.branches ?? [rule.tests];
    const branches = all.filter(
      (branch) =>
        !(rule.branches && branch.some(stopsGuests)) &&
        (!isReading || branch.some((test) => hasSide(test, ({ kind }) => kind === 'auth'))),
    );
    if (branches.length === 0) continue;
    // Rules with e-mails differ from their count in lists only.
    const isOfList = rule.name === 'listRule' && rule.tests.some((test) => hasSide(test, isOwnEmail));
    const key = `${isReading} ${isOfList} ${rule.text}`;
    const other = found.get(key);
    const text =
      branches.length === all.length
        ? rule.text
        : branches.map((branch) => branch.map(({ source }) => source).join(' && ')).join(' || ');
    const answer = guestFilter(text, collection, lookup, rule.name === 'listRule');
    found.set(key, {
      names: other ? [...other.names, rule.name] : [rule.name],
      filter: answer.kind === 'filter' ? answer.filter : text,
      why: whyGuestsPass(branches),
      empty: branches.map((branch) => emptyPath(branch)).find((path) => path !== null) ?? null,
      uncounted: other?.uncounted ?? reasonUncounted(rule, answer),
    });
  }
  return [...found.values()];
}

function reasonUncounted({ branches }: Rule, answer: GuestFilter): string | null {
  if (!branches) return 'The rule has too many alternatives.';
  return answer.kind === 'notSimulated' ? answer.reason : null;
}

function whyGuestsPass(branches: readonly (readonly Test[])[]): Sentence {
  const path = branches.map((branch) => emptyPath(branch)).find((one) => one !== null);
  const test = branches.flat().find((one) => hasSide(one, ({ kind }) => kind === 'auth'));
  if (path && test) return say`${test.source} holds for guests where ${path} is empty.`;
  return test
    ? say`${test.source} holds for people who are not signed in.`
    : words('No part of the rule tests the person.');
}

/** Returns the path of a record that is compared with the person and may be empty. */
function emptyPath(branch: readonly Test[]): string | null {
  for (const test of branch) {
    if (test.operator !== '=' && test.operator !== '?=') continue;
    for (const [side, other] of eachWay(test)) {
      if (side.kind !== 'own' || other.kind !== 'auth' || side.end.kind !== 'column') continue;
      const { steps, field, columnClass } = side.end;
      const isOptional =
        steps.some((step) => step.isBack || !step.field.required) || (field !== null && !field.required);
      if (isOptional && columnClass !== 'list') return side.props.join('.');
    }
  }
  return null;
}

/** Returns the field if the test compares it with the person's id. */
function ownerFieldOf(test: Test, collection: Collection): string | null {
  const path = ownerPath(test);
  return path?.props.length === 1 && fieldOf(collection, path.first) ? path.first : null;
}

/** Returns the fields of the owner, if each alternative of the rule names one. */
function ownerFields({ branches, collection }: Rule): string[] {
  const owners = branches?.map((branch) => branch.flatMap((test) => ownerFieldOf(test, collection) ?? []));
  return owners?.every((fields) => fields.length > 0) ? [...new Set(owners.flat())] : [];
}

type Backs = ReadonlyMap<string, readonly { collection: Collection; name: string }[]>;

function backRelations(collections: readonly Collection[]): Backs {
  const backs = new Map<string, { collection: Collection; name: string }[]>();
  for (const collection of collections) {
    for (const field of collection.schema) {
      const target = targetOf(field);
      if (target === null) continue;
      backs.set(target, [...(backs.get(target) ?? []), { collection, name: field.name }]);
    }
  }
  return backs;
}

/** Returns the lists from which a path of at most two steps leads to the collection. */
function waysTo(closed: Collection, lookup: Lookup, backs: Backs): { from: Collection; path: string }[] {
  const ways = new Map<Collection, string>();
  let ends = [{ at: closed, path: '' }];
  for (let step = 0; step < 2; step += 1) {
    ends = ends.flatMap(({ at, path }) => {
      const join = (name: string) => (path === '' ? name : `${name}.${path}`);
      const forward = (backs.get(at.id) ?? []).map(({ collection, name }) => ({
        at: collection,
        path: join(name),
      }));
      const back = at.schema.flatMap((field) => {
        const target = lookup.byId.get(targetOf(field) ?? '');
        return target ? [{ at: target, path: join(`${at.name}_via_${field.name}`) }] : [];
      });
      return [...forward, ...back];
    });
    for (const { at, path } of ends) {
      if (at !== closed && ruleOf(at, 'listRule') !== null && !ways.has(at)) ways.set(at, path);
    }
  }
  return [...ways].map(([from, path]) => ({ from, path }));
}

/** Returns the field of the collection by whose index the server could find the records. */
function searched(side: Side, collection: Collection): string[] {
  if (side.kind !== 'own' || side.end.kind !== 'column') return [];
  const field = fieldOf(collection, side.first);
  const isPlain = field && !isMultiple(field) && field.type !== 'json';
  return isPlain && !systemFieldNames(collection).includes(field.name) ? [field.name] : [];
}

function hasIndex(collection: Collection, field: string): boolean {
  return indexesOf(collection).some((sql) =>
    isSameName(parseCreateIndex(sql)?.columns[0]?.column?.name ?? '', field),
  );
}
