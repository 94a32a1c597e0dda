// A filter is edited, not rebuilt, so comments, blanks and the quotes of other conditions stay. A condition is a row
// only if the same meaning can be written from that row; anything else is shown as its text. Rejected: to print the
// filter from its tree, because a rule written by hand would lose its form.

import type { SchemaField } from '../field';
import { anyColumn, anyForms, type SearchColumn, searchTermOf, termForm, toTerm } from './filter';
import { filterPieceAt } from './filterPieces';
import { parseRule } from './parseRule';
import { type FieldCondition, formsOf, meaningOf } from './valueCondition';

/** How the texts of one collection are read. */
export interface FilterLanguage {
  readonly fields: readonly SchemaField[];
  readonly columns: readonly SearchColumn[];
  /** True if the server knows functions. */
  readonly hasCalls?: boolean;
}

/**
 * The nodes of a filter hold all its characters: printed in order they give the text again. An edit changes the
 * texts of one node, so every other character stays.
 */
interface NodeTexts {
  /** Identifies the node while the filter is open. */
  readonly id: number;
  /** The text between the former node and this one, with `&&` or `||`. */
  readonly lead: string;
  /** The brackets around it with their comments and blanks; '' for none. */
  readonly open: string;
  readonly close: string;
}

export interface FilterRow extends NodeTexts {
  readonly kind: 'row';
  /** '' as long as a value is missing; then the row is no part of the filter. */
  readonly text: string;
  /** Null if the text cannot be shown as field, operator and value. */
  readonly condition: FieldCondition | null;
  /** The place of the text among the forms of the condition; -1 for a plain search term. */
  readonly form: number;
  /** The server joins parts of the text without `&&` or `||`, so it needs brackets beside others. */
  readonly isLoose?: boolean;
}

export interface FilterGroup extends NodeTexts {
  readonly kind: 'group';
  readonly join: 'all' | 'any';
  readonly parts: readonly FilterNode[];
}

export type FilterNode = FilterRow | FilterGroup;

let lastId = 0;

function createNode(): NodeTexts {
  lastId += 1;
  return { id: lastId, lead: '', open: '', close: '' };
}

export const createRow = (texts: Partial<FilterRow>): FilterRow => ({
  ...createNode(),
  kind: 'row',
  text: '',
  condition: null,
  form: 0,
  ...texts,
});

export const createGroup = (texts: Partial<FilterGroup>): FilterGroup => ({
  ...createNode(),
  kind: 'group',
  join: 'all',
  parts: [],
  ...texts,
});

/** Returns the text of the filter. Rows that miss a value are left out. */
export function printFilter(root: FilterGroup, language: FilterLanguage): string {
  return printNode(besideOthers(withoutUnfinished(root), language));
}

function printNode(node: FilterNode): string {
  const inner = node.kind === 'row' ? node.text : node.parts.map(printNode).join('');
  return node.lead + node.open + inner + node.close;
}

export function withoutUnfinished(root: FilterGroup): FilterGroup {
  const ids = rowsOf(root)
    .filter(({ text }) => text === '')
    .map(({ id }) => id);
  return ids.reduce(removeNode, root);
}

/** Rewrites rows whose text is valid only alone: beside others, a search term becomes a filter. */
function besideOthers(group: FilterGroup, language: FilterLanguage): FilterGroup {
  const isAlone = group.parts.length < 2;
  const parts = group.parts.map((part) => {
    if (part.kind === 'group') return besideOthers(part, language);
    if (isAlone) return part;
    if (part.isLoose) return bracketed(part);
    const [term = ''] = part.condition?.values ?? [];
    return part.form === termForm ? { ...part, text: anyForms(term, language)[0] ?? '' } : part;
  });
  return { ...group, parts };
}

export function rowsOf(node: FilterNode): FilterRow[] {
  return node.kind === 'row' ? [node] : node.parts.flatMap(rowsOf);
}

export function findNode(node: FilterNode, id: number): FilterNode | null {
  if (node.id === id) return node;
  if (node.kind === 'row') return null;
  for (const part of node.parts) {
    const found = findNode(part, id);
    if (found) return found;
  }
  return null;
}

function withNode(root: FilterGroup, id: number, change: (node: FilterNode) => FilterNode): FilterGroup {
  const visit = (node: FilterNode): FilterNode => {
    if (node.id === id) return change(node);
    if (node.kind === 'row') return node;
    const parts = node.parts.map(visit);
    return parts.some((part, at) => part !== node.parts[at]) ? { ...node, parts } : node;
  };
  return visit(root) as FilterGroup;
}

/** Replaces the condition of a row. The same condition changes nothing. */
export function setCondition(
  root: FilterGroup,
  id: number,
  condition: FieldCondition,
  language: FilterLanguage,
): FilterGroup {
  const isAlone = root.parts.length === 1 && root.parts[0]?.id === id;
  return withNode(root, id, (node) => {
    if (node.kind !== 'row') return node;
    if (node.condition && isSameCondition(node.condition, condition)) return node;
    const form = node.condition && isSameKind(node.condition, condition) ? node.form : 0;
    const isTerm = isAlone && condition.field === anyColumn;
    return { ...node, condition, ...writeRow(node, condition, isTerm ? termForm : form, language) };
  });
}

function writeRow(
  row: FilterRow,
  condition: FieldCondition,
  wantedForm: number,
  language: FilterLanguage,
): Pick<FilterRow, 'text' | 'form'> {
  if (condition.field === anyColumn) {
    const [term = ''] = condition.values;
    if (wantedForm === termForm) return { text: toTerm(term) ?? '', form: termForm };
    return { text: anyForms(term, language)[0] ?? '', form: 0 };
  }
  const field = language.fields.find(({ name }) => name === condition.field);
  const forms = field ? formsOf(field, condition) : [];
  const form = forms[wantedForm] === undefined ? 0 : wantedForm;
  return { text: withSpacesOf(row.text, forms[form]?.[0] ?? ''), form };
}

/** Returns the new condition with the blanks and comments of the former one, if both are simple. */
function withSpacesOf(former: string, text: string): string {
  if (former === '' || text === '' || searchTermOf(former)) return text;
  const [old, next] = [parseRule(former), parseRule(text)];
  if (old.kind !== 'condition' || next.kind !== 'condition' || old.brackets || next.brackets) return text;
  const between = former.slice(old.left.start + old.left.source.length, old.right.start);
  const spaces = between.split(old.operator);
  const [before = '', after = ''] = spaces;
  if (spaces.length !== 2) return text;
  return next.left.source + before + next.operator + after + next.right.source;
}

const isSameKind = (one: FieldCondition, other: FieldCondition) =>
  one.field === other.field && one.operator === other.operator;

function isSameCondition(one: FieldCondition, other: FieldCondition): boolean {
  return isSameKind(one, other) && JSON.stringify(one.values) === JSON.stringify(other.values);
}

/**
 * Removes a row or a group with the operator that joins it, and groups that become empty with their brackets.
 * Comments beside it stay.
 */
export function removeNode(root: FilterGroup, id: number): FilterGroup {
  const visit = (group: FilterGroup): FilterGroup => {
    const at = group.parts.findIndex((part) => part.id === id);
    if (at >= 0) return withoutPart(group, at);
    const parts = group.parts.map((part) => (part.kind === 'group' ? visit(part) : part));
    const changed = parts.findIndex((part, index) => part !== group.parts[index]);
    if (changed < 0) return group;
    const next = { ...group, parts };
    const part = parts[changed];
    return part?.kind === 'group' && part.parts.length === 0 ? withoutPart(next, changed) : next;
  };
  return visit(root);
}

function withoutPart(group: FilterGroup, at: number): FilterGroup {
  const part = group.parts[at];
  if (!part) return group;
  const parts = group.parts.filter((_, index) => index !== at);
  const around = commentsIn(part.open + part.close);
  const kept = (at === 0 ? part.lead : leftOver(part.lead)) + (around && `${around}\n`);
  const next = parts[at];
  if (!next) return { ...group, parts, close: kept + group.close };
  const lead = kept + (at === 0 ? leftOver(next.lead) : next.lead);
  return { ...group, parts: parts.map((one) => (one === next ? { ...next, lead } : one)) };
}

/** Returns the text before and after the operator that joins; null without one. */
export function splitLead(lead: string): { before: string; operator: string; after: string } | null {
  for (let at = 0; at < lead.length; ) {
    const { kind, source } = filterPieceAt(lead, at);
    if (kind === 'join')
      return { before: lead.slice(0, at), operator: source, after: lead.slice(at + source.length) };
    at += source.length;
  }
  return null;
}

/** Returns the comments of a lead with their lines; '' if it holds none. */
function leftOver(lead: string): string {
  const { before, after } = splitLead(lead) ?? { before: lead, after: '' };
  return [before, after].filter((text) => text.includes('//')).join('');
}

function commentsIn(text: string): string {
  const comments: string[] = [];
  for (let at = 0; at < text.length; ) {
    const { kind, source } = filterPieceAt(text, at);
    if (kind === 'comment') comments.push(` ${source}`);
    at += source.length;
  }
  return comments.join('\n');
}

export interface Added {
  readonly root: FilterGroup;
  readonly id: number;
}

/** Adds a row at the end of a group; without a value it is no part of the filter yet. */
export function addRow(
  root: FilterGroup,
  groupId: number,
  condition: FieldCondition,
  language: FilterLanguage,
): Added {
  const isFirst = groupId === root.id && root.parts.length === 0;
  const empty = createRow({ condition });
  const row = { ...empty, ...writeRow(empty, condition, isFirst ? termForm : 0, language) };
  return { root: withPart(root, groupId, row), id: row.id };
}

export function addGroup(
  root: FilterGroup,
  groupId: number,
  condition: FieldCondition,
  language: FilterLanguage,
): Added {
  const parent = findNode(root, groupId);
  const join = parent?.kind === 'group' && parent.join === 'all' ? 'any' : 'all';
  const group = createGroup({ join, open: '(', close: ')' });
  return addRow(withPart(root, groupId, group), group.id, condition, language);
}

function withPart(root: FilterGroup, groupId: number, part: FilterNode): FilterGroup {
  return withNode(root, groupId, (group) => {
    if (group.kind !== 'group') return group;
    const lead = group.parts.length === 0 ? '' : leadLike(group);
    return { ...group, parts: [...group.parts, { ...part, lead }] };
  });
}

/** Returns the operator between the last parts with its blanks. */
function leadLike({ parts, join }: FilterGroup): string {
  const last = parts.length > 1 ? splitLead(parts.at(-1)?.lead ?? '') : null;
  const operator = join === 'all' ? '&&' : '||';
  if (!last || last.operator !== operator || `${last.before}${last.after}`.includes('//'))
    return ` ${operator} `;
  return last.before + operator + last.after;
}

/**
 * Puts brackets around a node. The server counts the brackets and quotes of comments when it looks for the
 * closing one, so comments with some move before it.
 */
function bracketed(node: FilterNode): FilterNode {
  if (node.open !== '') return node;
  const [plain, moved] = hasHarmlessComments(node) ? [node, ''] : withoutComments(node);
  return { ...plain, lead: plain.lead + (moved && `${moved}\n`), open: '(', close: ')' };
}

function hasHarmlessComments(node: FilterNode): boolean {
  const text = printNode({ ...node, lead: '' });
  try {
    return meaningOf(parseRule(`(${text})`)) === meaningOf(parseRule(text));
  } catch {
    // The text of an unfinished group cannot be parsed.
    return !text.includes('//');
  }
}

/** Returns the node without the comments between its parts, and these comments. */
function withoutComments(node: FilterNode): [node: FilterNode, comments: string] {
  const comments: string[] = [];
  const strip = (text: string) => {
    let rest = '';
    for (let at = 0; at < text.length; ) {
      const { kind, source } = filterPieceAt(text, at);
      if (kind === 'comment') comments.push(` ${source}`);
      else rest += source;
      at += source.length;
    }
    return rest;
  };
  if (node.kind === 'row') return [{ ...node, text: strip(node.text) }, comments.join('\n')];
  const parts = node.parts.map((part) => ({ ...part, lead: strip(part.lead) }));
  return [{ ...node, parts }, comments.join('\n')];
}

/** Joins the parts of a group by `&&` ('all') or `||` ('any'), and keeps its groups by brackets. */
export function setJoin(root: FilterGroup, groupId: number, join: FilterGroup['join']): FilterGroup {
  return withNode(root, groupId, (group) => {
    if (group.kind !== 'group' || group.join === join) return group;
    const parts = group.parts.map((part, at) => {
      const lead = at === 0 ? null : splitLead(part.lead);
      const joined = lead ? lead.before + (join === 'all' ? '&&' : '||') + lead.after : part.lead;
      const next = { ...part, lead: joined };
      return next.kind === 'group' ? bracketed(next) : next;
    });
    const next = { ...group, join, parts };
    return group.id === root.id ? next : bracketed(next);
  });
}

/** Returns a filter whose only part is the given one, in brackets. */
export function asOnlyGroup(root: FilterGroup): FilterGroup {
  const { open, close } = root;
  return createGroup({ open, close, parts: [bracketed({ ...root, open: '', close: '' })] });
}
