import { type Collection, collectionTypeOf } from '../../model/collection';
import { type MentioningRule, mentioningRules, ruleVerbs, textOfRule } from '../../model/mentions';
import { lookupOf } from '../../model/rulePaths';
import type { Sort } from '../../model/sort';
import {
  classifyRule,
  type RuleState,
  type RuleStateName,
  ruleStates,
  whyGuestsPass,
} from '../reading/classifyRule';

export interface RuleCell {
  /** Null means admins only. */
  readonly rule: string | null;
  readonly state: RuleState;
  /** A sentence if guests always pass the rule although it is not empty; else null. */
  readonly warning: string | null;
}

export interface RuleRow {
  readonly id: string;
  readonly collection: Collection;
  /** Only the rules that the type of the collection has. */
  readonly cells: Readonly<Partial<Record<MentioningRule, RuleCell>>>;
}

export const rowRules = mentioningRules.slice(0, 6);

export const stateNames: Readonly<Record<RuleStateName, string>> = {
  everyone: 'Everyone',
  signedIn: 'Signed in',
  owner: 'Owner',
  other: 'Other',
  admins: 'Admins',
};

export const isWriteRule = (rule: MentioningRule) => rule !== 'listRule' && rule !== 'viewRule';

const rulesOfType = {
  auth: rowRules,
  base: rowRules.slice(0, 5),
  view: rowRules.slice(0, 2),
};

export function rowsOf(collections: readonly Collection[]): RuleRow[] {
  const lookup = lookupOf(collections);
  return collections.map((collection) => ({
    id: collection.id,
    collection,
    cells: Object.fromEntries(
      rulesOfType[collectionTypeOf(collection)].map((name): [MentioningRule, RuleCell] => {
        const text = textOfRule(collection, name);
        // For the server, an empty manage rule admits nobody but admins.
        const rule = name === 'manageRule' && text === '' ? null : text;
        const state = classifyRule(rule, collection, lookup);
        const warning = state.kind === 'other' ? whyGuestsPass(rule, collection, lookup) : null;
        return [name, { rule, state, warning }];
      }),
    ),
  }));
}

const cellsOf = ({ cells }: RuleRow) => Object.values(cells);

/** Searches the name, the fields and the rules. */
export function searchRows(rows: readonly RuleRow[], search: string): readonly RuleRow[] {
  const text = search.trim().toLowerCase();
  if (text === '') return rows;
  const isFound = (one: string) => one.toLowerCase().includes(text);
  return rows.filter(
    (row) =>
      isFound(row.collection.name) ||
      row.collection.schema.some(({ name }) => isFound(name)) ||
      cellsOf(row).some(({ rule }) => rule !== null && isFound(rule)),
  );
}

export function withState(rows: readonly RuleRow[], state: RuleStateName | null): readonly RuleRow[] {
  return state === null ? rows : rows.filter((row) => cellsOf(row).some((cell) => cell.state.kind === state));
}

export function stateCounts(rows: readonly RuleRow[]): Record<RuleStateName | 'all', number> {
  const counts = { all: 0, everyone: 0, signedIn: 0, owner: 0, other: 0, admins: 0 };
  for (const { state } of rows.flatMap(cellsOf)) {
    counts.all += 1;
    counts[state.kind] += 1;
  }
  return counts;
}

/** If the rows are sorted by a rule, those whose rule is widest come first. */
export function sortRows(
  rows: readonly RuleRow[],
  { field, isDescending }: Sort,
  guestsOf: (row: RuleRow) => number,
): readonly RuleRow[] {
  const direction = isDescending ? -1 : 1;
  if (field === 'collection') return isDescending ? [...rows].reverse() : rows;
  const rank = (row: RuleRow) => (field === 'guests' ? guestsOf(row) : widthOf(row, field));
  return [...rows].sort((a, b) => direction * (rank(a) - rank(b)));
}

function widthOf({ cells }: RuleRow, field: string): number {
  const cell = cells[`${field}Rule` as MentioningRule];
  return cell ? ruleStates.length - ruleStates.indexOf(cell.state.kind) : 0;
}

/** Returns a text such as `Owner author +1`. */
export function stateText({ rule, state }: RuleCell): string {
  if (state.kind === 'owner') return `Owner ${pathsText(state.paths)}`;
  return state.kind === 'other' ? `Other: ${rule}` : stateNames[state.kind];
}

export function pathsText([first = '', ...more]: readonly string[]): string {
  return more.length === 0 ? first : `${first} +${more.length}`;
}

export function explainCell({ state }: RuleCell, name: MentioningRule): string {
  const can = name === 'manageRule' ? 'can manage users' : `can ${ruleVerbs[name]}`;
  switch (state.kind) {
    case 'everyone':
      return `Everyone, guests too, ${can}.`;
    case 'signedIn':
      return `Every signed-in user ${can}.`;
    case 'owner':
      if (state.paths.join() === 'id') return `Users ${can} only themselves.`;
      return `Users ${can} if ${state.paths.join(' or ')} is theirs.`;
    case 'admins':
      return `Only admins ${can}.`;
    default:
      return '';
  }
}
