import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Checkbox } from '../../../ui/kit/form/Checkbox';
import { Table, type TableProps } from '../../../ui/kit/table/Table';
import type { TableColumn } from '../../../ui/kit/table/TableRow';
import { act, click, eventually, focus, mount, press, tick } from '../../support/render';

interface Row {
  id: string;
  title: string;
}

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, title: `Row ${index}` }));

const columns: TableColumn<Row>[] = [
  { key: 'id', head: 'id', width: 100, isSticky: true, cell: ({ id }) => <a href={`#/${id}`}>{id}</a> },
  { key: 'title', head: 'title', width: 200, isFlexible: true, cell: ({ title }) => title },
];

function table(props: Partial<TableProps<Row>> = {}) {
  return <Table label="Records" columns={columns} rows={rowsOf(1000)} {...props} />;
}

const drawn = () => [...document.querySelectorAll<HTMLElement>('tbody [role="row"]')];
const rowAt = (index: number) => {
  const row = document.querySelector<HTMLElement>(`[data-index="${index}"]`);
  if (!row) throw new Error(`Row ${index} is not drawn`);
  return row;
};

const cellAt = (index: number, column: number) => rowAt(index).children[column] as HTMLElement;
/** Returns the Tab stops among rows and headers. */
const stops = () => [...document.querySelectorAll<HTMLElement>('table [tabindex="0"]')];
const active = () => document.activeElement as HTMLElement;

test.after.each(() => {
  mount(null).unmount();
  mock.timers.reset();
  mock.restoreAll();
});

/** Scrolls, and waits for the frame that draws the rows. */
async function scrollTo(container: HTMLElement, top: number) {
  container.scrollTop = top;
  act(() => {
    container.dispatchEvent(new Event('scroll'));
  });
  await act(() => new Promise<unknown>(requestAnimationFrame));
}

/** Lets the list rest, under mocked timers. */
const letRest = () => act(() => mock.timers.tick(120));

/** Gives each header a position and a width of 100, and the box a width of 200. */
function place(box: HTMLElement, lefts: Record<string, number>) {
  const prototype = Element.prototype;
  const { getBoundingClientRect } = prototype;
  prototype.getBoundingClientRect = function (this: Element) {
    const left = this === box ? 0 : (lefts[this.textContent ?? ''] ?? 0);
    return new DOMRect(left, 0, this === box ? 200 : 100, 20);
  };
  return () => {
    prototype.getBoundingClientRect = getBoundingClientRect;
  };
}

test('draws only those of a thousand rows that are near the viewport, and the row with the focus', async () => {
  const view = mount(table());
  assert.ok(drawn().length > 15 && drawn().length < 40, String(drawn().length));
  assert.is(view.find('[role="table"]').getAttribute('aria-rowcount'), '1001');
  assert.is(rowAt(0).getAttribute('aria-rowindex'), '2');
  const link = rowAt(3).querySelector('a') as HTMLElement;
  focus(link);
  await scrollTo(view.find('section'), 500 * 36);
  assert.is(rowAt(500).style.top, `${500 * 36}px`);
  await eventually(() => document.querySelector('[data-index="0"]') === null, true);
  assert.ok(document.activeElement === link, 'the focus is where it was');
  assert.is(rowAt(3).getAttribute('aria-rowindex'), '5');
});

test('draws only the visible columns during a fast scroll, and a press there is in the column under the pointer', async () => {
  const four: TableColumn<Row>[] = ['id', 'a', 'b', 'c'].map((key) => ({
    key,
    head: key,
    width: 100,
    isSticky: key === 'id',
    cell: ({ title }) => `${key} of ${title}`,
  }));
  mock.timers.enable({ apis: ['setTimeout'] });
  const opened: string[] = [];
  const draw = (rows = rowsOf(1000)) =>
    table({
      stops: 'cells',
      columns: four,
      rows,
      onCellDoubleClick: ({ row, column }) => opened.push(`${row.id} ${column}`),
    });
  const view = mount(draw());
  const restore = place(view.find('section'), { id: 0, a: -100, b: 50, c: 200 });
  const textsOf = (index: number) => [...rowAt(index).children].map(({ textContent }) => textContent);
  try {
    await scrollTo(view.find('section'), 500 * 36);
    assert.equal(textsOf(500), ['id of Row 500', 'b of Row 500']);
    const cell = cellAt(500, 1);
    assert.is(cell.style.gridColumnStart, '3', 'it stands under its head');
    act(() => void cell.dispatchEvent(new MouseEvent('dblclick', { bubbles: true })));
    assert.equal(opened, ['r500 b']);
    click(cell);
    view.rerender(draw(rowsOf(1000).filter(({ id }) => id !== 'r500')));
    assert.is(active().textContent, 'b of Row 501', 'the cursor has remembered the column');
    letRest();
    assert.equal(
      textsOf(500),
      four.map(({ key }) => `${key} of Row 501`),
    );
    assert.is(cellAt(500, 2).style.gridColumnStart, '');
  } finally {
    restore();
  }
});

test('moves the focus of a removed row to the one in its place, or to the table if it was the last', async () => {
  const view = mount(table({ rows: rowsOf(5) }));
  focus(rowAt(2).querySelector('a') as HTMLElement);
  view.rerender(table({ rows: rowsOf(5).filter(({ id }) => id !== 'r2') }));
  await tick();
  assert.is((document.activeElement as HTMLElement).textContent, 'r3Row 3');
  view.rerender(table({ rows: rowsOf(3) }));
  await tick();
  assert.is((document.activeElement as HTMLElement).textContent, 'r2Row 2', 'there is none behind it');
  view.rerender(table({ rows: [] }));
  await tick();
  assert.ok(document.activeElement === view.find('section'));
});

test('is one Tab stop: the last focused row, or the first row in view; another list begins at its top', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const view = mount(table());
  const list = view.find('section');
  const stop = () => stops().map(({ dataset }) => dataset['index']);
  assert.equal(stop(), ['0']);
  await scrollTo(list, 500 * 36);
  letRest();
  assert.equal(stop(), ['498']);
  focus(rowAt(501));
  focus(document.body.appendChild(document.createElement('button')));
  await scrollTo(list, 900);
  letRest();
  assert.equal(stop(), ['501'], 'it is remembered, and drawn');
  view.rerender(table({ rows: rowsOf(999) }));
  assert.is(list.scrollTop, 900);
  view.rerender(table({ resetScrollKey: 'another list' }));
  assert.is(list.scrollTop, 0);
  await scrollTo(list, 0);
  letRest();
  assert.equal(stop(), ['0']);
});

test('Home, End and the page keys reach rows that were not rendered', () => {
  const view = mount(table());
  Object.defineProperty(view.find('section'), 'clientHeight', { value: 360 });
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { value: 36, configurable: true });
  try {
    focus(rowAt(0));
    const led = ['End', 'PageUp', 'ArrowUp', 'PageDown', 'PageDown', 'ArrowDown', 'Home', 'PageDown'].map(
      (key) => {
        assert.is(press(active(), key), false, `${key} does not scroll`);
        return active().dataset['index'];
      },
    );
    assert.equal(led, ['999', '991', '990', '998', '999', '999', '0', '8']);
  } finally {
    Reflect.deleteProperty(HTMLElement.prototype, 'offsetHeight');
  }
});

test('Left and Right move through the controls of a row, Up and Down to the same control of the next row', () => {
  mount(table());
  focus(rowAt(4));
  press(active(), 'ArrowRight');
  assert.ok(active() === rowAt(4).querySelector('a'));
  press(active(), 'ArrowDown');
  assert.ok(active() === rowAt(5).querySelector('a'));
  assert.is(press(active(), 'ArrowRight'), true, 'behind the last the table scrolls sideways');
  press(active(), 'ArrowLeft');
  assert.ok(active() === rowAt(5));
  assert.is(press(active(), 'ArrowDown', { altKey: true }), true, 'other shortcuts stay what they are');
});

test('makes the headers a Tab stop too, above the first row', () => {
  const heads: TableColumn<Row>[] = columns.map((column) => ({ ...column, sortState: null, onSort() {} }));
  const view = mount(table({ columns: heads }));
  const buttons = view.findAll('thead button');
  assert.equal(
    buttons.map((button) => button.tabIndex),
    [0, -1],
  );
  focus(rowAt(0));
  press(active(), 'ArrowUp');
  assert.ok(active() === buttons[0]);
  press(active(), 'ArrowRight');
  assert.ok(active() === buttons[1]);
  press(active(), 'ArrowDown');
  assert.ok(rowAt(0).contains(active()));
});

test('opens a row on a click or Enter beside its links, toggles it on Space, and moves on arrow keys', () => {
  const heard: string[] = [];
  mount(
    table({
      onRowOpen: ({ id }) => heard.push(`open ${id}`),
      onRowToggle: ({ id }) => heard.push(`toggle ${id}`),
    }),
  );
  click(rowAt(1).lastElementChild as Element);
  click(rowAt(2).querySelector('a') as Element);
  press(rowAt(2).querySelector('a') as Element, 'Enter');
  focus(rowAt(4));
  press(rowAt(4), 'Enter');
  assert.is(press(rowAt(4), ' '), false, 'the browser does not scroll');
  press(rowAt(4), 'ArrowDown');
  assert.ok(document.activeElement === rowAt(5));
  press(rowAt(5), 'ArrowUp');
  assert.ok(document.activeElement === rowAt(4));
  assert.equal(heard, ['open r1', 'open r4', 'toggle r4']);
});

test('blocks clicks, keys and double clicks in the rows during a reload', () => {
  const heard: string[] = [];
  const button: TableColumn<Row> = {
    key: 'copy',
    head: 'copy',
    width: 40,
    cell: ({ id }) => (
      <button type="button" onClick={() => heard.push(id)}>
        Copy
      </button>
    ),
  };
  const draw = (isDimmed: boolean) =>
    table({
      stops: 'cells',
      columns: [button, ...columns],
      isDimmed,
      onRowOpen: ({ id }) => heard.push(`open ${id}`),
      onCellDoubleClick: ({ row, column }) => heard.push(`${row.id} ${column}`),
    });
  const view = mount(draw(true));
  const tryAll = () => {
    click(rowAt(0).querySelector('button') as Element);
    act(() => void rowAt(1).lastElementChild?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true })));
    press(cellAt(2, 2), 'Enter');
  };
  tryAll();
  assert.equal(heard, []);
  view.rerender(draw(false));
  tryAll();
  assert.equal(heard, ['r0', 'r1 title', 'open r2'], 'the button was pressed, its row not opened');
});

test('asks for more on the End key when the last row is in view, even from a row', () => {
  let asked = 0;
  const view = mount(table({ onEnd: () => asked++ }));
  const scroller = view.find('section');
  Object.defineProperties(scroller, { clientHeight: { value: 360 }, scrollHeight: { value: 36_000 } });
  press(scroller, 'End');
  press(rowAt(0), 'End');
  assert.is(asked, 0);
  scroller.scrollTop = 36_000 - 360;
  press(scroller, 'End');
  press(rowAt(0), 'End');
  press(scroller, 'Home');
  assert.is(asked, 2);
});

const rightClick = (target: Element | null | undefined, init: MouseEventInit = {}) => {
  const place = { bubbles: true, cancelable: true, button: 2, clientX: 30, clientY: 40 };
  const event = new MouseEvent('contextmenu', { ...place, ...init });
  act(() => void target?.dispatchEvent(event));
  return event.defaultPrevented;
};

test('opens the menu of a row or a cell; links, marked text and Shift keep the menu of the browser', () => {
  const asked: unknown[] = [];
  const view = mount(table({ onRowMenu: ({ id }, element, at) => asked.push([id, element, at]) }));
  assert.is(rightClick(rowAt(1).lastElementChild), true);
  assert.equal(asked.splice(0), [['r1', rowAt(1), { x: 30, y: 40 }]]);
  view.rerender(table());
  assert.is(rightClick(rowAt(1).lastElementChild), false, 'without a handler');

  mount(table({ stops: 'cells', onCellMenu: ({ row, column }, at) => asked.push([row.id, column, at]) }));
  assert.is(rightClick(cellAt(1, 1)), true);
  assert.is(rightClick(cellAt(1, 1), { shiftKey: true }), false);
  assert.is(rightClick(cellAt(1, 0).querySelector('a')), false);
  // Shift+F10 comes without a button.
  assert.is(rightClick(cellAt(2, 0), { button: 0, shiftKey: true }), true);
  document.getSelection()?.selectAllChildren(cellAt(1, 1));
  assert.is(rightClick(cellAt(1, 1)), false);
  document.getSelection()?.removeAllRanges();
  assert.equal(asked, [
    ['r1', 'title', { x: 30, y: 40 }],
    ['r2', 'id', { x: 0, y: 0 }],
  ]);
});

/** The texts of the cells that have the Tab stop. */
const cellStops = () =>
  stops().map((one) => `${one.closest('[data-index]')?.getAttribute('data-index')} ${one.textContent}`);

test('with cells as stops, the arrow keys lead from cell to cell, and one cell is the Tab stop', () => {
  mount(table({ stops: 'cells' }));
  assert.equal(cellStops(), ['0 r0']);
  focus(cellAt(0, 0));
  press(active(), 'ArrowRight');
  assert.ok(active() === cellAt(0, 1));
  press(active(), 'ArrowRight');
  assert.ok(active() === cellAt(0, 1), 'there is no cell behind the last one');
  press(active(), 'ArrowDown');
  assert.ok(active() === cellAt(1, 1));
  assert.equal(cellStops(), ['1 Row 1']);
  press(active(), 'Home');
  assert.ok(active() === cellAt(1, 0));
  press(active(), 'End', { ctrlKey: true });
  assert.equal(cellStops(), ['999 r999']);
  press(active(), 'Home', { ctrlKey: true });
  assert.ok(active() === cellAt(0, 0));
});

test('the cursor stays with its record and its column; a lost record hands it to the next one', async () => {
  let lost = 0;
  const onLost = () => {
    lost += 1;
  };
  const rows = rowsOf(5);
  const view = mount(table({ stops: 'cells', rows, onLost }));
  focus(cellAt(3, 0));
  press(active(), 'ArrowRight');
  view.rerender(table({ stops: 'cells', rows: rows.toReversed(), onLost }));
  assert.is(active().textContent, 'Row 3');
  assert.equal(cellStops(), ['1 Row 3']);
  view.rerender(table({ stops: 'cells', rows: rows.toReversed().filter(({ id }) => id !== 'r3'), onLost }));
  await tick();
  assert.is(active().textContent, 'Row 2', 'the one in its place');
  assert.is(lost, 1);
});

/** Returns a function that lets the time pass for the table. */
function mockClock() {
  let now = 0;
  mock.method(performance, 'now', () => now);
  return (ms: number) => {
    now += ms;
  };
}

test('keys that were on their way to a lost record change nothing until the person pauses', async () => {
  const pass = mockClock();
  const heard: string[] = [];
  const rows = rowsOf(5);
  const draw = (shown: Row[]) =>
    table({
      stops: 'cells',
      rows: shown,
      onCellKey: ({ key, ctrlKey }, { row }) => heard.push(`${row.id} ${key}`) > 0 && !ctrlKey,
    });
  const view = mount(draw(rows));
  focus(cellAt(1, 1));
  press(active(), 'a');
  view.rerender(draw(rows.filter(({ id }) => id !== 'r1')));
  await tick();
  assert.is(active().textContent, 'Row 2');
  for (const key of ['b', 'Delete', 'Enter', 'F2', ' ']) assert.not.ok(press(active(), key), key);
  press(active(), 'v', { ctrlKey: true });
  assert.ok(press(active(), 's', { ctrlKey: true }), 'the save of the page');
  assert.not.ok(press(active(), 'Insert', { shiftKey: true }), 'it pastes');
  for (let keys = 0; keys < 5; keys += 1) {
    pass(300);
    press(active(), 'c');
  }
  assert.equal(heard, ['r1 a', 'r2 s'], 'each of them begins the second again');
  press(active(), 'ArrowDown');
  assert.is(active().textContent, 'Row 3', 'the arrows move');
  pass(1000);
  press(active(), 'e');
  assert.equal(heard.slice(2), ['r3 e']);

  view.rerender(draw(rows.filter(({ id }) => id !== 'r3')));
  await tick();
  click(cellAt(3, 1));
  press(active(), 'f');
  assert.is(heard.at(-1), 'r4 f', 'a click chooses the cell');
});

test('a word that begins while the rows are read is left out whole', () => {
  const pass = mockClock();
  const heard: string[] = [];
  const draw = (isDimmed: boolean) =>
    table({
      stops: 'cells',
      isDimmed,
      onCellKey: ({ key }, { row }) => heard.push(`${row.id} ${key}`) > 0,
      overlay: <input aria-label="Editor" />,
    });
  const view = mount(draw(true));
  focus(cellAt(1, 1));
  assert.not.ok(press(active(), 'w'));
  press(active(), 'Enter');
  assert.ok(press(view.find('[aria-label="Editor"]'), 'x'), 'an open editor goes on');
  view.rerender(draw(false));
  press(active(), 'o');
  pass(600);
  press(active(), 'r');
  assert.equal(heard, []);
  pass(1000);
  press(active(), 'n');
  view.rerender(draw(true));
  press(active(), 'Delete');
  view.rerender(draw(false));
  press(active(), 'e');
  assert.equal(heard, ['r1 n', 'r1 e'], 'a key that is no letter needs no pause');
});

test('a grid gives the focus of a cell to its own control, and the heads are above the first row', () => {
  const picked: TableColumn<Row>[] = [
    {
      key: 'pick',
      width: 40,
      isPick: true,
      focusesControl: true,
      head: <Checkbox aria-label="Select all" tabIndex={-1} isChecked={false} onChange={() => {}} />,
      cell: ({ id }) => (
        <Checkbox aria-label={`Select ${id}`} tabIndex={-1} isChecked={false} onChange={() => {}} />
      ),
    },
    { key: 'title', head: 'title', width: 200, sortState: null, onSort() {}, cell: ({ title }) => title },
  ];
  const view = mount(table({ stops: 'cells', columns: picked }));
  assert.is(view.find('table').getAttribute('role'), 'grid');
  assert.equal(cellStops(), ['0 Row 0'], 'not the checkbox');
  focus(cellAt(0, 1));
  press(active(), 'ArrowLeft');
  assert.is(active().getAttribute('aria-label'), 'Select r0');
  press(active(), 'ArrowUp');
  assert.is(active().getAttribute('aria-label'), 'Select all');
  press(active(), 'ArrowRight');
  assert.is(active().textContent, 'title');
  press(active(), 'ArrowDown');
  assert.ok(active() === cellAt(0, 1));
});

test('a key on a cell goes to its handler first; clicks open its row only if that is on, never with Alt', () => {
  const said: string[] = [];
  const draw = (props: Partial<TableProps<Row>> = {}) =>
    table({
      stops: 'cells',
      onCellKey: ({ key }, { row, column }) => {
        said.push(`${key} ${row.id} ${column}`);
        return key === 'F2';
      },
      onRowOpen: ({ id }) => said.push(`open ${id}`),
      onRowToggle: ({ id }) => said.push(`toggle ${id}`),
      ...props,
    });
  /** True if the browser would mark the word under the pointer. */
  const marksWord = () =>
    cellAt(1, 1).dispatchEvent(new MouseEvent('mousedown', { detail: 2, bubbles: true, cancelable: true }));
  const view = mount(draw());
  assert.is(marksWord(), false, 'the first press has opened the row');
  focus(cellAt(2, 1));
  for (const key of ['F2', 'Enter', ' ']) press(active(), key);
  assert.equal(said.splice(0), ['F2 r2 title', 'Enter r2 title', 'open r2', '  r2 title', 'toggle r2']);
  click(cellAt(1, 1));
  click(cellAt(2, 1), { altKey: true });
  view.rerender(draw({ opensOnClick: false }));
  click(cellAt(3, 1));
  assert.equal(said, ['open r1']);
  assert.is(marksWord(), true);
});

test('marks the changed cells of a row; a grid whose cells nobody can change says so', () => {
  const marks = new Map([['title', { kind: 'wrong', description: 'Too long. Was Row 1' } as const]]);
  const props = { stops: 'cells', marksOf: ({ id }: Row) => (id === 'r1' ? marks : undefined) } as const;
  const view = mount(table(props));
  const cell = cellAt(1, 1);
  assert.equal(
    ['data-mark', 'aria-invalid', 'aria-description', 'data-tooltip'].map((one) => cell.getAttribute(one)),
    ['wrong', 'true', 'Too long. Was Row 1', 'Too long. Was Row 1'],
  );
  assert.is(document.querySelectorAll('[data-mark]').length, 1);
  const isReadOnly = () => view.find('table').getAttribute('aria-readonly');
  assert.is(isReadOnly(), null);
  view.rerender(table({ ...props, isReadOnly: true }));
  assert.is(isReadOnly(), 'true');
});

test.run();
