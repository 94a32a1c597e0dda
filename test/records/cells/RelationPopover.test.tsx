// The popover of a relation cell, as a person with a keyboard and a screen reader meets it.

import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { FormValue } from '../../../ui/model/field';
import type { ListedRecord } from '../../../ui/model/record';
import * as unsaved from '../../../ui/page/forms/unsaved';
import * as panels from '../../../ui/page/panels';
import * as toasts from '../../../ui/page/toasts';
import { CellEditor } from '../../../ui/records/cells/CellEditor';
import * as edits from '../../../ui/records/edits';
import { type Call, type FakeBackend, failure } from '../../support/backend';
import { relation } from '../../support/fields';
import { act, click, mount, press, rest, tick, type, type View } from '../../support/render';
import { listOf, post, postsCollection } from '../../support/samples';
import {
  answersOf,
  endPage,
  isByIds,
  listRoute,
  shownToasts,
  startPage,
  topPanel,
} from '../pickers/pickerBackend';

const orders = {
  id: 'orders',
  name: 'orders',
  type: 'base',
  schema: [
    relation('one', postsCollection.id),
    relation('needed', postsCollection.id, 1, { required: true }),
    relation('two', postsCollection.id, 2),
    relation('any', postsCollection.id, null),
    relation('lost', 'nowhere', null),
  ],
} as unknown as Collection;

const people = ['Grace Okafor', 'Granary Hotel', 'Ines Moreau', 'Olga Lind'].map((title, at) => ({
  ...post,
  id: `p${at}`,
  title,
}));

const orderRow = (values: object) =>
  ({ id: 'o1', created: '', updated: '', ...values }) as unknown as ListedRecord;

/** Answers like a server: by ids, else the records that hold the searched word. */
function peopleAnswer(call: Call) {
  if (isByIds(call)) return answersOf(people)(call);
  const [, word = ''] = /~"([^"]*)"/.exec(call.query['filter'] ?? '') ?? [];
  return listOf(
    people.filter(({ id, title }) => `${id} ${title}`.toLowerCase().includes(word.toLowerCase())),
    10,
  );
}

/** Returns the staged value of a field of the row; undefined if it is not changed. */
const stagedValue = (name: string): FormValue | undefined =>
  edits.changeAt('orders', 'o1', `f_${name}`)?.mine;

let backend: FakeBackend;
let view: View;
let cell: HTMLElement;
let hasClosed: boolean;

async function open(name: string, values: object = {}): Promise<void> {
  cell = document.body.appendChild(document.createElement('div'));
  cell.tabIndex = -1;
  cell.focus();
  hasClosed = false;
  const edited = { row: orderRow(values), column: name, element: cell, start: null };
  const close = () => {
    hasClosed = true;
    view.rerender(null);
  };
  view = mount(<CellEditor collection={orders} edited={edited} onClose={close} />);
  await rest();
}

const search = () => view.find<HTMLInputElement>('[role="combobox"]');
const options = () => view.findAll('[role="option"]');
const optionTexts = () => options().map(({ textContent }) => textContent);
const ticked = () =>
  options()
    .filter((one) => one.getAttribute('aria-selected') === 'true')
    .map(({ id }) => id);
const activeText = () =>
  document.getElementById(search().getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;
const chosen = () =>
  view.findAll('[aria-label="Selected"] [aria-label^="Remove"]').map((one) => one.getAttribute('aria-label'));

async function write(...texts: string[]): Promise<void> {
  mock.timers.enable({ apis: ['setTimeout'] });
  for (const text of texts) type(search(), text);
  // The pause of the search.
  await act(async () => mock.timers.tick(250));
  mock.timers.reset();
  await rest();
}

async function pressKey(key: string, modifiers = {}): Promise<void> {
  press(search(), key, modifiers);
  await rest();
}

async function answerPicker(ids: readonly string[] | null): Promise<void> {
  await act(async () => panels.answerPanel(topPanel('recordPicker').id, ids));
  await rest();
}

/** The filters of the searches. */
const searches = () =>
  backend
    .callsTo(listRoute)
    .filter((call) => !isByIds(call))
    .map(({ query }) => query['filter'] ?? '');

/** The edit has ended, and the cell has the focus again. */
function hasEnded(): void {
  assert.ok(hasClosed);
  assert.ok(document.activeElement === cell, 'the cell has the focus');
}

test.before.each(async () => {
  backend = await startPage(people);
  backend.answer(listRoute, peopleAnswer);
});
test.after.each(async () => {
  mount(null).unmount();
  cell.remove();
  edits.discard('orders');
  unsaved.forget();
  endPage();
  await tick();
});

test('Enter keeps the value without a word, with one that finds nothing, and with the chosen record', async () => {
  for (const [word, ends] of [
    ['', true],
    ['nobody', false],
    ['olga', true],
  ] as const) {
    await open('one', { one: 'p3' });
    assert.is(activeText(), null);
    if (word !== '') await write(word);
    assert.is(/No records found\./.test(view.text()), !ends);
    await pressKey('Enter');
    if (ends) hasEnded();
    assert.equal([hasClosed, stagedValue('one')], [ends, undefined]);
    view.unmount();
    cell.remove();
  }
});

test('the first match of a word is active, arrows move, and Enter chooses and keeps a single record', async () => {
  await open('one', { one: 'p3' });
  await write('gra');
  assert.equal(optionTexts(), ['Grace Okaforp0', 'Granary Hotelp1']);
  assert.is(activeText(), 'Grace Okaforp0');
  await pressKey('ArrowDown');
  assert.is(activeText(), 'Granary Hotelp1');
  await pressKey('ArrowDown');
  assert.is(activeText(), 'Granary Hotelp1', 'the list does not go around');
  await pressKey('ArrowUp');
  await pressKey('Enter');
  hasEnded();
  assert.is(stagedValue('one'), 'p0');
});

test('a word is searched in the id and the displayed fields', async () => {
  await open('one', { one: '' });
  await write('ines');
  assert.equal(optionTexts(), ['Ines Moreaup2']);
  assert.is(searches().at(-1), 'id~"ines"||title~"ines"');
});

test('Enter chooses no record of an older word', async () => {
  await open('one', { one: 'p3' });
  await write('gra');
  type(search(), 'gran');
  await pressKey('Enter');
  assert.not(hasClosed);
  assert.is(stagedValue('one'), undefined);
  assert.equal(optionTexts(), ['Granary Hotelp1'], 'it searches at once');
  await pressKey('Enter');
  assert.is(stagedValue('one'), 'p1');
});

test('several records are ticked and taken out; Ctrl+Enter keeps them', async () => {
  await open('any', { any: ['p3'] });
  assert.is(view.find('[role="listbox"]').getAttribute('aria-multiselectable'), 'true');
  assert.match(view.text(), /1 selected/);
  await write('gra');
  await pressKey('Enter');
  assert.equal(stagedValue('any'), ['p3', 'p0'], 'staged at once');
  await pressKey('ArrowDown');
  await pressKey('Enter');
  assert.is(ticked().length, 2);
  await pressKey('Enter');
  assert.equal(chosen(), ['Remove Olga Lind', 'Remove Grace Okafor']);
  click(view.find('[aria-label="Remove Olga Lind"]'));
  await rest();
  assert.ok(document.activeElement === search(), 'the search has the focus again');
  await pressKey('Enter', { ctrlKey: true });
  hasEnded();
  assert.equal(stagedValue('any'), ['p0']);
  edits.undo(orders);
  assert.is(stagedValue('any'), undefined, 'all of it is one step');
  edits.redo(orders);
  assert.equal(stagedValue('any'), ['p0']);
});

test('Backspace in an empty search takes out the last record, once a press', async () => {
  await open('any', { any: ['p0', 'p1', 'p2'] });
  await write('x');
  await pressKey('Backspace');
  assert.is(stagedValue('any'), undefined, 'it belongs to the word');
  await write('');
  await pressKey('Backspace');
  assert.equal(stagedValue('any'), ['p0', 'p1']);
  act(() => {
    search().dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Backspace', repeat: true, bubbles: true, cancelable: true }),
    );
  });
  assert.equal(stagedValue('any'), ['p0', 'p1']);
});

test('at the maximum other records cannot be chosen', async () => {
  await open('two', { two: ['p0', 'p3'] });
  assert.match(view.text(), /2 of 2 selected/);
  assert.equal(
    options().map((one) => one.getAttribute('aria-disabled')),
    [null, 'true', 'true', null],
  );
  click(options()[1] as Element);
  await write('ines');
  await pressKey('Enter');
  assert.is(stagedValue('two'), undefined);
});

for (const [name, cancel] of [
  ['Escape', () => pressKey('Escape')],
  ['Cancel', async () => click(view.byText('Cancel'))],
] as const) {
  test(`${name} puts the cell back`, async () => {
    await open('any', { any: ['p3'] });
    await write('gra');
    await pressKey('Enter');
    assert.equal(stagedValue('any'), ['p3', 'p0']);
    await cancel();
    await rest();
    hasEnded();
    assert.is(stagedValue('any'), undefined);
  });
}

test('Keep, a press elsewhere or on the cell, and leaving the page keep what was chosen', async () => {
  const elsewhere = document.body.appendChild(document.createElement('button'));
  for (const [how, leave, focused] of [
    ['Keep', () => click(view.byText('Keep')), () => cell],
    ['a press elsewhere', () => click(elsewhere), () => elsewhere],
    ['a press on the cell', () => click(cell), null],
    ['leaving the page', () => view.unmount(), null],
  ] as const) {
    await open('any', { any: [] });
    await write('olga');
    await pressKey('Enter');
    leave();
    await rest();
    assert.is(hasClosed, how !== 'leaving the page', how);
    if (focused) assert.ok(document.activeElement === focused(), how);
    assert.equal(stagedValue('any'), ['p3'], how);
    edits.discard('orders');
    cell.remove();
  }
  elsewhere.remove();
});

const warning =
  'warning: The following relation ids were removed from the list because they are missing or invalid: gone';

test('a missing record is shown by its id and marked, and the first change takes it out and says so', async () => {
  const known = { ...people[0], title: 'As the row says' };
  await open('any', { any: ['gone', 'p0', 'p1'], expand: { any: [known] } });
  assert.equal(chosen(), ['Remove gone', 'Remove As the row says', 'Remove Granary Hotel']);
  assert.match(view.find('[aria-label="Selected"]').textContent ?? '', /gonemissing/);
  assert.equal(
    backend
      .callsTo(listRoute)
      .filter(isByIds)
      .map(({ query }) => query['filter']?.match(/(?<=id=")\w+/g)),
    [['gone', 'p1']],
    'the row brings the other name',
  );
  click(view.find('[aria-label="Remove gone"]'));
  await rest();
  assert.equal([stagedValue('any'), shownToasts()], [['p0', 'p1'], []], 'by hand it needs no warning');
  await pressKey('Escape');
  cell.remove();

  await open('any', { any: ['gone', 'p0'] });
  await write('ines');
  await pressKey('Enter');
  assert.equal([stagedValue('any'), shownToasts()], [['p0', 'p2'], [warning]]);
  await pressKey('Escape');
  toasts.closeAll();
  cell.remove();

  await open('any', { any: ['gone', 'p0'] });
  click(view.byText('Open picker'));
  await rest();
  await answerPicker(['gone', 'p0', 'p2']);
  assert.equal([stagedValue('any'), shownToasts()], [['p0', 'p2'], [warning]]);
});

test('a required relation that was emptied says so', async () => {
  await open('needed', { needed: 'p3' });
  await pressKey('Backspace');
  assert.match(view.find('[role="alert"]').textContent ?? '', /Missing required value/);
});

test('loading, a failure and its Retry are told apart', async () => {
  const release = backend.hold(listRoute);
  await open('one', { one: '' });
  assert.match(view.text(), /Loading\.\.\./);
  assert.is(view.find('[role="listbox"]').getAttribute('aria-busy'), 'true');
  release();
  await rest();
  assert.not.match(view.text(), /Loading\.\.\./);
  backend.answer(listRoute, failure(500, 'The disk is full.'));
  await write('gra');
  assert.is(
    view.find('[role="alert"]').textContent,
    'The records could not be loaded. The disk is full.Retry',
  );
  backend.answer(listRoute, peopleAnswer);
  click(view.byText('Retry'));
  await rest();
  assert.equal(optionTexts(), ['Grace Okaforp0', 'Granary Hotelp1']);
  assert.is(view.findAll('[role="alert"]').length, 0);
});

for (const [name, stored, max, picked] of [
  ['one', 'p3', 1, 'p1'],
  ['two', ['p3'], 2, ['p1']],
  ['any', ['p3'], null, ['p1']],
] as const) {
  test(`the picker answers for the popover of "${name}"; when it is cancelled, the popover is there again`, async () => {
    await open(name, { [name]: stored });
    if (max !== 1) {
      await write('gra');
      await pressKey('Enter');
    }
    const selected = max === 1 ? ['p3'] : ['p3', 'p0'];
    click(view.byText('Open picker'));
    await rest();
    assert.is(view.findAll('[role="dialog"]').length, 0, 'the popover does not cover the picker');
    assert.equal(topPanel('recordPicker').takes, { collectionId: postsCollection.id, selected, max });
    const before = searches().length;
    await answerPicker(null);
    assert.is(chosen().length, selected.length);
    assert.is(searches().length, before + 1, 'the records may have changed');
    assert.ok(document.activeElement === search());
    click(view.byText('Open picker'));
    await rest();
    await answerPicker(['p1']);
    hasEnded();
    assert.equal(stagedValue(name), picked);
  });
}

test('a person who is in another cell when the picker answers keeps the choice, as one step to undo', async () => {
  await open('any', { any: ['p3'] });
  await write('gra');
  await pressKey('Enter');
  click(view.byText('Open picker'));
  await rest();
  // The next cell has its own editor.
  view.rerender(null);
  await answerPicker(['p3', 'p0', 'p1']);
  assert.equal(stagedValue('any'), ['p3', 'p0', 'p1']);
  edits.undo(orders);
  assert.equal(stagedValue('any'), ['p3', 'p0']);
});

test.run();
