import '../../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rangeOf } from '../../../ui/kit/table/cellBlock';
import type { PastedCell } from '../../../ui/records/clipboard/copiedCell';
import { pasteBlock } from '../../../ui/records/clipboard/pasteCells';

const table = { rows: 6, columns: 5 };
const cells = (...rows: string[]): PastedCell[][] =>
  rows.map((row) => row.split(' ').map((text) => (text === '-' ? null : { text, exact: text })));
/** Rows and columns of the marked block, from and to. */
const marked = (top: number, bottom: number, left: number, right: number) => ({ top, bottom, left, right });

const cases: [what: string, source: string[], block: ReturnType<typeof marked>, placed: string][] = [
  ['one value fills the block', ['a'], marked(1, 2, 1, 2), '1.1 a, 1.2 a, 2.1 a, 2.2 a'],
  ['a rectangle begins at the cursor', ['a b', 'c d'], marked(1, 1, 1, 1), '1.1 a, 1.2 b, 2.1 c, 2.2 d'],
  ['an exact multiple repeats', ['a b'], marked(0, 1, 0, 1), '0.0 a, 0.1 b, 1.0 a, 1.1 b'],
  ['no exact multiple: once', ['a', 'b'], marked(0, 2, 0, 0), '0.0 a, 1.0 b'],
  ['no source, no change', ['a -', '- b'], marked(0, 0, 0, 0), '0.0 a, 1.1 b'],
];

for (const [what, source, block, placed] of cases) {
  test(what, () => {
    const plan = pasteBlock(cells(...source), block, table);
    if (typeof plan === 'number') throw new Error('refused');
    const found = plan.cells.map(({ row, column, source: { text } }) => `${row}.${column} ${text}`);
    assert.is(found.join(', '), placed);
    assert.equal([plan.total, plan.below, plan.beside], [found.length, 0, 0]);
  });
}

test('what lies beyond the loaded rows and columns is left out and counted', () => {
  const plan = pasteBlock(cells('a b c', 'd e f', 'g h i'), marked(4, 4, 3, 3), table);
  if (typeof plan === 'number') throw new Error('refused');
  assert.is(plan.cells.map(({ row, column }) => `${row}.${column}`).join(), '4.3,4.4,5.3,5.4');
  assert.equal([plan.total, plan.below, plan.beside], [9, 3, 2]);
});

test('more than 5,000 cells are refused', () => {
  const column = (count: number) => Array.from({ length: count }, () => [{ text: 'a', exact: 'a' }]);
  assert.is(typeof pasteBlock(column(5000), marked(0, 0, 0, 0), table), 'object');
  assert.is(pasteBlock(column(5001), marked(0, 0, 0, 0), table), 5001);
  assert.is(pasteBlock(column(1), marked(0, 999, 0, 5), table), 6000);
});

test('a block is the rectangle between two cells, wherever their rows are now', () => {
  const block = { anchor: { id: 'b', column: 'y' }, head: { id: 'd', column: 'x' } };
  assert.equal(rangeOf(block, ['a', 'b', 'c', 'd'], ['x', 'y', 'z']), marked(1, 3, 0, 1));
  assert.equal(rangeOf(block, ['d', 'a', 'b'], ['z', 'y', 'x']), marked(0, 2, 1, 2));
  assert.is(rangeOf(block, ['a', 'b'], ['x', 'y']), null);
  assert.is(rangeOf(block, ['b', 'd'], ['y']), null);
});

test.run();
