import { FilterSyntaxError, type FilterToken, tokensOf } from './filterTokens';

/** A name, a number, a text in quotes or a function, with its position in the rule. */
export interface Operand {
  readonly kind: 'name' | 'number' | 'text' | 'call';
  readonly source: string;
  readonly start: number;
}

/** A part of the text of a rule; `end` is the position after it. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The position of a condition or a group, without the brackets around it. */
interface PlacedNode extends Place {
  /** With all brackets around it and what the server drops before them. */
  readonly brackets?: Place;
}

export interface Condition extends PlacedNode {
  readonly kind: 'condition';
  readonly left: Operand;
  /** With its question mark, such as `?=`. */
  readonly operator: string;
  readonly right: Operand;
}

/** Parts that are joined by `&&` ('all') or by `||` ('any'); at least two. */
interface RuleGroup extends PlacedNode {
  readonly kind: 'all' | 'any';
  readonly parts: readonly RuleNode[];
}

export type RuleNode = Condition | RuleGroup;

/**
 * Parses a rule or filter as the server does (`Parse` in `fexpr/parser.go`): `&&` binds before `||`, and text directly
 * before a bracket is dropped, so `paid = (total > 1)` means `total > 1`. Throws a FilterSyntaxError.
 */
export function parseRule(text: string): RuleNode {
  return nodeOf(tokensOf(text));
}

export function tryParseRule(text: string): RuleNode | null {
  try {
    return parseRule(text);
  } catch (error) {
    if (error instanceof FilterSyntaxError) return null;
    throw error;
  }
}

function nodeOf(tokens: readonly FilterToken[]): RuleNode {
  /** The alternatives of `||`; each is a list of parts that are joined by `&&`. */
  const branches: RuleNode[][] = [];
  let join: '&&' | '||' = '&&';
  let operator = '';
  let left: Operand | null = null;
  let expected: 'left' | 'operator' | 'right' | 'join' = 'left';

  const add = (node: RuleNode) => {
    const last = branches.at(-1);
    if (last && join === '&&') last.push(node);
    else branches.push([node]);
  };

  for (const token of tokens) {
    if (token.kind === 'brackets') {
      const dropped = expected === 'operator' || expected === 'right' ? left : null;
      add({ ...nodeOf(token.inside), brackets: { start: (dropped ?? token).start, end: token.end } });
      expected = 'join';
      continue;
    }
    const { kind, source, start } = token;
    if (kind === 'join') {
      if (expected !== 'join') throw new FilterSyntaxError(`A condition is missing before ${source}.`);
      join = source === '||' ? '||' : '&&';
      expected = 'left';
    } else if (kind === 'operator') {
      if (expected !== 'operator') throw new FilterSyntaxError(`A field is missing before ${source}.`);
      operator = source;
      expected = 'right';
    } else if (expected === 'left') {
      left = { kind, source, start };
      expected = 'operator';
    } else if (expected === 'right' && left) {
      const place = { start: left.start, end: start + source.length };
      add({ kind: 'condition', left, operator, right: { kind, source, start }, ...place });
      expected = 'join';
    } else {
      throw new FilterSyntaxError(`&& or || is missing before ${source}.`);
    }
  }
  if (expected !== 'join') throw new FilterSyntaxError('The last condition is not complete.');
  return groupOf(
    'any',
    branches.map((parts) => groupOf('all', parts)),
  );
}

function groupOf(kind: RuleGroup['kind'], parts: readonly RuleNode[]): RuleNode {
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last) throw new FilterSyntaxError('A condition is missing.');
  if (parts.length === 1) return first;
  return { kind, parts, start: wholePlace(first).start, end: wholePlace(last).end };
}

/** Returns the place of a node with its brackets. */
export function wholePlace(node: RuleNode): Place {
  return node.brackets ?? node;
}

export function conditionsOf(node: RuleNode): Condition[] {
  return node.kind === 'condition' ? [node] : node.parts.flatMap(conditionsOf);
}

/** A rule with more alternatives is not judged. */
const maxBranches = 64;

/** Returns the conditions of each alternative that passes the rule; null if there are too many. */
export function branchesOf(node: RuleNode): Condition[][] | null {
  if (node.kind === 'condition') return [[node]];
  let all: Condition[][] = node.kind === 'all' ? [[]] : [];
  for (const part of node.parts) {
    const more = branchesOf(part);
    if (!more) return null;
    all = node.kind === 'any' ? [...all, ...more] : all.flatMap((one) => more.map((two) => [...one, ...two]));
    if (all.length > maxBranches) return null;
  }
  return all;
}

/** True if the rule has a function, whose value only the server knows. */
export const hasCall = (node: RuleNode): boolean => operandsOf(node).some(({ kind }) => kind === 'call');

export function operandsOf(node: RuleNode): Operand[] {
  return conditionsOf(node).flatMap(({ left, right }) => [left, right]);
}

/**
 * Prints a rule without comments. `print` returns the text of a condition; it must be in brackets if it holds
 * more than one.
 */
export function printRule(node: RuleNode, print: (condition: Condition) => string = printCondition): string {
  if (node.kind === 'condition') return print(node);
  const parts = node.parts.map((part) =>
    node.kind === 'all' && part.kind === 'any' ? `(${printRule(part, print)})` : printRule(part, print),
  );
  return parts.join(node.kind === 'all' ? '&&' : '||');
}

export function printCondition({ left, operator, right }: Condition): string {
  return `${left.source}${operator}${right.source}`;
}
