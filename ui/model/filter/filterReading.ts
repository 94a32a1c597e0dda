import { explainFilter } from './explainFilter';
import { anyColumn, anyForms, searchTermOf, termForm } from './filter';
import { FilterSyntaxError } from './filterTokens';
import {
  createGroup,
  createRow,
  type FilterGroup,
  type FilterLanguage,
  type FilterNode,
  splitLead,
} from './filterTree';
import { conditionsOf, hasCall, type Place, parseRule, type RuleNode, wholePlace } from './parseRule';
import { meaningOf, type ReadCondition, readCondition } from './valueCondition';

/** Groups deeper than this are shown as their text. */
export const deepestGroup = 2;

/** Reads a filter or a search term. A fault is a sentence for a text that the server cannot read. */
export function readFilter(text: string, language: FilterLanguage): FilterGroup | { readonly fault: string } {
  const trimmed = text.trim();
  if (trimmed === '') return createGroup({ open: text });
  const at = text.indexOf(trimmed);
  const ends = { open: text.slice(0, at), close: text.slice(at + trimmed.length) };
  const found = searchTermOf(trimmed);
  if (found) {
    const condition = { field: anyColumn, operator: 'contains', values: [found.term] } as const;
    return createGroup({ ...ends, parts: [createRow({ text: trimmed, condition, form: termForm })] });
  }
  try {
    const { start, end } = { start: at, end: at + trimmed.length };
    const tree = parseRule(trimmed);
    if (!language.hasCalls && hasCall(tree)) throw new FilterSyntaxError();
    return readRoot(text, tree, at, { start, end }, language);
  } catch (error) {
    if (!(error instanceof FilterSyntaxError)) throw error;
    const fault = explainFilter(trimmed, null) ?? error.message;
    return { fault: fault || 'This filter has too many brackets to be shown.' };
  }
}

/** `at` is the position of the tree's text, and `end` the position where it ends. */
function readRoot(
  text: string,
  tree: RuleNode,
  at: number,
  { end }: Place,
  language: FilterLanguage,
): FilterGroup {
  const reader = createReader(text, at, language);
  if (tree.kind !== 'condition' && !tree.brackets && reader.isJoined(tree)) {
    const place = { start: tree.start + at, end: tree.end + at };
    const { parts, join } = reader.read(tree, 0) as FilterGroup;
    return createGroup({ join, parts, open: text.slice(0, place.start), close: text.slice(place.end) });
  }
  const isLoose = tree.kind !== 'condition' && !tree.brackets;
  const place = wholePlace(tree);
  const [start, stop] = isLoose ? [at, end] : [place.start + at, place.end + at];
  const part = isLoose ? createRow({ text: text.slice(start, stop), isLoose }) : reader.read(tree, 1);
  return createGroup({ parts: [part], open: text.slice(0, start), close: text.slice(stop) });
}

function createReader(text: string, at: number, language: FilterLanguage) {
  const sourceOf = ({ start, end }: Place) => text.slice(start + at, end + at);

  /**
   * True if `&&` or `||` stands between all parts of the group, up to the next brackets. The server also joins parts
   * that have nothing between them.
   */
  function isJoined(node: RuleNode): boolean {
    if (node.kind === 'condition') return true;
    return node.parts.every((part, index) => {
      const former = node.parts[index - 1];
      const between = former && { start: wholePlace(former).end, end: wholePlace(part).start };
      return (!between || splitLead(sourceOf(between)) !== null) && (part.brackets || isJoined(part));
    });
  }

  function read(node: RuleNode, depth: number): FilterNode {
    const whole = sourceOf(wholePlace(node));
    const inner = sourceOf(node);
    const { brackets } = node;
    // The server drops a name before brackets. A row of field, operator and value cannot show it, so show the text.
    if (brackets && !whole.startsWith('(')) return createRow({ text: whole });
    const around = brackets && {
      open: sourceOf({ start: brackets.start, end: node.start }),
      close: sourceOf({ start: node.end, end: brackets.end }),
    };
    if (node.kind === 'condition') {
      return createRow({ text: inner, ...around, ...readCondition(node, language.fields) });
    }
    const known = brackets && (readCondition(node, language.fields) ?? readAny(node, language));
    if (known) return createRow({ text: whole, ...known });
    if (depth > deepestGroup || !isJoined(node)) return createRow({ text: whole });
    const parts = node.parts.map((part, index) => {
      const former = node.parts[index - 1];
      const lead = former ? sourceOf({ start: wholePlace(former).end, end: wholePlace(part).start }) : '';
      return { ...read(part, depth + 1), lead };
    });
    return createGroup({ join: node.kind, parts, ...around });
  }

  return { read, isJoined };
}

/** Reads the filter that a search term becomes. */
function readAny(node: RuleNode, language: FilterLanguage): ReadCondition | null {
  const { columns } = language;
  const conditions = conditionsOf(node);
  const source = conditions[0]?.right.source ?? '';
  if (node.kind !== 'any' || conditions.length !== columns.length) return null;
  const term = source.replace(/^"%?|%?"$/g, '').replace(/\\+([\\%_"])/g, '$1');
  const condition = { field: anyColumn, operator: 'contains', values: [term] } as const;
  const wanted = meaningOf(node);
  const form = anyForms(term, language).findIndex((text) => meaningOf(parseRule(text)) === wanted);
  return form < 0 ? null : { condition, form };
}
