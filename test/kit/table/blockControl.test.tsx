// A block of cells in a table of a thousand rows.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Checkbox } from '../../../ui/kit/form/Checkbox';
import { type BlockControl, controlBlock } from '../../../ui/kit/table/blockControl';
import { Table, type TableProps } from '../../../ui/kit/table/Table';
import type { TableColumn } from '../../../ui/kit/table/TableRow';
import { goToCell } from '../../../ui/kit/table/useCursor';
import { act, eventually, focus, mount, press, tick } from '../../support/render';

interface Row {
  id: string;
}

const names = ['id', 'a', 'b', 'c'];
const columns: TableColumn<Row>[] = [
  {
    key: 'pick',
    head: null,
    width: 40,
    isPick: true,
    focusesControl: true,
    cell: ({ id }) => (
      <Checkbox aria-label={`Select ${id}`} tabIndex={-1} isChecked={false} onChange={() => {}} />
    ),
  },
  ...names.map((key) => ({ key, head: key, width: 100, cell: ({ id }: Row) => `${key} of ${id}` })),
];
const rowsOf = (count: number): Row[] => Array.from({ length: count }, (_, at) => ({ id: `r${at}` }));

let rows: Row[] = [];
let isOn = true;
let control: BlockControl | null = null;

const table = (props: Partial<TableProps<Row>> = {}) => (
  <Table label="Records" stops="cells" columns={columns} rows={rows} {...props} />
);

function open(count = 1000) {
  control?.stop();
  rows = rowsOf(count);
  isOn = true;
  const view = mount(table());
  control = controlBlock(view.find('section'), () => ({
    ids: rows.map(({ id }) => id),
    columns: names,
    places: [null, ...names],
    isOn,
  }));
  return view;
}

const active = () => document.activeElement as HTMLElement;
const cellOf = (id: string, name: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('tbody td')].find(
    ({ textContent }) => textContent === `${name} of ${id}`,
  );
  if (!found) throw new Error(`${name} of ${id} is not drawn`);
  return found;
};
const marked = () => [...document.querySelectorAll('[data-block]')].map(({ textContent }) => textContent);
const range = () => control?.range();
const shift = (...keys: string[]) => {
  for (const key of keys) press(active(), key, { shiftKey: true });
};

test('Shift with the keys of the cursor marks a block; a plain move ends it', () => {
  open();
  focus(cellOf('r1', 'a'));
  assert.equal(range(), { top: 1, bottom: 1, left: 1, right: 1 }, 'the cell with the cursor');
  assert.is(control?.isMarked(), false);
  shift('ArrowDown', 'ArrowRight');
  assert.equal(marked(), ['a of r1', 'b of r1', 'a of r2', 'b of r2']);
  assert.ok(active() === cellOf('r2', 'b'), 'the cursor is at its end');
  assert.is(document.querySelectorAll('[aria-selected="true"]').length, 4);
  assert.is(document.querySelector('[role="grid"]')?.getAttribute('aria-multiselectable'), 'true');
  shift('ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft');
  assert.equal(marked(), ['id of r0', 'a of r0', 'id of r1', 'a of r1'], 'to the other side');
  press(active(), 'ArrowDown');
  assert.equal(marked(), []);
  assert.is(document.querySelector('[role="grid"]')?.hasAttribute('aria-multiselectable'), false);
});

test('a block ends before the heads and the ticks; Home and End reach its edges', () => {
  open(5);
  focus(cellOf('r0', 'b'));
  shift('ArrowUp', 'Home', 'ArrowLeft');
  assert.equal(range(), { top: 0, bottom: 0, left: 0, right: 2 });
  shift('End');
  assert.equal(range(), { top: 0, bottom: 0, left: 2, right: 3 });
  press(active(), 'End', { shiftKey: true, ctrlKey: true });
  assert.equal(range(), { top: 0, bottom: 4, left: 2, right: 3 });
  press(active(), 'Home', { shiftKey: true, ctrlKey: true });
  assert.equal(range(), { top: 0, bottom: 0, left: 2, right: 3 });
  shift('PageDown');
  assert.is(range()?.top, 0);
  assert.ok((range()?.bottom ?? 0) > 0);
});

test('the cursor goes to any cell of the table, drawn or not, and ends a block', () => {
  const list = open().find('section');
  focus(cellOf('r1', 'a'));
  shift('ArrowDown');
  goToCell(list, { id: 'r900', column: 'c' });
  assert.ok(active() === cellOf('r900', 'c'));
  assert.equal(marked(), []);
  goToCell(list, { id: 'gone', column: 'a' });
  assert.ok(active() === cellOf('r900', 'c'), 'a row that is not there changes nothing');
  goToCell(list, { id: 'r2', column: 'hidden' });
  assert.ok(active() === cellOf('r2', 'c'), 'a hidden column leads to the record');
  press(active(), 'ArrowDown');
  assert.ok(active() === cellOf('r3', 'c'), 'the arrows go on from there');
});

test('Ctrl+A marks all loaded cells, drawn or not; Escape ends the block and nothing else', async () => {
  const view = open();
  focus(cellOf('r3', 'a'));
  press(active(), 'a', { ctrlKey: true });
  assert.equal(range(), { top: 0, bottom: 999, left: 0, right: 3 });
  assert.ok(active() === cellOf('r3', 'a'), 'the cursor stays');
  view.find('section').scrollTop = 500 * 36;
  act(() => {
    view.find('section').dispatchEvent(new Event('scroll'));
  });
  await eventually(() => marked().includes('c of r505'), true, 'rows that are drawn later are marked');
  const heard: string[] = [];
  const listen = ({ key }: KeyboardEvent) => heard.push(key);
  document.addEventListener('keydown', listen);
  press(active(), 'Escape');
  document.removeEventListener('keydown', listen);
  assert.equal(marked(), []);
  assert.equal(heard, []);
});

test('a block stays with its records, and is gone with one of its ends', async () => {
  const view = open(6);
  focus(cellOf('r1', 'a'));
  shift('ArrowDown', 'ArrowDown');
  const show = async (next: Row[]) => {
    rows = next;
    view.rerender(table());
    control?.draw();
    await tick();
  };
  await show(rowsOf(6).toReversed());
  assert.equal(range(), { top: 2, bottom: 4, left: 1, right: 1 });
  assert.equal(marked().toSorted(), ['a of r1', 'a of r2', 'a of r3']);
  await show(rows.filter(({ id }) => id !== 'r1'));
  assert.equal(marked(), []);
  assert.is(control?.isMarked(), false);

  isOn = false;
  focus(cellOf('r2', 'a'));
  shift('ArrowDown');
  press(active(), 'a', { ctrlKey: true });
  assert.equal(marked(), [], 'blocks are off');
  assert.ok(active() === cellOf('r2', 'a'));
});

test.run();
