// The tree of a rule, as the server reads it.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  conditionsOf,
  parseRule,
  printRule,
  type RuleNode,
  tryParseRule,
} from '../../../ui/model/filter/parseRule';

/** Prints the tree with its groups in brackets. */
function shape(node: RuleNode): string {
  if (node.kind === 'condition') return `${node.left.source}${node.operator}${node.right.source}`;
  return `${node.kind}(${node.parts.map(shape).join(' ')})`;
}

const cases: [rule: string, shape: string, printed: string][] = [
  ['a = 1', 'a=1', 'a=1'],
  ['a = 1 && b ?!= "x"', 'all(a=1 b?!="x")', 'a=1&&b?!="x"'],
  ['a=1 || b=2 && c=3', 'any(a=1 all(b=2 c=3))', 'a=1||b=2&&c=3'],
  ['((a=1))', 'a=1', 'a=1'],
  ['a=1 && (b=2 && c=3)', 'all(a=1 all(b=2 c=3))', 'a=1&&b=2&&c=3'],
  // The server drops the half before a bracket.
  ['paid = (total > 1)', 'total>1', 'total>1'],
  ['paid (total > 1)', 'total>1', 'total>1'],
  // Two brackets without a join are joined by the last one.
  ['a=1 || (b=2) (c=3)', 'any(a=1 b=2 c=3)', 'a=1||b=2||c=3'],
  ['(a=1) (b=2)', 'all(a=1 b=2)', 'a=1&&b=2'],
  ["a = 'it\\'s' && b=-1.5", "all(a='it\\'s' b=-1.5)", "a='it\\'s'&&b=-1.5"],
];

for (const [rule, tree, printed] of cases) {
  test(`parses ${JSON.stringify(rule)}`, () => {
    const node = parseRule(rule);
    assert.is(shape(node), tree);
    assert.is(printRule(node), printed);
    assert.is(printRule(parseRule(printed)), printed);
  });
}

test('tells the position of each operand', () => {
  const [first, second] = conditionsOf(parseRule('(one=1)&&two = "x"'));
  assert.equal(
    [first?.left.start, first?.right.start, second?.left.start, second?.right.start],
    [1, 5, 9, 15],
  );
});

test('refuses what is not complete', () => {
  const broken = ['', '// nothing', 'a', 'a =', 'a = 1 &&', 'a b', '= 1', 'a = 1 b = 2', '()', 'a = = 1'];
  for (const rule of [...broken, '&& a=1', 'a=1 && && b=1']) {
    assert.throws(() => parseRule(rule));
    assert.is(tryParseRule(rule), null, rule);
  }
});

test.run();
