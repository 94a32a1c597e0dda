import { type Collection, fieldOf, indexesOf, ruleOf, systemFieldNames } from '../../../model/collection';
import { isHidden, optionOf } from '../../../model/field';
import { bodyWord, issetOf, lengthOf, via } from '../../../model/filter/ruleWords';
import { isInOptions } from '../../../model/mentions';
import type { Lookup } from '../../../model/rulePaths';
import { parseCreateIndex } from '../../../model/sql/parse';
import { isSameName } from '../../../model/sql/tokens';
import {
  holdsFiles,
  holdsRecords,
  isMultiple,
  isProtected,
  targetOf,
  typeOf,
} from '../../../model/types/fieldTypes';
import { classifyRule } from '../../reading/classifyRule';
import type { RuleSide } from '../../reading/ruleSide';
import {
  type Check,
  eachCollection,
  fieldPlace,
  listed,
  plainWords,
  ruleCode,
  rulePlace,
  say,
  verbs,
} from './finding';
import {
  eachWay,
  guestTest,
  plainOf,
  type Rule,
  reportUnjudged,
  ruleNamed,
  rulesOf,
  stopsValue,
  type Test,
} from './ruleParts';
import { accessRank, fieldsOfAll, isForMost, isFree } from './whoPasses';

export const ruleChecks: readonly Check[] = [
  {
    id: 'public-write',
    passed: 'Nobody can change records without a rule.',
    scope: 'rules',
    run: eachCollection((one, _, report) => {
      const rules = (['createRule', 'updateRule', 'deleteRule'] as const)
        // An empty create rule of an auth collection is an open sign-up, which has a check of its own.
        .filter((name) => ruleOf(one, name) === '' && !(name === 'createRule' && one.type === 'auth'));
      const [first] = rules;
      if (!first || one.type === 'view') return;
      report.find({
        severity: 'high',
        title: say`Everyone can ${plainWords(verbs(rules))} ${one}`,
        why: say`${plainWords(rules.length === 1 ? 'The rule is' : 'The rules are')} empty, so no sign-in is needed.`,
        parts: rules.map((rule) => ruleCode(one, rule)),
        fix: say`Set Admins only, or a rule such as ${guestTest}.`,
        place: rulePlace(one, first),
      });
    }),
  },
  {
    id: 'made-for-another',
    passed: 'Nobody can create records in another name.',
    scope: 'rules',
    run: eachCollection((one, { lookup }, report) => {
      const rules = rulesOf(one, lookup);
      const create = ruleNamed(one, 'createRule', lookup);
      const open = create?.branches?.filter((branch) =>
        lookup.accounts.some((account) =>
          branch.every((test) => isForMost(test, account) || isFree(test, one)),
        ),
      );
      if (!create || !open?.length) return;
      const others = rules.filter(({ name }) => name !== 'createRule' && !isInOptions(name));
      for (const rule of others) reportUnjudged(rule, report);
      for (const { field, test } of distinctOwners(others.flatMap(ownersIn))) {
        const write = { collection: one, field, isNew: true };
        if (open.every((branch) => branch.some((other) => stopsValue(other, write, null)))) continue;
        const using = others.filter((rule) => ownersIn(rule).some((owner) => owner.field === field));
        report.find({
          severity: 'medium',
          title: say`Records of ${one} can be created in someone else's name`,
          why: say`Nearly any user may create a record and choose its ${field}, which other rules compare with the user.`,
          parts: [create, ...using].map(({ name }) => ruleCode(one, name)),
          fix: say`Add ${test.source} to the create rule.`,
          place: rulePlace(one, 'createRule'),
          what: field,
        });
      }
    }),
  },
  {
    id: 'given-away',
    passed: 'Owners cannot give their records away.',
    scope: 'rules',
    run: eachCollection((one, { lookup }, report) => {
      const update = ruleNamed(one, 'updateRule', lookup);
      if (!update) return;
      reportUnjudged(update, report);
      const open = distinctOwners(ownersIn(update))
        .map(({ field }) => field)
        .filter((field) => {
          const write = { collection: one, field, isNew: false };
          return update.branches?.some(
            (branch) =>
              branch.some((test) => ownerField(test, one) === field) &&
              !branch.some((test) => stopsValue(test, write, null)),
          );
        });
      const [first] = open;
      if (first === undefined) return;
      report.find({
        severity: 'medium',
        title: say`Owners of ${one} can give records away`,
        why: say`The update rule tests the stored ${listed(open)}, but not the new value.`,
        parts: [ruleCode(one, 'updateRule')],
        fix: say`Add ${`${issetOf(`${bodyWord(one)}.${first}`)} = false`} to the update rule.`,
        place: rulePlace(one, 'updateRule'),
        what: open.join(),
      });
    }),
  },
  {
    id: 'open-files',
    passed: 'Files of closed collections are protected.',
    scope: 'fields',
    run: eachCollection((one, _, report) => {
      if (one.type === 'view' || ruleOf(one, 'viewRule') === '') return;
      for (const field of one.schema) {
        if (!holdsFiles(field) || isProtected(field)) continue;
        report.find({
          severity: 'medium',
          title: say`Files of a closed collection are open`,
          why: say`Anyone with the link can open files in ${`${one.name}.${field.name}`}.`,
          parts: [ruleCode(one, 'viewRule')],
          fix: say`Switch on Protected in the options of ${field.name}.`,
          place: fieldPlace(one, field.name),
        });
      }
    }),
  },
  {
    id: 'cascade-delete',
    passed: 'No delete cascades to closed records.',
    scope: 'fields',
    run: eachCollection((one, { lookup }, report) => {
      for (const field of one.schema) {
        const target = lookup.byId.get(targetOf(field) ?? '');
        if (!target || target === one || optionOf(field, 'cascadeDelete') !== true || one.type === 'view')
          continue;
        const rank = accessRank(target, 'deleteRule', lookup);
        if (rank >= accessRank(one, 'deleteRule', lookup)) continue;
        const count = report.count(
          one,
          isMultiple(field) ? `${lengthOf(field.name)}>0` : `${field.name}!=""`,
        );
        report.find({
          severity: 'medium',
          title: count
            ? say`Deleting ${target} deletes ${count} closed ${plainWords(count === 1 ? 'record' : 'records')} of ${one}`
            : say`Deleting ${target} deletes closed records of ${one}`,
          why: say`The relation ${field.name} deletes them without asking their delete rule.`,
          parts: [ruleCode(target, 'deleteRule'), ruleCode(one, 'deleteRule')],
          fix: say`Switch off Cascade delete of ${field.name}, or close the delete rule of ${target}.`,
          place: fieldPlace(one, field.name),
        });
      }
    }),
  },
  {
    id: 'guessed-fields',
    passed: 'No list leads to the fields of a closed collection.',
    scope: 'rules',
    run({ collections, lookup }, report) {
      const backs = backRelations(collections);
      const targets = collections.flatMap((closed) => {
        // No filter of a person takes a hidden field.
        const shown = closed.schema.filter((one) => !isHidden(one));
        const field = shown.find((one) => !holdsRecords(one)) ?? shown[0];
        const name = field?.name ?? (closed.type === 'auth' ? (closed.builtIn ? 'email' : 'username') : null);
        if (ruleOf(closed, 'listRule') !== null || name === null) return [];
        const ways = waysTo(closed, lookup, backs);
        return ways.length > 0 ? [{ closed, name, ways }] : [];
      });
      const [first] = targets;
      const [way] = first?.ways ?? [];
      if (!first || !way) return;
      const from = [...new Set(targets.flatMap(({ ways }) => ways.map((one) => one.from)))];
      const closed = targets.map((target) => target.closed);
      report.find({
        severity: 'medium',
        title: say`Closed fields of ${listed(closed)} can be guessed through ${listed(from)}`,
        why: say`A list of ${way.from} takes a filter such as ${`${way.path}.${first.name} ~ "a"`}, although the list of ${first.closed} is closed.`,
        parts: from.slice(0, 5).map((one) => ruleCode(one, 'listRule')),
        fix: say`Close the list of ${listed(from)}, or keep secrets in a collection without relations.`,
        place: {
          ...rulePlace(way.from, 'listRule'),
          text: `${from.length > 1 ? `${from.length} lists` : way.from.name} → ${closed.length > 1 ? `${closed.length} collections` : first.closed.name}`,
        },
        what: targets
          .flatMap(({ ways, closed: { name } }) => ways.map((one) => `${one.from.name} ${one.path} ${name}`))
          .join(),
      });
    },
  },
  {
    id: 'missing-index',
    passed: 'Large collections have an index for the fields that rules read.',
    scope: 'rules',
    run: eachCollection((one, { lookup }, report) => {
      if (one.type === 'view') return;
      const rule = ruleNamed(one, 'listRule', lookup);
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
            collectionId: one.id,
            at: 'indexes',
            indexed: field,
          },
        });
      }
    }),
  },
];

interface Owner {
  readonly field: string;
  /** The test that compares the field with the person. */
  readonly test: Test;
}

/**
 * Returns the field that the test compares with the person's id, or with a value that only some people have, such
 * as a team. In an auth collection only the id counts: an account has a team, but no owner.
 */
function ownerField(test: Test, collection: Collection): string | null {
  const isSearch = plainOf(test) === '~';
  if (!isSearch && plainOf(test) !== '=') return null;
  for (const [side, other] of isSearch ? [test.sides] : eachWay(test)) {
    if (side.kind !== 'own' || side.props.length > 1 || other.kind !== 'auth') continue;
    const isId = other.props.join('.') === 'id';
    const isTaken = isId || (collection.type !== 'auth' && !fieldsOfAll.includes(other.first));
    const isFound = !isSearch || (side.end.kind === 'column' && side.end.columnClass === 'list');
    if (isTaken && isFound && fieldOf(collection, side.first)) return side.first;
  }
  return null;
}

/** Returns the fields that the alternatives of the rule compare with the person. */
const ownersIn = ({ branches, collection }: Rule): Owner[] =>
  (branches ?? []).flat().flatMap((test) => {
    const field = ownerField(test, collection);
    return field === null ? [] : [{ field, test }];
  });

const distinctOwners = (owners: readonly Owner[]): readonly Owner[] =>
  owners.filter(({ field }, at) => owners.findIndex((other) => other.field === field) === at);

/** Returns the field whose index the server could use to find the records. */
function searched(side: RuleSide, collection: Collection): string[] {
  if (side.kind !== 'own' || side.end.kind !== 'column') return [];
  const field = fieldOf(collection, side.first);
  const isPlain = field && !isMultiple(field) && !typeOf(field).isJsonColumn;
  return isPlain && !systemFieldNames(collection).includes(field.name) ? [field.name] : [];
}

function hasIndex(collection: Collection, field: string): boolean {
  return indexesOf(collection).some((sql) =>
    isSameName(parseCreateIndex(sql)?.columns[0]?.column?.name ?? '', field),
  );
}

/** By the id of a collection: the relation fields that refer to it. */
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

/** True if people may list records from which the path leads to records of others. */
function leadsToOthers(one: Collection, path: string, lookup: Lookup): boolean {
  const state = classifyRule(ruleOf(one, 'listRule'), one, lookup);
  const firstOf = (props: string) => props.split('.')[0];
  if (state.kind !== 'owner') return state.kind !== 'admins';
  return state.paths.some((own) => firstOf(own) !== firstOf(path));
}

/** Returns the collections whose lists lead to the closed one, by a path of at most two relations. */
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
        return target ? [{ at: target, path: join(`${at.name}${via}${field.name}`) }] : [];
      });
      return [...forward, ...back];
    });
    for (const { at, path } of ends) {
      if (at !== closed && leadsToOthers(at, path, lookup) && !ways.has(at)) ways.set(at, path);
    }
  }
  return [...ways].map(([from, path]) => ({ from, path }));
}
