import {
  accountFlags,
  accountTexts,
  type Collection,
  dateNames,
  fieldOf,
  ruleOf,
} from '../../../model/collection';
import { type MentioningRule, textOfRule } from '../../../model/mentions';
import type { Lookup } from '../../../model/rulePaths';
import { holdsChoices, isMultiple } from '../../../model/types/fieldTypes';
import { storedClassOf } from '../../reading/followPath';
import { demandsValue } from '../../reading/guests';
import type { RuleSide } from '../../reading/ruleSide';
import {
  eachWay,
  isForUsers,
  isSignedIn,
  plainOf,
  type Rule,
  ruleNamed,
  stopsGuests,
  type Test,
} from './ruleParts';

/** Fields of a person that grant no right: every account has them, or gets them by itself. */
export const fieldsOfAll: readonly string[] = [
  ...accountFlags,
  ...dateNames,
  'collectionId',
  'collectionName',
];

/** True if only accounts of another collection meet the test. */
export function isForOthers(test: Test, account: Collection): boolean {
  return eachWay(test).some(([side, other]) => {
    if (side.kind !== 'auth' || side.props.length > 1 || other.kind !== 'literal') return false;
    if (side.first !== 'collectionId' && side.first !== 'collectionName') return false;
    const own = side.first === 'collectionId' ? account.id : account.name;
    return test.operator.endsWith('!=') ? other.value === own : other.value !== own;
  });
}

/** True if only people to whom somebody gave a right meet the test. */
export function needsTrust(test: Test, account: Collection): boolean {
  if (isForOthers(test, account)) return true;
  return eachWay(test).some(([side, other]) => {
    if (side.kind !== 'auth' || other.kind !== 'literal' || other.isEmpty || !stopsGuests(test)) return false;
    if (/^(false|0)$/.test(other.value)) return false;
    return side.props.length > 1 || !fieldsOfAll.includes(side.first);
  });
}

/** True if the rule admits each account of this collection. */
export const letsAllIn = ({ branches }: Rule, account: Collection): boolean =>
  branches?.some((branch) => isForUsers(branch) && !branch.some((test) => isForOthers(test, account))) ===
  true;

/** True if nearly all accounts of this collection meet the test. */
export const isForMost = (test: Test, account: Collection): boolean =>
  test.sides.every(({ kind }) => kind === 'auth' || kind === 'literal') && !needsTrust(test, account);

/**
 * True if the sender of a new record can meet the test by the body. Not for a text that a field must equal: it may
 * be a secret, such as an invitation code.
 */
export function isFree(test: Test, owner: Collection): boolean {
  const { sides } = test;
  const fields = sides.filter(({ kind }) => kind !== 'literal');
  if (fields.length === 0 || !fields.every((side) => isFreeField(side, owner))) return false;
  const plain = plainOf(test);
  if (plain !== '=' && plain !== '~') return true;
  if (plain === '=' && fields.some((side) => isWholeList(side, owner))) return false;
  const [value] = sides.filter(({ kind }) => kind === 'literal');
  return value?.kind !== 'literal' || value.isEmpty || fields.every((side) => hasKnownValues(side, owner));
}

function isFreeField(side: RuleSide, owner: Collection): boolean {
  if (side.kind !== 'own' && side.kind !== 'data') return false;
  if (side.props.length > 1) return false;
  return fieldOf(owner, side.first) !== undefined || accountTexts.includes(side.first);
}

/** The server compares the JSON of a whole list, which equals no text. */
function isWholeList(side: RuleSide, owner: Collection): boolean {
  if (side.kind !== 'own' || side.props[0] !== side.first) return false;
  const field = fieldOf(owner, side.first);
  return field !== undefined && isMultiple(field);
}

function hasKnownValues(side: RuleSide, owner: Collection): boolean {
  if (!('first' in side)) return false;
  if (side.props[0] !== side.first) return true;
  const field = fieldOf(owner, side.first);
  return field !== undefined && (holdsChoices(field) || storedClassOf(field) === 'number');
}

/** Returns the first alternative of a create rule that a guest can meet; null if none is known. */
export function guestBranch({ branches, collection }: Rule): readonly Test[] | null {
  const isMet = (test: Test, branch: readonly Test[]) =>
    isFree(test, collection) || isMetByGuests(test) || mayLeaveEmpty(test, branch, collection);
  return branches?.find((branch) => branch.every((test) => isMet(test, branch))) ?? null;
}

/** The fields of a guest are NULL. Only `=` and `!=` can hold for NULL. */
function isMetByGuests(test: Test): boolean {
  const isPlain = ['=', '!='].includes(plainOf(test));
  const kinds = test.sides.map(({ kind }) => kind).sort();
  return isPlain && kinds.join() === 'auth,literal' && !stopsGuests(test);
}

/** True if the test compares the person with a field that a guest can leave empty: empty equals empty. */
function mayLeaveEmpty(test: Test, branch: readonly Test[], owner: Collection): boolean {
  if (plainOf(test) !== '=') return false;
  return eachWay(test).some(([side, other]) => {
    if ((side.kind !== 'own' && side.kind !== 'data') || side.props.join() !== side.first) return false;
    const field = fieldOf(owner, side.first);
    const isText = side.kind === 'data' || (side.end.kind === 'column' && side.end.columnClass === 'text');
    if (other.kind !== 'auth' || !isText || field?.required === true) return false;
    if (side.kind === 'own' && !field) return false;
    const isField = (one: RuleSide) =>
      (one.kind === 'own' || one.kind === 'data') && one.props.join() === side.first;
    return !branch.some((guard) => demandsValue(guard, isField));
  });
}

export function isSignUpOpen(account: Collection, lookup: Lookup): boolean {
  if (ruleOf(account, 'createRule') === '') return true;
  const create = ruleNamed(account, 'createRule', lookup);
  return create !== undefined && guestBranch(create) !== null;
}

/** 0: everyone, 1: all users, 2: some users or some records, 3: only admins. */
export function accessRank(collection: Collection, name: MentioningRule, lookup: Lookup): 0 | 1 | 2 | 3 {
  const text = textOfRule(collection, name);
  if (text === null) return 3;
  if (text === '') return 0;
  const rule = ruleNamed(collection, name, lookup);
  return rule && isSignedIn(rule) && lookup.accounts.every((account) => letsAllIn(rule, account)) ? 1 : 2;
}
